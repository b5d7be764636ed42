package draft

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// A Reviewer returns the probabilities that a strict reader would use drafted sentences. judge.Model
// implements it.
type Reviewer interface {
	Review(ctx context.Context, all []judge.Statement) (usable []float64, err error)
}

// reviewWeight is the weight of a review in a draft's score. atOnce is the number of drafts
// reviewed together.
const (
	reviewWeight = 2.0
	atOnce       = 4
)

// leastUsable bounds the penalty for a bad review. mostQuoted is the maximum probability for a
// sentence with a quotation, since readers would use few of them unchanged.
const (
	leastUsable = 0.1
	mostQuoted  = 0.35
)

// reviewed rewords candidates like reworded and lets the Reviewer rate the drafts. It stops once
// the scores of n drafts are at least as high as those of the remaining candidates, which a review
// can only reduce.
func (c Composer) reviewed(ctx context.Context, site *site, candidates []scoredDraft, n int) (all []scoredDraft,
	err error) {
	rest := candidates[:min(len(candidates), mostRead)]
	for len(rest) > 0 && (len(all) < n || all[n-1].score < rest[0].score) {
		batch := rest[:min(atOnce, len(rest))]
		rest = rest[len(batch):]
		said, err := reworded(ctx, site, batch, len(batch))
		if err != nil {
			return nil, err
		}
		if err := c.review(ctx, site, said); err != nil {
			return nil, err
		}
		all = append(all, said...)
		slices.SortStableFunc(all, func(a, b scoredDraft) int { return cmp.Compare(b.score, a.score) })
	}
	return all, nil
}

// review reduces the scores of drafts by their reviews. If the reviewer fails, it leaves the scores
// unchanged, since the failure of a network must not prevent a draft.
func (c Composer) review(ctx context.Context, site *site, drafts []scoredDraft) error {
	statements := make([]judge.Statement, len(drafts))
	for i, d := range drafts {
		statements[i] = judge.Statement{Title: site.Paper.Title, Source: d.Evidence.Text,
			Draft: strings.Replace(d.Text, Mark, "Lee et al.", 1)} // names, as in the network's training data
	}
	probabilities, err := c.Reviewer.Review(ctx, statements)
	if err != nil {
		return ctx.Err()
	}
	for i, usable := range probabilities {
		usable = max(leastUsable, usable)
		if quotes(drafts[i].Text) {
			usable = min(usable, mostQuoted)
		}
		drafts[i].score += reviewWeight * math.Log(usable)
	}
	return nil
}
