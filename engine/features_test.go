package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// crowd are papers about many things, of rising cosine, that share a few words
// with any query.
func crowd(n int) (all []engine.Candidate) {
	for i := range n {
		id := fmt.Sprintf("crowd-%03d", i)
		all = append(all, engine.Candidate{
			Paper: &engine.Paper{ID: id, Title: id, Abstract: "About many things."},
			BM25:  0.04 + 0.0004*float64(i%7), Cosine: 0.3 + 0.002*float64(i), Views: []float64{0, 0, 0.3 + 0.002*float64(i)},
		})
	}
	return all
}

// placeOf is the place, from 1, that the linear reranker gives a paper.
func placeOf(t *testing.T, req engine.RerankRequest, id string) int {
	t.Helper()
	scores, _, err := engine.LinearReranker{}.Rerank(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(req.Candidates, func(c engine.Candidate) bool { return c.Paper.ID == id })
	place := 1
	for _, score := range scores {
		if score > scores[at] {
			place++
		}
	}
	return place
}

// A rare name says nothing to an embedder. Without a title of the manuscript,
// its cosine once counted twice, and the only paper with that name was lost.
func TestARareNameIsFoundWithoutATitleOfTheManuscript(t *testing.T) {
	named := engine.Candidate{Paper: &engine.Paper{ID: "named", Title: "A gene of mice", Abstract: "It is Zfp423."}, BM25: 0.6, Cosine: 0.31, Views: []float64{0, 0, 0.31}}
	req := engine.RerankRequest{Query: engine.Query{Context: []string{"Zfp423 is required."}}, Candidates: append(crowd(100), named)}
	if place := placeOf(t, req, "named"); place > 5 {
		t.Errorf("the only paper that has the name is at place %d", place)
	}
}

// A title alone shares fewer words with a query than an abstract does.
func TestATitleAloneIsComparedWithTitlesAlone(t *testing.T) {
	candidates := crowd(100)
	for i := range 20 {
		id := fmt.Sprintf("bare-%02d", i)
		candidates = append(candidates, engine.Candidate{Paper: &engine.Paper{ID: id, Title: id}, BM25: 0.01, Cosine: 0.45, Views: []float64{0, 0, 0.45}})
	}
	candidates[110].BM25 = 0.04 // as the crowd, far above its like
	req := engine.RerankRequest{Query: engine.Query{Context: []string{"A claim."}, Manuscript: engine.Manuscript{Title: "On claims"}}, Candidates: candidates}
	if place := placeOf(t, req, "bare-10"); place > 10 {
		t.Errorf("the best of the records without abstract is at place %d", place)
	}
}

func TestAKeywordInTheTitleCountsMostAndOneInTheFullTextLeast(t *testing.T) {
	paper := func(id, title, abstract string) engine.Candidate {
		return engine.Candidate{Paper: &engine.Paper{ID: id, Title: title, Abstract: abstract}, BM25: 0.3, Cosine: 0.3, Views: []float64{0, 0.3, 0.3}}
	}
	req := engine.RerankRequest{Query: engine.Query{Keywords: "smoothing"}, Candidates: []engine.Candidate{
		paper("full text", "The paddy rice", "Rice grows in water."),
		paper("abstract", "The language models", "We compare smoothing."),
		paper("title", "The smoothing", "We compare models."),
	}}
	got := []int{placeOf(t, req, "title"), placeOf(t, req, "abstract"), placeOf(t, req, "full text")}
	if !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("title, abstract and full text are at %v", got)
	}
}

// listIndex is a corpus that answers every query with all its papers.
type listIndex struct {
	engine.Retriever
	papers   []engine.Candidate
	semantic bool
}

func (x listIndex) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{Matching: len(x.papers), Candidates: slices.Clone(x.papers), Lexical: true, Semantic: x.semantic}, nil
}

// slowEmbedder has papers about parsing close to any query, and counts the texts.
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

// An index without vectors of the engine's embedder ranks beside one with: the
// best of it get their vectors late, the others what BM25 makes likely.
func TestACorpusWithoutVectorsIsNotBuried(t *testing.T) {
	texts := 0
	right := listIndex{}
	for i := range 30 {
		id := fmt.Sprintf("parsing-%02d", i)
		right.papers = append(right.papers, engine.Candidate{Paper: &engine.Paper{ID: id, Title: id, Abstract: "On parsing.", Corpus: "right"}, BM25: 0.3 + 0.001*float64(i)})
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{right, listIndex{papers: crowd(100), semantic: true}}, Embedder: slowEmbedder{&texts}})
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
