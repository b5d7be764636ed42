package search_test

import (
	"fmt"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// The works in the user's .bib resemble the manuscript's title, whatever the sentence at the cursor is
// about. Without abstracts, they must not take the top ranks at every site.
func TestOwnTitlesDoNotTakeEverySite(t *testing.T) {
	candidates := crowd(60)
	for i := range 12 {
		id := fmt.Sprintf("own-%02d", i)
		candidates = append(candidates, search.Candidate{
			Paper: &paper.Paper{ID: id, Title: "Rice in deep water " + id, Own: true},
			BM25:  0.3, Cosine: 0.6, Views: []float64{0.8, 0, 0.3},
		})
	}
	site := &paper.Paper{ID: "site", Title: "Sodium transporters", Abstract: "Sodium transporters of roots."}
	candidates = append(candidates, search.Candidate{Paper: site, BM25: 0.45, Cosine: 0.55, Views: []float64{0.4, 0, 0.6}})
	req := search.RerankRequest{Candidates: candidates, Query: search.Query{
		Context: []string{"Roots keep sodium out."}, Manuscript: search.Manuscript{Title: "Rice in deep water"},
	}}
	if place := placeOf(t, req, "site"); place != 1 {
		t.Errorf("the paper about the sentence is at place %d, after titles of the library", place)
	}
	candidates[63].Paper.Title = "Roots keep sodium out of rice"
	candidates[63].BM25 = 0.5
	if place := placeOf(t, req, "own-03"); place > 2 {
		t.Errorf("the own work about the sentence is at place %d", place)
	}
	for _, c := range candidates { // the same titles from another corpus do rank first
		c.Paper.Own = false
	}
	if place := placeOf(t, req, "site"); place == 1 {
		t.Error("the test does not show the effect of the library")
	}
}
