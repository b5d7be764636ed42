package search

import (
	_ "embed"
	"math"
	"slices"
)

// relevanceData holds the calibrations that `scilit-eval relevance --fit` computed from the scores
// of real citations. internal/eval/README.md reports their accuracy.
//
//go:embed relevance.json
var relevanceData []byte

// A Calibration converts the scores of a list to probabilities that the author cites each paper at the
// site. It applies a softmax over the best papers and one extra outcome, which stands for a work that
// is not in the list.
type Calibration struct {
	Slope  float64 `json:"slope"`  // inverse temperature of the softmax
	None   float64 `json:"none"`   // log odds of the extra outcome against a best paper with score 0
	Height float64 `json:"height"` // decrease of these log odds per unit of the best score
}

// RelevanceDepth is the number of papers in the softmax.
const RelevanceDepth = 30

// Relevance returns the probability of each paper. scores need not be sorted.
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

// calibrations holds one Calibration for each set of weights in rankWeights.
type calibrations struct {
	Format          int         `json:"format"`
	Keywords        Calibration `json:"keywords"`
	Without         Calibration `json:"without"`
	CascadeKeywords Calibration `json:"cascade_keywords"`
	CascadeWithout  Calibration `json:"cascade_without"`
}

var builtInCalibrations = builtIn[calibrations]("relevance.json", relevanceData)

// Relevances returns the relevance for each score of a reranker, or zeros if the reranker is not
// calibrated. note is the note that Rerank returned.
func Relevances(scores []float64, r Reranker, req RerankRequest, note string) []float64 {
	c, ok := calibrationOf(r, req, note)
	if !ok {
		return make([]float64, len(scores))
	}
	return c.Relevance(scores)
}

func calibrationOf(r Reranker, req RerankRequest, note string) (Calibration, bool) {
	c, q := builtInCalibrations(), req.Query
	reader, cascade := r.(*CascadeReranker)
	_, linear := r.(LinearReranker)
	read := cascade && note == "" && reader.Reads(req)
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
