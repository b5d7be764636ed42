package search_test

import (
	"math"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Most works have no profile, since no full text that cites them is indexed. This must not count against
// them.
func TestAWorkWithoutAProfileIsNotPunished(t *testing.T) {
	best := search.Candidate{Paper: &paper.Paper{ID: "best", Title: "best"}, BM25: 0.6, Cosine: 0.7, Views: []float64{0, 0, 0.7}}
	candidates := append(crowd(100), best)
	for i := range 10 {
		candidates[i].Profile = 0.01 + 0.001*float64(i) // weak evidence
	}
	req := search.RerankRequest{Query: search.Query{Context: []string{"A claim."}}, Candidates: candidates}
	if place := placeOf(t, req, "best"); place != 1 {
		t.Errorf("the best paper by its own text is at place %d", place)
	}
}

func TestProfilesAreComparedWithProfiles(t *testing.T) {
	candidates := crowd(20)
	candidates[3].Profile, candidates[9].Profile = 0.4, 0.2
	features := search.LinearReranker{}.Features(search.RerankRequest{Candidates: candidates})
	if a, b := features[3].Profile, features[9].Profile; math.Abs(a-0.2) > 1e-9 || math.Abs(b+0.2) > 1e-9 {
		t.Errorf("profiles of .4 and .2 are %g and %g", a, b)
	}
	if got := features[0].Profile; got != 0 {
		t.Errorf("without a profile: %g", got)
	}
}

// If the best profile scores hardly higher than the twentieth, none of them is about the query.
func TestFlatListsOfProfilesCountLess(t *testing.T) {
	feature := func(best float64) float64 {
		candidates := crowd(40)
		for i := range 30 {
			candidates[i].Profile = 0.1 + 0.0001*float64(i)
		}
		candidates[35].Profile = best
		return search.LinearReranker{}.Features(search.RerankRequest{Candidates: candidates})[35].Profile
	}
	if flat, steep := feature(0.104), feature(0.4); flat <= 0 || steep < 10*flat {
		t.Errorf("the best profile counts %g in a flat list, %g in a steep one", flat, steep)
	}
}

// companionOf returns the companion feature of a candidate among 30 others. together is the number
// of times that it is cited together with works of the manuscript.
func companionOf(trust, together float64) float64 {
	candidates := crowd(40)
	for i := range 30 {
		candidates[i].Together = 2
	}
	candidates[35].Together = together
	return search.LinearReranker{}.Features(search.RerankRequest{Candidates: candidates, Companions: trust})[35].Companion
}

func TestCompanionsCountByTheirTrustAndTheirGap(t *testing.T) {
	if got := companionOf(0, 9); got != 0 {
		t.Errorf("without trust: %g", got)
	}
	if got := companionOf(1, 2); got != 0 {
		t.Errorf("cited together as often as all others: %g", got)
	}
	half, full := companionOf(0.5, 9), companionOf(1, 9)
	if half <= 0 || math.Abs(full-2*half) > 1e-9 || companionOf(1, 20) <= full {
		t.Errorf("half trust %g, full %g, more often %g", half, full, companionOf(1, 20))
	}
}
