package eval

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// An ExplainReport says how well evidence tells the paper that a sentence cites from
// another one of its field.
type ExplainReport struct {
	N       int          `json:"n"`       // citing sentences
	Others  int          `json:"others"`  // papers in place of the cited ones
	Claim   SwapReport   `json:"claim"`   // by the citing sentence alone
	Context SwapReport   `json:"context"` // with the sentences before it and the manuscript's title
	Cited   RelationMean `json:"cited"`   // shares of relations of cited papers, with the context
	Swapped RelationMean `json:"swapped"` // and of the others
	// Passage is how often the closest passage of a cited paper scores higher than that of a swapped one.
	Passage Interval `json:"passage"`
	// Wrong are claims that a swapped paper is said to support, or the cited one to refute.
	Wrong []WrongRelation `json:"-"`
}

// A WrongRelation is a relation that is hardly true.
type WrongRelation struct {
	Pairing
	Found evidence.Evidence
}

// RelationsByKind are the shares of the relations that statements have, true ones and
// false ones by how they were made false.
func RelationsByKind(ctx context.Context, f evidence.Finder, claims []Claim, progress func()) (map[string]RelationMean, error) {
	all, counts := make(map[string]RelationMean), make(map[string]float64)
	for _, c := range claims {
		found, err := f.Find(ctx, evidence.Claim{Text: c.marked()}, c.Paper())
		if err != nil {
			return nil, err
		}
		if all[c.Kind] == nil {
			all[c.Kind] = RelationMean{}
		}
		all[c.Kind][found.Relation]++
		counts[c.Kind]++
		progress()
	}
	for kind, mean := range all {
		for relation := range mean {
			mean[relation] /= counts[kind]
		}
	}
	return all, nil
}

// A SwapReport says how well a score finds swapped citations.
type SwapReport struct {
	AUC float64 `json:"auc"`
	// Found is the share of swapped citations below the score under which FalseAlarms of
	// the real ones are, with 95 % by a bootstrap over contexts that chooses the score anew.
	Found Interval `json:"found"`
	// Shares of swapped and of real citations below the program's own threshold.
	FlaggedSwapped float64 `json:"flagged_swapped"`
	FlaggedCited   float64 `json:"flagged_cited"`
}

// RelationMean are shares of the relations.
type RelationMean map[evidence.Relation]float64

// FalseAlarms is the share of real citations that may be flagged.
const FalseAlarms = 0.05

// A swapScore is what one context gives.
type swapScore struct {
	cited   float64
	swapped []float64
}

// MeasureExplain finds the evidence of each pairing, which are in the order of Pairings.
func MeasureExplain(ctx context.Context, f evidence.Finder, all []Pairing, progress func()) (ExplainReport, error) {
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
		claims, contexts, passages = addScore(claims, p, alone.Score), addScore(contexts, p, whole.Score), addScore(passages, p, best(alone))
		r.count(p, whole)
		progress()
	}
	r.divide()
	least := f.Thresholds()
	r.Claim, r.Context = swapReport(claims, least.Claim), swapReport(contexts, least.Context)
	r.Passage = higher(passages)
	return r, nil
}

func best(e evidence.Evidence) float64 {
	if len(e.Passages) == 0 {
		return 0
	}
	return e.Passages[0].Score
}

// addScore begins a context with its cited paper.
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

func (r *ExplainReport) divide() {
	for relation := range r.Cited {
		r.Cited[relation] /= float64(max(1, r.N))
	}
	for relation := range r.Swapped {
		r.Swapped[relation] /= float64(max(1, r.Others))
	}
}

func swapReport(all []swapScore, least float64) SwapReport {
	r := SwapReport{AUC: higher(all).Mean}
	cited, swapped := flat(all)
	r.FlaggedCited, r.FlaggedSwapped = below(cited, least), below(swapped, least)
	r.Found.Mean = foundIn(all)
	random, draws := rand.New(rand.NewPCG(bootstrapSeed, bootstrapSeed)), make([]float64, bootstrapDraws)
	sample := make([]swapScore, len(all))
	for i := range draws {
		for j := range sample {
			sample[j] = all[random.IntN(len(all))]
		}
		draws[i] = foundIn(sample)
	}
	slices.Sort(draws)
	r.Found.Low, r.Found.High = draws[bootstrapDraws/40], draws[bootstrapDraws-1-bootstrapDraws/40]
	return r
}

func flat(all []swapScore) (cited, swapped []float64) {
	for _, s := range all {
		cited, swapped = append(cited, s.cited), append(swapped, s.swapped...)
	}
	return cited, swapped
}

// foundIn is the share of swapped scores below the score of the FalseAlarms lowest real ones.
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

// higher is how often a cited paper scores higher than a swapped one; ties count half.
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
