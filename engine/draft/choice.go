package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Choice is a draft beside others, with all that it is chosen by.
type Choice struct {
	Draft
	Support  float64 // probability that the paper shows all of it
	Keywords float64 // share of the keywords that it names
	Composed float64 // the composer's score, 0 for drafts of a model
	Drafted  bool    // a model wrote it
}

// draftedBar is the support from which on a model's draft is taken: of 39 drafts
// that were read with any support 27 were true, of 37 with this much 35.
const draftedBar = 0.985

// holds reports whether a draft may go into a manuscript. What the composer made
// can only leave something out, so that the check is a second opinion there.
func (c Choice) holds() bool {
	if c.Drafted {
		return c.Support >= draftedBar
	}
	return Support{Score: c.Support}.Supported()
}

// Choices are all drafts of composer and model about a paper, in no order, the
// unsupported among them; with how the model failed, where it did.
func (w CheckedWriter) Choices(ctx context.Context, req Request) (choices []Choice, failed error, err error) {
	composed, err := w.Composer.candidates(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range composed[:min(len(composed), draftsChosenFrom)] {
		choices = append(choices, Choice{Draft: c.Draft, Composed: c.score})
	}
	written, failed := w.written(ctx, req, composed)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	for _, d := range written {
		choices = append(choices, Choice{Draft: d, Drafted: true})
	}
	return choices, failed, w.weigh(ctx, req, choices)
}

// draftsChosenFrom is how many drafts of the model, and of the composer, one is
// chosen from.
const draftsChosenFrom = 8

// weigh checks drafts and counts their keywords.
func (w CheckedWriter) weigh(ctx context.Context, req Request, choices []Choice) error {
	short, note := compose.Defined(req.Context), languageNote(req.Context)
	for i := range choices {
		c := &choices[i]
		checker := w.Checker
		checker.OwnWork = c.OwnWork
		support, err := checker.Check(ctx, req.Paper, spelledOut(c.Text, short))
		if err != nil {
			return err
		}
		if c.Drafted {
			c.Evidence = support.Evidence
		}
		c.Support, c.Evidence.Score, c.Note = support.Score, support.Score, note
		c.Keywords = shareIn(req.Keywords, text.TermSet(c.Text))
	}
	return nil
}

// spelledOut replaces the abbreviations of the document, which the paper need
// not know, by what they represent.
func spelledOut(s string, short map[string]string) string {
	fields := strings.Split(s, " ")
	for i, field := range fields {
		if long := short[strings.Trim(field, ".,;:()")]; long != "" {
			fields[i] = strings.Replace(field, strings.Trim(field, ".,;:()"), long, 1)
		}
	}
	return strings.Join(fields, " ")
}

// written are the sentences that the model makes of what the composer would say,
// all about the authors: of others it makes claims about whoever writes.
func (w CheckedWriter) written(ctx context.Context, req Request, composed []scoredDraft) ([]Draft, error) {
	if len(req.Paper.Authors) == 0 {
		return nil, nil
	}
	if !w.Free {
		req.Passages = passagesOf(composed)
		req.Vocabulary = vocabularyOf(req.Paper, compose.Defined(req.Context))
		req.Beginnings = beginningsOf(composed)
	}
	drafts, err := w.Drafter.Drafts(ctx, req, draftsChosenFrom)
	single := len(req.Paper.Authors) == 1
	return slices.DeleteFunc(drafts, func(d Draft) bool { return !isCiting(d.Text) || disagrees(d.Text, single) }), err
}

// disagrees reports whether the verb behind the authors is one of several where
// there is one, or the other way round.
func disagrees(s string, single bool) bool {
	rest, begins := strings.CutPrefix(s, Mark+" ")
	verb, _, _ := strings.Cut(rest, " ")
	switch {
	case !begins:
		return false
	case verb == "have" || verb == "are" || verb == "were":
		return single
	case verb == "has" || verb == "is" || verb == "was":
		return !single
	case compose.TenseOf(verb) != compose.Present:
		return false
	}
	return single != (strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss"))
}

// passagesRead is how many statements the model reads. Each takes time.
const passagesRead = 2

// passagesOf are the statements that fit a place best, in the words of the paper.
func passagesOf(composed []scoredDraft) (passages []string) {
	for _, c := range composed {
		if len(passages) < passagesRead && !slices.Contains(passages, c.Evidence.Text) {
			passages = append(passages, c.Evidence.Text)
		}
	}
	return passages
}

// beginningsOf lets drafts begin with the authors: with any verb, and with the
// one that the composer has.
func beginningsOf(composed []scoredDraft) []string {
	all := []string{Mark}
	for _, c := range composed {
		rest, ok := strings.CutPrefix(c.Text, Mark+" ")
		if verb, _, _ := strings.Cut(rest, " "); ok && verb != "" {
			return append(all, Mark+" "+verb)
		}
	}
	return all
}

// ordered leaves the choices that hold, the best first: those that begin unlike the
// sentence before in a paragraph, that name most keywords, that a model wrote, that
// are likeliest or fit best.
func ordered(choices []Choice, req Request) []Choice {
	all := slices.DeleteFunc(choices, func(c Choice) bool { return !c.holds() })
	repeats := func(c Choice) int {
		if req.Follows != "" && beginning(c.Text) == beginning(req.Follows) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(repeats(a), repeats(b)), cmp.Compare(b.Keywords, a.Keywords), byWriter(a, b),
			cmp.Compare(b.Fluency, a.Fluency), cmp.Compare(b.Composed, a.Composed))
	})
	return all
}

// byWriter puts drafts of a model first.
func byWriter(a, b Choice) int {
	switch {
	case a.Drafted == b.Drafted:
		return 0
	case a.Drafted:
		return -1
	}
	return 1
}
