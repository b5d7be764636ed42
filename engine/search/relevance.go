package search

import (
	_ "embed"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/internal/weights"
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
	for _, at := range rank.BestPlaces(scores, RelevanceDepth) {
		sum += relevance[at]
	}
	for i := range relevance {
		relevance[i] /= sum
	}
	return relevance
}

var builtInCalibrations = weights.Embedded[fitted[Calibration]](
	"search: relevance.json", relevanceData, dataFormat, nil)

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
	reader, cascade := r.(*CascadeReranker)
	if _, linear := r.(LinearReranker); !cascade && !linear {
		return Calibration{}, false
	}
	return builtInCalibrations().of(req.Query, cascade && note == "" && reader.Reads(req)), true
}
