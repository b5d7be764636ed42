package search

import (
	_ "embed" // for the calibration
	"math"
	"slices"
)

// relevanceData is what `scilit-lsp eval relevance --fit` made of the scores of
// real citations; engine/eval/README.md has the figures.
//
//go:embed relevance.json
var relevanceData []byte

// A Calibration turns the scores of one list into probabilities that a paper is the
// one that the author cites at such a place: a softmax over the best papers and one
// share more, for a work that is not among them.
type Calibration struct {
	Slope  float64 `json:"slope"`  // weight of a score
	None   float64 `json:"none"`   // log odds of no paper of the list against the first, where that has score 0
	Height float64 `json:"height"` // how much these fall with the score of the first
}

// RelevanceDepth is how many papers share the probability.
const RelevanceDepth = 30

// Relevance is parallel to scores, which are in any order.
func (c Calibration) Relevance(scores []float64) []float64 {
	relevance := make([]float64, len(scores))
	if len(scores) == 0 {
		return relevance
	}
	first := slices.Max(scores)
	sum := math.Exp(c.None - c.Height*first)
	for i, score := range scores {
		relevance[i] = math.Exp(c.Slope * (score - first))
	}
	for _, at := range bestOf(scores, RelevanceDepth) {
		sum += relevance[at]
	}
	for i := range relevance {
		relevance[i] /= sum
	}
	return relevance
}

// calibrations has one for each set of weights that ranks.
type calibrations struct {
	Format          int         `json:"format"`
	Keywords        Calibration `json:"keywords"`
	Without         Calibration `json:"without"`
	CascadeKeywords Calibration `json:"cascade_keywords"`
	CascadeWithout  Calibration `json:"cascade_without"`
}

var builtInCalibrations = builtIn[calibrations]("relevance.json", relevanceData)

// Relevances are parallel to the scores that a reranker gave; all 0 where nothing is
// known of the meaning of its scores. note is that of the reranker.
func Relevances(scores []float64, r Reranker, q Query, note string) []float64 {
	c, ok := calibrationOf(r, q, note)
	if !ok {
		return make([]float64, len(scores))
	}
	return c.Relevance(scores)
}

func calibrationOf(r Reranker, q Query, note string) (Calibration, bool) {
	c := builtInCalibrations()
	_, cascade := r.(*CascadeReranker)
	_, linear := r.(LinearReranker)
	read := cascade && !q.Quick && note == ""
	switch {
	case !cascade && !linear:
		return Calibration{}, false
	case read && q.Keywords != "":
		return c.CascadeKeywords, true
	case read:
		return c.CascadeWithout, true
	case q.Keywords != "":
		return c.Keywords, true
	}
	return c.Without, true
}
