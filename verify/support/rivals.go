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

// maxRivals and fewestRivals are the maximum and the minimum number of other works that a cited work is
// compared with. maxCompared is the maximum number of comparisons in total.
const maxRivals, fewestRivals, maxCompared = 24, 6, 20_000

// compareWorks sets the fit of each citation: how much better the cited work scores for the sentence
// than other works cited by the manuscript. Scores are compared relative to the usual scores of a
// sentence and of a work, since some sentences fit most works, and some works fit most sentences.
func compareWorks(ctx context.Context, f evidence.Finder, all []Result, papers map[engine.WorkRef]*paper.Paper) error {
	var works []*paper.Paper
	place := make(map[*paper.Paper]int)
	for _, c := range all {
		p := papers[c.Work]
		if _, seen := place[p]; c.Known() && !seen {
			place[p] = len(works)
			works = append(works, p)
		}
	}
	rivals := min(maxRivals, len(works)-1, maxCompared/max(1, len(all)))
	if rivals < fewestRivals {
		return nil
	}
	rows := make([][]rival, len(all))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		c := &all[i]
		if !c.Known() || c.Grade == Supports {
			continue
		}
		group.Go(func() (err error) {
			rows[i], err = rivalsOf(ctx, f, c.Claim, works, place[papers[c.Work]], i, rivals)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	usual := usualScores(rows, len(works))
	for i := range all {
		if c := &all[i]; rows[i] != nil {
			c.Fit = fitOf(logit(c.Found.Score)-usual[place[papers[c.Work]]], rows[i], usual)
		}
	}
	return nil
}

// A rival is another work with its score for a sentence, in logits.
type rival struct {
	work  int
	score float64
}

// rivalsOf compares a claim with works other than the cited one. The works are evenly spaced in citation
// order, starting with a different work for each claim, so that each work is compared with many claims.
func rivalsOf(ctx context.Context, f evidence.Finder, claim evidence.Claim, works []*paper.Paper, cited, start,
	rivals int) (row []rival, err error) {
	step := max(1, len(works)/rivals)
	for i := 0; i < len(works) && len(row) < rivals; i += step {
		at := (start + i) % len(works)
		if at == cited {
			continue
		}
		found, err := f.Find(ctx, claim, works[at])
		if err != nil {
			return nil, err
		}
		row = append(row, rival{at, logit(found.Score)})
	}
	return row, nil
}

// usualScores returns the mean score of each work for claims that do not cite it. A work without such
// scores gets the mean of all scores.
func usualScores(rows [][]rival, works int) []float64 {
	usual, counts := make([]float64, works), make([]float64, works)
	sum, n := 0.0, 0.0
	for _, row := range rows {
		for _, r := range row {
			usual[r.work] += r.score
			counts[r.work]++
			sum += r.score
			n++
		}
	}
	for i := range usual {
		if counts[i] > 0 {
			usual[i] /= counts[i]
		} else if n > 0 {
			usual[i] = sum / n
		}
	}
	return usual
}

// fitOf compares a score with those of rivals, each relative to the usual score of its work.
func fitOf(score float64, row []rival, usual []float64) float64 {
	scores := make([]float64, len(row))
	for i, r := range row {
		scores[i] = r.score - usual[r.work]
	}
	return standardize(score, scores)
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
