package search

import (
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// setScores sets the features derived from the first-stage scores.
func setScores(features []Features, candidates []Candidate) {
	lexical := scoresOf(candidates, func(c Candidate) float64 { return c.BM25 })
	bm25, alike, bm25Places := rank.Standardise(lexical), withinKinds(candidates, lexical), placesOf(lexical)
	semantic := standardCosines(candidates, bm25, func(c Candidate) float64 { return c.Cosine })
	semanticPlaces := placesOf(semantic)
	var to [views][]float64
	for view := range to {
		to[view] = standardCosines(candidates, nil, func(c Candidate) float64 { return c.view(view) })
	}
	for i, c := range candidates {
		f := &features[i]
		f.BM25, f.BM25Alike, f.BM25Place = bm25[i], alike[i], bm25Places[i]
		f.Cosine, f.CosinePlace = semantic[i], semanticPlaces[i]
		f.ToTitle, f.ToLast, f.ToKeywords = to[viewTitle][i], to[viewLast][i], to[viewKeywords][i]
		if c.Paper.Abstract != "" {
			f.Abstract = 1
		}
	}
}

// profileDepth is the rank of the score with which the best profile score is compared.
const profileDepth = 20

// setProfiles sets the profile feature of the candidates with a profile. For others it remains 0. The
// standardised scores are multiplied by the gap between the best score and the score at profileDepth.
// If all scores are similar, no citing sentence is really about the query. Without the factor, the
// feature would then only lower the rank of works that no indexed text cites.
func setProfiles(features []Features, candidates []Candidate) {
	with := placesWhere(candidates, func(c Candidate) bool { return c.Profile > 0 })
	if len(with) == 0 {
		return
	}
	scores := pick(scoresOf(candidates, func(c Candidate) float64 { return c.Profile }), with)
	_, gap := gapOf(scores)
	for at, x := range rank.Standardise(scores) {
		features[with[at]].Profile = gap * x
	}
}

// setCompanions sets the companion feature: the logarithm of Together relative to the highest value,
// multiplied by the trust and by the gap between the highest value and the one at profileDepth. The gap
// is small if many works are cited together with those of the manuscript about equally often, since such
// counts are weak evidence.
func setCompanions(features []Features, candidates []Candidate, trust float64) {
	var known []float64
	for _, c := range candidates {
		if c.Together > 0 {
			known = append(known, math.Log1p(c.Together))
		}
	}
	if len(known) == 0 {
		return
	}
	best, gap := gapOf(known)
	for i, c := range candidates {
		features[i].Companion = trust * gap * math.Log1p(c.Together) / best
	}
}

// gapOf returns the highest score, and its distance from the score at profileDepth.
func gapOf(scores []float64) (best, gap float64) {
	sorted := slices.SortedFunc(slices.Values(scores), rank.Descending)
	return sorted[0], sorted[0] - sorted[min(profileDepth, len(sorted))-1]
}

func placesWhere(candidates []Candidate, has func(Candidate) bool) (places []int) {
	for i, c := range candidates {
		if has(c) {
			places = append(places, i)
		}
	}
	return places
}

func scoresOf(candidates []Candidate, score func(Candidate) float64) []float64 {
	scores := make([]float64, len(candidates))
	for i, c := range candidates {
		scores[i] = score(c)
	}
	return scores
}

// fewestOfAKind is the minimum size of a group that withinKinds standardises separately.
const fewestOfAKind = 10

// withinKinds standardises the scores of records with and without an abstract separately, since a bare
// title shares fewer terms with a query. A small group is standardised over all records.
func withinKinds(candidates []Candidate, scores []float64) []float64 {
	out := rank.Standardise(scores)
	for _, bare := range []bool{false, true} {
		places := placesWhere(candidates, func(c Candidate) bool { return bare == (c.Paper.Abstract == "") })
		if len(places) < fewestOfAKind {
			continue
		}
		for i, x := range rank.Standardise(pick(scores, places)) {
			out[places[i]] = x
		}
	}
	return out
}

// hasVector reports whether the candidate's cosines were computed.
func (c Candidate) hasVector() bool { return c.Cosine != 0 || c.Views != nil }

// standardCosines standardises cosines over the candidates with vectors. For other candidates, it
// estimates the cosine from BM25, using the correlation of the two scores over the candidates with
// vectors. If bm25 is nil, their value is 0.
func standardCosines(candidates []Candidate, bm25 []float64, cosine func(Candidate) float64) []float64 {
	out := make([]float64, len(candidates))
	places := placesWhere(candidates, Candidate.hasVector)
	agreement := 0.0
	for i, x := range rank.Standardise(pick(scoresOf(candidates, cosine), places)) {
		out[places[i]] = x
		if bm25 != nil {
			agreement += x * bm25[places[i]] / float64(len(places))
		}
	}
	if bm25 == nil || len(places) == len(candidates) {
		return out
	}
	for i, c := range candidates {
		if !c.hasVector() {
			out[i] = max(0, agreement) * bm25[i]
		}
	}
	return out
}

// placeScale is the 0-based rank at which the result of placesOf is 1/2.
const placeScale = 10

// placesOf maps each score to a value that decays with its rank. The highest score has the value 1.
// Equal scores share a rank.
func placesOf(scores []float64) []float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank.Descending(scores[a], scores[b]) })
	out := make([]float64, len(scores))
	for place, at := range order {
		out[at] = placeScale / float64(placeScale+place)
		if place > 0 && scores[at] == scores[order[place-1]] {
			out[at] = out[order[place-1]]
		}
	}
	return out
}

// view returns the cosine to a view, or 0 if it was not computed.
func (c Candidate) view(number int) float64 {
	if number >= len(c.Views) {
		return 0
	}
	return c.Views[number]
}
