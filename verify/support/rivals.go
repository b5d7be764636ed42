package support

import (
	"context"
	"math"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"golang.org/x/sync/errgroup"
)

// maxRivals is the maximum number of other works with which a cited work is compared, and
// fewestRivals the minimum. maxCompared is the maximum number of comparisons in total.
const maxRivals, fewestRivals, maxCompared = 24, 6, 20_000

// compareWorks sets the fit of each citation, which states how much better the cited work scores
// for the sentence than other works that the manuscript cites. Scores of different sentences are
// not comparable, since some sentences fit any work better than others.
func compareWorks(ctx context.Context, f evidence.Finder, all []Result, papers map[engine.WorkRef]*paper.Paper) error {
	var works []*paper.Paper
	seen := make(map[*paper.Paper]bool)
	for _, c := range all {
		if p := papers[c.Work]; c.Known() && !seen[p] {
			seen[p] = true
			works = append(works, p)
		}
	}
	rivals := min(maxRivals, len(works)-1, maxCompared/max(1, len(all)))
	if rivals < fewestRivals {
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		c := &all[i]
		if !c.Known() || c.Grade == Supports {
			continue
		}
		group.Go(func() (err error) {
			c.Fit, err = fitOf(ctx, f, c, papers[c.Work], works, rivals)
			return err
		})
	}
	return group.Wait()
}

// fitOf compares a cited work with other works, which are evenly spaced in the order of their
// citation.
func fitOf(ctx context.Context, f evidence.Finder, c *Result, cited *paper.Paper, works []*paper.Paper,
	rivals int) (float64, error) {
	step := max(1, len(works)/rivals)
	var scores []float64
	for i := 0; i < len(works) && len(scores) < rivals; i += step {
		if works[i] == cited {
			continue
		}
		found, err := f.Find(ctx, c.Claim, works[i])
		if err != nil {
			return 0, err
		}
		scores = append(scores, logit(found.Score))
	}
	return standardize(logit(c.Found.Score), scores), nil
}

// standardize returns the distance of a score from the mean of other scores, in standard
// deviations. It adds 1 to the variance, since a few scores may be close together by chance.
func standardize(score float64, scores []float64) float64 {
	mean, square := 0.0, 0.0
	for _, s := range scores {
		mean += s / float64(len(scores))
	}
	for _, s := range scores {
		square += (s - mean) * (s - mean) / float64(len(scores))
	}
	return (score - mean) / math.Sqrt(square+1)
}

func logit(p float64) float64 {
	p = min(max(p, 1e-4), 1-1e-4)
	return math.Log(p / (1 - p))
}
