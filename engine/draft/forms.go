package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/reword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Form is the role of the citation in a draft.
type Form = choice.Form

// Forms that get special treatment in a paragraph.
const (
	Fact     = choice.Fact
	Contrast = choice.Contrast
)

// formOf returns the form of a draft, or "" for a citation without a sentence.
func formOf(d Draft) choice.Form {
	switch {
	case d.MarkOnly:
		return ""
	case quotes(d.Text):
		return choice.Quotation
	case d.OwnWork:
		return choice.Use
	}
	form := choice.FormOf(strings.Replace(d.Text, Mark, text.CiteMark, 1))
	switch {
	case d.Textual && (form == choice.Mention || form == choice.Fact):
		return choice.Result
	case !d.Textual && form == choice.Result: // as in "parsers of Dutch [CITE]."
		return choice.Fact
	}
	return form
}

// quotes reports whether a sentence has a quotation of three or more words.
func quotes(s string) bool {
	for {
		_, after, _ := strings.Cut(s, reword.Open)
		said, rest, closed := strings.Cut(after, reword.Close)
		if !closed || strings.Count(said, " ") >= 2 {
			return closed
		}
		s = rest
	}
}

// finished sets the forms of drafts and removes definitions of abbreviations that the preceding
// text already defines.
func finished(drafts []Draft, req Request) []Draft {
	defined := req.defined()
	for i := range drafts {
		drafts[i].Text = compose.Shortened(drafts[i].Text, defined)
		drafts[i].Form = formOf(drafts[i])
	}
	return drafts
}

// defined returns the abbreviations that the text before the draft defines.
func (r Request) defined() map[string]string {
	return compose.Defined(slices.Concat(r.Context, r.Follows))
}

// formGap is the maximum difference between the scores of the best draft and of a draft of another
// statement in an unused form.
const formGap = 1.5

// inForms returns up to n drafts from a list sorted by score: the best one, its statement in other
// forms, other statements in unused forms, its quotation, and then drafts with other content.
func inForms(all []scoredDraft, n int) (chosen []Draft) {
	if len(all) == 0 {
		return nil
	}
	best := all[0]
	taken := make(map[choice.Form]bool)
	add := func(d Draft) {
		if len(chosen) < n {
			chosen, taken[formOf(d)] = append(chosen, d), true
		}
	}
	add(best.Draft)
	isQuote := func(d scoredDraft) bool { return formOf(d.Draft) == choice.Quotation }
	isSame := func(d scoredDraft) bool { return sourceOf(d.Draft) == sourceOf(best.Draft) }
	isNear := func(d scoredDraft) bool { return d.score >= best.score-formGap && saysMore(d.Draft, chosen) }
	for _, fits := range []func(d scoredDraft) bool{
		func(d scoredDraft) bool { return isSame(d) && !isQuote(d) && !taken[formOf(d.Draft)] },
		func(d scoredDraft) bool { return isNear(d) && !isQuote(d) && !taken[formOf(d.Draft)] },
		func(d scoredDraft) bool { return isSame(d) && !taken[formOf(d.Draft)] },
		func(d scoredDraft) bool { return !isQuote(d) && saysMore(d.Draft, chosen) },
		func(d scoredDraft) bool { return saysMore(d.Draft, chosen) },
	} {
		for _, d := range all {
			if fits(d) {
				add(d.Draft)
			}
		}
	}
	return chosen
}

// sourceOf returns the position of the sentence rephrased by a draft.
func sourceOf(d Draft) position { return position{d.Evidence.Section, d.Evidence.Index} }

// mostRead is the maximum number of candidates reworded to choose among forms.
const mostRead = 16

// choose rewords candidates, best first, and returns up to n drafts. If n is more than 1, it
// rewords enough of them to choose among forms.
func (c Composer) choose(ctx context.Context, site *site, candidates []scoredDraft, n int) ([]Draft, error) {
	read := reworded
	if c.Reviewer != nil {
		read = c.reviewed
	}
	first, rest := candidates[:min(len(candidates), mostRead)], candidates[min(len(candidates), mostRead):]
	wanted := 1
	if n > 1 {
		wanted = mostRead
	}
	all, err := read(ctx, site, first, wanted)
	if len(all) == 0 && err == nil {
		all, err = reworded(ctx, site, rest, n)
	}
	if n == 1 {
		return inForms(all, 1), err
	}
	if err != nil || len(all) == 0 {
		return nil, err
	}
	all, err = withQuotation(ctx, site, candidates, withoutSpare(all))
	return inForms(all, n), err
}

// withoutSpare removes the spare drafts of statements that have another draft.
func withoutSpare(all []scoredDraft) []scoredDraft {
	has := make(map[position]bool)
	for _, d := range all {
		has[sourceOf(d.Draft)] = has[sourceOf(d.Draft)] || !d.spare
	}
	return slices.DeleteFunc(all, func(d scoredDraft) bool { return d.spare && has[sourceOf(d.Draft)] })
}

// withQuotation adds a quotation of the statement rephrased by the best draft.
func withQuotation(ctx context.Context, site *site, candidates, all []scoredDraft) ([]scoredDraft, error) {
	source := sourceOf(all[0].Draft)
	if slices.ContainsFunc(all, func(d scoredDraft) bool {
		return sourceOf(d.Draft) == source && formOf(d.Draft) == choice.Quotation
	}) {
		return all, nil
	}
	for _, c := range candidates {
		if sourceOf(c.Draft) != source {
			continue
		}
		d, ok, err := quoteOne(ctx, site, site.resolved(c))
		if err != nil {
			return nil, err
		}
		if ok && formOf(d.Draft) == choice.Quotation && reword.Sound(d.Text) {
			all = append(all, d)
			slices.SortStableFunc(all, func(a, b scoredDraft) int { return cmp.Compare(b.score, a.score) })
			return all, nil
		}
	}
	return all, nil
}
