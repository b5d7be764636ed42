package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Choice is a candidate draft with the criteria for selecting it.
type Choice struct {
	Draft
	Support  float64 // probability that the paper supports the whole sentence
	Keywords float64 // share of the keywords that the draft contains
	Composed float64 // score of the Composer; 0 for a model's draft
	Drafted  bool    // whether a model wrote the draft
	topic    string  // the topic of a composed draft that makes no claim, or ""
	scope    compose.Scope
}

// draftedBar is the minimum support of a model's draft. In a sample of 39 drafts with any support, 27
// were true; of 37 with at least this support, 35 were.
const draftedBar = 0.985

// holds reports whether a draft may be inserted. A draft of the Composer needs less support, since it
// only rephrases the paper.
func (c Choice) holds() bool {
	if c.Drafted {
		return c.Support >= draftedBar
	}
	return Support{Score: c.Support}.Supported()
}

// Choices returns all drafts of the Composer and the model in no particular order, including
// unsupported ones. failed is the model's error.
func (w CheckedWriter) Choices(ctx context.Context, req Request) (choices []Choice, failed error, err error) {
	site := newSite(req)
	composed, err := w.Composer.candidates(ctx, site)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range composed[:min(len(composed), draftsChosenFrom)] {
		choices = append(choices, Choice{Draft: c.Draft, Composed: c.score, topic: c.topic, scope: c.scope})
	}
	written, failed := w.written(ctx, req, composed)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	for _, d := range written {
		choices = append(choices, Choice{Draft: d, Drafted: true})
	}
	if err := w.weigh(ctx, site, choices); err != nil {
		return nil, nil, err
	}
	choices, err = withoutCopies(ctx, site, choices)
	return choices, failed, err
}

// draftsChosenFrom is the maximum number of candidates from the model, and of those from the
// Composer.
const draftsChosenFrom = 8

// weigh sets the support of drafts and their shares of keywords.
func (w CheckedWriter) weigh(ctx context.Context, site *site, choices []Choice) error {
	short, note := compose.Defined(site.Context), languageNote(site.Context)
	for i := range choices {
		c := &choices[i]
		support, err := Checker{OwnWork: c.OwnWork}.check(ctx, site.sources, spelledOut(cmp.Or(c.topic, c.Text), short))
		if err != nil {
			return err
		}
		if c.Drafted {
			c.Evidence = support.Evidence
		}
		c.Support, c.Evidence.Score, c.Note = support.Score, support.Score, note
		c.Keywords = shareIn(site.Keywords, text.TermSet(c.Text))
	}
	return nil
}

// spelledOut expands the document's abbreviations in s, since the paper may not use them.
func spelledOut(s string, short map[string]string) string {
	fields := strings.Split(s, " ")
	for i, field := range fields {
		if long := short[strings.Trim(field, ".,;:()")]; long != "" {
			fields[i] = strings.Replace(field, strings.Trim(field, ".,;:()"), long, 1)
		}
	}
	return strings.Join(fields, " ")
}

// written returns the model's drafts that are complete citing sentences and agree with the number
// of authors.
func (w CheckedWriter) written(ctx context.Context, req Request, composed []scoredDraft) ([]Draft, error) {
	if len(req.Paper.Authors) == 0 {
		return nil, nil
	}
	req.Passages = passagesOf(composed)
	drafts, err := w.Drafter.Drafts(ctx, req, draftsChosenFrom)
	single := len(req.Paper.Authors) == 1
	return slices.DeleteFunc(drafts, func(d Draft) bool { return !isCiting(d.Text) || disagrees(d.Text, single) }), err
}

// disagrees reports whether the verb after the citation has the wrong number for the authors.
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

// passagesRead is the maximum number of passages in a prompt, since the model needs time for each.
const passagesRead = 2

// passagesOf returns the sentences from which the best statements were made.
func passagesOf(composed []scoredDraft) (passages []string) {
	for _, c := range composed {
		if len(passages) < passagesRead && !slices.Contains(passages, c.Evidence.Text) {
			passages = append(passages, c.Evidence.Text)
		}
	}
	return passages
}

// ordered returns the supported choices, best first. The criteria are, in this order: a beginning that
// differs from the previous sentence's, the share of keywords, the writer, and the Composer's score.
func ordered(choices []Choice, req Request) []Choice {
	all := slices.DeleteFunc(choices, func(c Choice) bool { return !c.holds() })
	repeats := func(c Choice) int { return int(repetition(c.Text, req.Follows)) }
	slices.SortStableFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(repeats(a), repeats(b)), cmp.Compare(b.Keywords, a.Keywords), byWriter(a, b),
			cmp.Compare(b.Composed, a.Composed))
	})
	return all
}

// byWriter sorts a model's drafts first.
func byWriter(a, b Choice) int {
	switch {
	case a.Drafted == b.Drafted:
		return 0
	case a.Drafted:
		return -1
	}
	return 1
}
