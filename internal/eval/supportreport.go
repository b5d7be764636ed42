package eval

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// An ExplainReport measures how well the evidence found in a paper separates cited papers from
// other papers of the same field. The other papers are called swapped.
type ExplainReport struct {
	N       int          `json:"n"`       // number of citing sentences
	Others  int          `json:"others"`  // number of swapped papers, over all sentences
	Claim   SwapReport   `json:"claim"`   // results if only the citing sentence is the claim
	Context SwapReport   `json:"context"` // results if the claim includes the context and the manuscript's title
	Cited   RelationMean `json:"cited"`   // share of each relation among the cited papers, for claims with context
	Swapped RelationMean `json:"swapped"` // share of each relation among the swapped papers, for claims with context
	// Passage is the share of pairs in which the best passage of the cited paper has a higher score
	// than the best passage of the swapped paper.
	Passage Interval `json:"passage"`
	// Wrong lists pairings whose relation is probably wrong: the swapped paper supports the claim,
	// or the cited paper refutes it.
	Wrong []WrongRelation `json:"-"`
}

// A WrongRelation is a pairing for which the program found a relation that is probably wrong.
type WrongRelation struct {
	Pairing
	Found evidence.Evidence
}

// A SwapReport measures how well a score separates swapped papers from cited ones.
type SwapReport struct {
	AUC float64 `json:"auc"`
	// Found is the share of swapped papers whose score is below a threshold. The threshold is
	// chosen so that the share FalseAlarms of the cited papers is below it, too. Each bootstrap
	// sample has its own threshold.
	Found Interval `json:"found"`
	// Shares of the swapped and of the cited papers whose score is below the threshold that the
	// program uses.
	FlaggedSwapped float64 `json:"flagged_swapped"`
	FlaggedCited   float64 `json:"flagged_cited"`
}

// A RelationMean contains the share of each relation.
type RelationMean map[evidence.Relation]float64

// FalseAlarms is the share of real citations that may be flagged.
const FalseAlarms = 0.05

// A swapScore contains the scores of one context's pairings.
type swapScore struct {
	cited   float64
	swapped []float64
}

// MeasureExplain finds the evidence for all pairings and measures it. The pairings must be in the
// order in which Pairings returns them.
func MeasureExplain(ctx context.Context, f evidence.Finder, all []Pairing, progress Progress) (ExplainReport, error) {
	r := ExplainReport{Cited: RelationMean{}, Swapped: RelationMean{}}
	var claims, contexts, passages []swapScore
	for _, p := range all {
		claim := p.Claim()
		alone, err := f.Find(ctx, evidence.Claim{Text: claim.Text}, p.Paper)
		if err != nil {
			return r, err
		}
		whole, err := f.Find(ctx, claim, p.Paper)
		if err != nil {
			return r, err
		}
		claims, contexts, passages = addScore(claims, p, alone.Score), addScore(contexts, p, whole.Score),
			addScore(passages, p, best(alone))
		r.count(p, whole)
		progress.step()
	}
	r.Cited.divide(r.N)
	r.Swapped.divide(r.Others)
	claim, context := evidence.Thresholds()
	r.Claim, r.Context = swapReport(claims, claim), swapReport(contexts, context)
	r.Passage = higher(passages)
	return r, nil
}

func best(e evidence.Evidence) float64 {
	if len(e.Passages) == 0 {
		return 0
	}
	return e.Passages[0].Score
}

// addScore adds the score of a pairing to all. A pairing with the cited paper starts the next
// context.
func addScore(all []swapScore, p Pairing, score float64) []swapScore {
	if !p.Swapped {
		return append(all, swapScore{cited: score})
	}
	last := &all[len(all)-1]
	last.swapped = append(last.swapped, score)
	return all
}

func (r *ExplainReport) count(p Pairing, found evidence.Evidence) {
	if p.Swapped && found.Relation == evidence.Supports || !p.Swapped && found.Relation == evidence.Refutes {
		r.Wrong = append(r.Wrong, WrongRelation{p, found})
	}
	if p.Swapped {
		r.Others++
		r.Swapped[found.Relation]++
		return
	}
	r.N++
	r.Cited[found.Relation]++
}

func (m RelationMean) divide(n int) {
	for relation := range m {
		m[relation] /= float64(max(1, n))
	}
}

func swapReport(all []swapScore, least float64) SwapReport {
	r := SwapReport{AUC: higher(all).Mean}
	cited, swapped := flat(all)
	r.FlaggedCited, r.FlaggedSwapped = below(cited, least), below(swapped, least)
	some := make([]swapScore, len(all))
	r.Found = bootstrap(len(all), func(sample []int) float64 {
		for i, at := range sample {
			some[i] = all[at]
		}
		return foundIn(some)
	})
	return r
}

func flat(all []swapScore) (cited, swapped []float64) {
	for _, s := range all {
		cited, swapped = append(cited, s.cited), append(swapped, s.swapped...)
	}
	return cited, swapped
}

// foundIn returns the share of swapped papers whose score is below a threshold. The threshold is
// the FalseAlarms quantile of the cited papers' scores.
func foundIn(all []swapScore) float64 {
	cited, swapped := flat(all)
	slices.Sort(cited)
	return below(swapped, cited[min(int(FalseAlarms*float64(len(cited))), len(cited)-1)])
}

func below(scores []float64, least float64) float64 {
	n := 0
	for _, s := range scores {
		if s < least {
			n++
		}
	}
	return float64(n) / float64(max(1, len(scores)))
}

// higher returns the share of pairs in which the cited paper has a higher score than the swapped
// paper. A tie counts as half.
func higher(all []swapScore) Interval {
	_, swapped := flat(all)
	slices.Sort(swapped)
	shares := make([]float64, len(all))
	for i, s := range all {
		at, _ := slices.BinarySearch(swapped, s.cited)
		after, _ := slices.BinarySearchFunc(swapped, s.cited, func(a, b float64) int {
			if a <= b {
				return -1
			}
			return 1
		})
		shares[i] = float64(at+after) / 2 / float64(max(1, len(swapped)))
	}
	return Bootstrap(shares)
}
