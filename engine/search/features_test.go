package search_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// crowd returns papers about many topics with ascending cosine similarities. They share a few words
// with any query.
func crowd(n int) (all []search.Candidate) {
	for i := range n {
		id := fmt.Sprintf("crowd-%03d", i)
		all = append(all, search.Candidate{
			Paper: &paper.Paper{ID: id, Title: id, Abstract: "About many things."},
			BM25:  0.04 + 0.0004*float64(i%7), Cosine: 0.3 + 0.002*float64(i), Views: []float64{0, 0, 0.3 + 0.002*float64(i)},
		})
	}
	return all
}

// placeOf returns the rank that the linear reranker gives to a paper, counted from 1.
func placeOf(t *testing.T, req search.RerankRequest, id string) int {
	t.Helper()
	scores, _, err := search.LinearReranker{}.Rerank(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(req.Candidates, func(c search.Candidate) bool { return c.Paper.ID == id })
	place := 1
	for _, score := range scores {
		if score > scores[at] {
			place++
		}
	}
	return place
}

// A rare name means nothing to an embedder. If the manuscript had no title, the cosine once counted
// twice, and the only paper with the name was lost.
func TestARareNameIsFoundWithoutATitleOfTheManuscript(t *testing.T) {
	named := search.Candidate{Paper: &paper.Paper{ID: "named", Title: "A gene of mice", Abstract: "It is Zfp423."}, BM25: 0.6, Cosine: 0.31, Views: []float64{0, 0, 0.31}}
	req := search.RerankRequest{Query: search.Query{Context: []string{"Zfp423 is required."}}, Candidates: append(crowd(100), named)}
	if place := placeOf(t, req, "named"); place > 5 {
		t.Errorf("the only paper that has the name is at place %d", place)
	}
}

// A bare title shares fewer words with a query than an abstract does.
func TestATitleAloneIsComparedWithTitlesAlone(t *testing.T) {
	candidates := crowd(100)
	for i := range 20 {
		id := fmt.Sprintf("bare-%02d", i)
		candidates = append(candidates, search.Candidate{Paper: &paper.Paper{ID: id, Title: id}, BM25: 0.01, Cosine: 0.45, Views: []float64{0, 0, 0.45}})
	}
	candidates[110].BM25 = 0.04 // typical of the crowd, but far above other bare titles
	req := search.RerankRequest{Query: search.Query{Context: []string{"A claim."}, Manuscript: search.Manuscript{Title: "On claims"}}, Candidates: candidates}
	if place := placeOf(t, req, "bare-10"); place > 10 {
		t.Errorf("the best of the records without abstract is at place %d", place)
	}
}

func TestAKeywordInTheTitleCountsMostAndOneInTheFullTextLeast(t *testing.T) {
	paper := func(id, title, abstract string) search.Candidate {
		return search.Candidate{Paper: &paper.Paper{ID: id, Title: title, Abstract: abstract}, BM25: 0.3, Cosine: 0.3, Views: []float64{0, 0.3, 0.3}}
	}
	req := search.RerankRequest{Query: search.Query{Keywords: "smoothing"}, Candidates: []search.Candidate{
		paper("full text", "The paddy rice", "Rice grows in water."),
		paper("abstract", "The language models", "We compare smoothing."),
		paper("title", "The smoothing", "We compare models."),
	}}
	got := []int{placeOf(t, req, "title"), placeOf(t, req, "abstract"), placeOf(t, req, "full text")}
	if !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("title, abstract and full text are at %v", got)
	}
}
