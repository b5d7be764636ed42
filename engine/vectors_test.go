package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// listIndex is a corpus that returns all its papers for every query.
type listIndex struct {
	engine.Retriever
	papers   []engine.Candidate
	semantic bool
}

func (x listIndex) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{Matching: len(x.papers), Candidates: slices.Clone(x.papers), Lexical: true, Semantic: x.semantic}, nil
}

// slowEmbedder embeds papers about parsing close to any query. It counts the texts it embeds.
type slowEmbedder struct{ texts *int }

func (slowEmbedder) ID() string { return "slow" }
func (slowEmbedder) Dim() int   { return 2 }

func (e slowEmbedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	*e.texts += len(texts)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{0, 1}
		if strings.Contains(text, "pars") {
			vectors[i] = []float32{1, 0}
		}
	}
	return vectors, nil
}

// Papers from an index without vectors compete with those from an index with vectors. The best of them
// are embedded late; for the others, the cosine is estimated from BM25.
func TestACorpusWithoutVectorsIsNotBuried(t *testing.T) {
	texts := 0
	right, crowd := listIndex{}, listIndex{semantic: true}
	for i := range 100 {
		id, cosine := fmt.Sprintf("crowd-%03d", i), 0.3+0.002*float64(i)
		p := &engine.Paper{ID: id, Title: id, Abstract: "About many things."}
		crowd.papers = append(crowd.papers, engine.Candidate{Paper: p, BM25: 0.04 + 0.0004*float64(i%7), Cosine: cosine, Views: []float64{0, 0, cosine}})
	}
	for i := range 30 {
		id := fmt.Sprintf("parsing-%02d", i)
		right.papers = append(right.papers, engine.Candidate{Paper: &engine.Paper{ID: id, Title: id, Abstract: "On parsing.", Corpus: "right"}, BM25: 0.3 + 0.001*float64(i)})
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{right, crowd}, Embedder: slowEmbedder{&texts}})
	query := engine.Query{Context: []string{"Trees are parsed."}, Limit: 20}
	found, err := e.Discover(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range found.Papers {
		if f.Paper.Corpus != "right" {
			t.Errorf("place %d is %s, of the corpus about many things", i+1, f.Paper.ID)
		}
	}
	before := texts
	if again, err := e.Discover(t.Context(), query); err != nil || texts != before || again.Papers[7].Score != found.Papers[7].Score {
		t.Errorf("the same query embedded %d texts more, %v", texts-before, err)
	}
}
