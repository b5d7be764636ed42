package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/reword"
)

// Costs of a quotation, on the scale of a candidate's score.
const (
	quotationCost  = 2.2
	quotedWordCost = 0.06
	editCost       = 0.1 // multiplied by the costs of a wording's edits
	looseCost      = 0.7 // cost of a phrase such as "both species" if the draft lacks its antecedent
)

// reworded returns drafts that copy no long run of the paper, best first. It stops once n of them differ
// in content. If two drafts have nearly the same score, it prefers one that needs no quotation.
func reworded(ctx context.Context, site *site, candidates []scoredDraft, n int) (all []scoredDraft, err error) {
	for _, c := range candidates {
		if chosen := different(all, n); len(chosen) == n && chosen[n-1].score >= c.score {
			break
		}
		said, ok, err := rewordOne(ctx, site, site.resolved(c))
		if err != nil {
			return nil, err
		}
		if ok && reword.Sound(said.Text) {
			said.Text = said.scope.Join(said.Text)
			all = append(all, said)
			slices.SortStableFunc(all, func(a, b scoredDraft) int { return cmp.Compare(b.score, a.score) })
		}
	}
	return all, nil
}

// sentencesRecalled is the number of sentences before a citation that may contain an antecedent.
const sentencesRecalled = 2

// resolved replaces a draft's references to other sentences of the paper with their antecedents. If
// an antecedent is missing, it reduces the draft's score.
func (s *site) resolved(c scoredDraft) scoredDraft {
	before, ok := s.before[position{c.Evidence.Section, c.Evidence.Index}]
	if !ok {
		before = len(s.before)
	}
	text, loose := s.antecedents.Resolve(c.Text, before, s.Context[max(0, len(s.Context)-sentencesRecalled):])
	c.Text = text
	c.score -= looseCost * float64(loose)
	return c
}

// different returns the first n drafts that do not repeat each other.
func different(all []scoredDraft, n int) (chosen []scoredDraft) {
	var drafts []Draft
	for _, d := range all {
		if len(chosen) < n && saysMore(d.Draft, drafts) {
			chosen, drafts = append(chosen, d), append(drafts, d.Draft)
		}
	}
	return chosen
}

// rewordOne rewrites a draft, or quotes the evidence if the draft cannot be rewritten or the paper
// does not support the result. ok is false if neither is possible.
func rewordOne(ctx context.Context, site *site, c scoredDraft) (_ scoredDraft, ok bool, err error) {
	if w, ok := site.words.Own(c.Text); ok {
		own := c
		supported, err := own.setText(ctx, site, w.Text)
		if err != nil || w.Text == c.Text {
			return own, err == nil, err
		}
		if supported {
			// The edits preserve the meaning, although the check regards exchanged words as unsupported.
			score := own.Evidence.Score
			_, err = own.setText(ctx, site, c.Text)
			own.Text, own.Evidence.Score = w.Text, max(score, own.Evidence.Score)
			own.score -= editCost * w.Cost
			return own, err == nil, err
		}
	}
	return quoteOne(ctx, site, c)
}

// quoteOne puts a part of a draft that copies its evidence into quotation marks. ok is false if no part
// can be quoted.
func quoteOne(ctx context.Context, site *site, c scoredDraft) (_ scoredDraft, ok bool, err error) {
	w, ok := site.words.Quoting(c.Text, c.Evidence.Text)
	if !ok {
		return c, false, nil
	}
	c.score -= quotationCost + quotedWordCost*float64(w.Quoted)
	_, err = c.setText(ctx, site, w.Text)
	return c, err == nil, err
}

// setText sets the text of a draft and the score of its evidence. It reports whether the paper
// supports the text or, for a draft that only names a topic, supports that topic.
func (d *scoredDraft) setText(ctx context.Context, site *site, text string) (supported bool, err error) {
	d.Text = text
	if d.topic != "" {
		text = d.topic
	}
	support, err := Checker{OwnWork: d.OwnWork}.check(ctx, site.sources, text)
	d.Evidence.Score = support.Score
	return support.Supported(), err
}

// withoutCopies rewords choices that copy the paper. It drops those that cannot be reworded.
func withoutCopies(ctx context.Context, site *site, choices []Choice) (kept []Choice, err error) {
	for _, c := range choices {
		said, ok, err := rewordOne(ctx, site, scoredDraft{Draft: c.Draft, score: c.Composed, topic: c.topic})
		if err != nil {
			return nil, err
		}
		if ok {
			c.Draft, c.Composed = said.Draft, said.score
			c.Text = c.scope.Join(c.Text)
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// withoutQuotes removes the quotation marks inserted by package reword.
var withoutQuotes = strings.NewReplacer(reword.Open, "", reword.Close, "")
