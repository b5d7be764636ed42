package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// A SwapRun contains the results of one run, in which some citations of a manuscript were changed
// to cite other works. Citations are ordered by how weakly their works support them.
type SwapRun struct {
	// Worst is the share of swapped citations among the N weakest, where N is the number of swaps.
	Worst float64 `json:"worst"`
	AUC   float64 `json:"auc"`
	// Found is the share of swapped citations that are flagged if the share FalseAlarms of the
	// other citations may be flagged.
	Found float64 `json:"found"`
}

// A SwappedKeys report measures how well a check of support finds citations of wrong works.
type SwappedKeys struct {
	Citations int       `json:"citations"` // number of citations whose works have a text
	Works     int       `json:"works"`
	Swaps     int       `json:"swaps"` // number of citations swapped in each run
	Mean      SwapRun   `json:"mean"`
	Runs      []SwapRun `json:"runs"`
}

// A SwapKeys configures a measurement that swaps some citations at random and checks all of them.
type SwapKeys struct {
	Options     support.Options
	Runs, Swaps int
	Seed        uint64
}

// Measure checks the citations as they are and then, in each run, with some of them swapped. It
// uses only citations whose works have a text.
func (s SwapKeys) Measure(ctx context.Context, e *engine.Engine, all []support.Citation) (r SwappedKeys, err error) {
	graded, err := support.Check(ctx, e, all, s.Options)
	if err != nil {
		return r, err
	}
	graded = slices.DeleteFunc(graded, func(c support.Result) bool { return !c.Known() })
	var works []engine.WorkRef
	for _, c := range graded {
		if !slices.Contains(works, c.Work) {
			works = append(works, c.Work)
		}
	}
	r.Citations, r.Works, r.Swaps = len(graded), len(works), s.Swaps
	if len(graded) < 2*s.Swaps || len(works) < 3 {
		return r, fmt.Errorf("%d citations of %d works with a text are too few to swap %d of them", len(graded), len(works),
			s.Swaps)
	}
	for run := range s.Runs {
		random := rand.New(rand.NewPCG(s.Seed, uint64(run)))
		one, err := s.run(ctx, e, graded, works, random)
		if err != nil {
			return r, err
		}
		r.Runs = append(r.Runs, one)
		r.Mean.Worst += one.Worst / float64(s.Runs)
		r.Mean.AUC += one.AUC / float64(s.Runs)
		r.Mean.Found += one.Found / float64(s.Runs)
	}
	return r, nil
}

func (s SwapKeys) run(ctx context.Context, e *engine.Engine, graded []support.Result, works []engine.WorkRef,
	random *rand.Rand) (r SwapRun, err error) {
	order := random.Perm(len(graded))
	all := make([]support.Citation, len(graded))
	for i, at := range order {
		all[i] = graded[at].Citation
		if i < s.Swaps {
			all[i].Work = otherWork(graded, works, all[i], random)
		}
	}
	checked, err := support.Check(ctx, e, all, s.Options)
	if err != nil {
		return r, err
	}
	return measureRun(checked[s.Swaps:], checked[:s.Swaps]), nil
}

// otherWork returns a random work that is not cited in the sentence of c.
func otherWork(graded []support.Result, works []engine.WorkRef, c support.Citation, random *rand.Rand) engine.WorkRef {
	cited := func(w engine.WorkRef) bool {
		return slices.ContainsFunc(graded, func(g support.Result) bool { return g.Work == w && g.Claim.Text == c.Claim.Text })
	}
	at := random.IntN(len(works))
	for i := range works {
		if w := works[(at+i)%len(works)]; w != c.Work && !cited(w) {
			return w
		}
	}
	return works[(slices.Index(works, c.Work)+1)%len(works)]
}

// measureRun compares the ranks of swapped citations with those of the others.
func measureRun(right, wrong []support.Result) (r SwapRun) {
	type ranked struct {
		support.Result
		swapped bool
	}
	var all []ranked
	for _, c := range right {
		all = append(all, ranked{c, false})
	}
	for _, c := range wrong {
		all = append(all, ranked{c, true})
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return support.Weaker(&a.Result, &b.Result) })
	flagged, pairs := 0, 0
	allowed := int(FalseAlarms * float64(len(right)))
	for i, c := range all {
		switch {
		case !c.swapped:
			flagged++
			continue
		case i < len(wrong):
			r.Worst++
		}
		if flagged <= allowed {
			r.Found++
		}
		pairs += len(right) - flagged
	}
	n := float64(len(wrong))
	return SwapRun{Worst: r.Worst / n, AUC: float64(pairs) / n / float64(len(right)), Found: r.Found / n}
}
