package eval_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// SciLit's cascade passes only the nearest papers of each corpus to the reranker. Without a
// reranker, it returns the nearest papers of all corpora first.
func TestPaperRanksTheNearestOfEachCorpus(t *testing.T) {
	far := corpusOf{name: "far", papers: 3 * eval.PaperCandidates, near: 0.2}
	nearby := corpusOf{name: "nearby", papers: 2, near: 0.9}
	parts := engine.Parts{Retrievers: []engine.Retriever{far, nearby}, Embedder: oneVector{}}

	if found := discover(t, parts); !slices.Equal(found[:3], []string{"nearby-1", "nearby-0", "far-299"}) ||
		len(found) != eval.PaperCandidates+2 {
		t.Errorf("by cosine: %d papers, first %v", len(found), found[:3])
	}
	parts.Cross = byID{}
	if found := discover(t, parts); !slices.Equal(found[:3], []string{"far-200", "far-201", "far-202"}) {
		t.Errorf("reranked: first %v", found[:3])
	}
}

func TestPaperNeedsVectors(t *testing.T) {
	_, err := eval.Pipeline("paper", 0, engine.Parts{Retrievers: []engine.Retriever{corpusOf{}}})
	if err == nil || !strings.Contains(err.Error(), "--embedder") {
		t.Errorf("got %v, want an error that says how to get vectors", err)
	}
}

func discover(t *testing.T, parts engine.Parts) (ids []string) {
	t.Helper()
	parts, err := eval.Pipeline("paper", 0, parts)
	if err != nil {
		t.Fatal(err)
	}
	found, err := engine.New(parts).Discover(t.Context(), engine.Query{Context: []string{"Max pooling performs worse."},
		Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Papers {
		ids = append(ids, f.Paper.ID)
	}
	return ids
}

// corpusOf is a corpus whose papers have ascending cosine similarities. Like an index, it returns
// more papers than the nearest ones.
type corpusOf struct {
	engine.Retriever
	name   string
	papers int
	near   float64
}

func (c corpusOf) Search(_ context.Context, req engine.Request) (answer engine.Result, err error) {
	if terms := req.Terms(); len(terms) > 0 {
		return answer, fmt.Errorf("asked for %v", terms)
	}
	for i := range c.papers {
		id := fmt.Sprintf("%s-%d", c.name, i)
		p := &engine.Paper{ID: id, Title: id, Corpus: c.name}
		answer.Candidates = append(answer.Candidates, engine.Candidate{Paper: p, Cosine: c.near + float64(i)/1e4})
	}
	answer.Lexical, answer.Semantic, answer.Matching = true, true, c.papers
	return answer, nil
}

// byID is a cross-encoder that scores documents by their titles.
type byID struct{}

func (byID) Logits(_ context.Context, _ search.PairQuery, documents []string) ([]float64, error) {
	logits := make([]float64, len(documents))
	for i, document := range documents {
		for _, other := range documents {
			if document < other {
				logits[i]++
			}
		}
	}
	return logits, nil
}

type oneVector struct{}

func (oneVector) ID() string { return "one" }
func (oneVector) Dim() int   { return 1 }

func (oneVector) Embed(_ context.Context, texts []string) ([][]float32, error) {
	return slices.Repeat([][]float32{{1}}, len(texts)), nil
}
