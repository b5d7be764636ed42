package cite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// WeakSupport is the support score below which the menu lists the citation mark before the
// sentence. If half of all statements are true, a fifth of those with this score are not supported
// by their paper.
const WeakSupport = 0.8

// An Option is a paper in the menu, with the result of drafting a sentence about it.
type Option struct {
	Paper    *engine.Paper
	MarkOnly bool   // only a citation mark can be offered, no sentence
	Reason   string // why MarkOnly is set, or "" if the reason is obvious
	Weak     bool   // the paper supports the sentence only weakly
	// Contradicts is set if the paper contradicts the sentence at the site.
	Contradicts bool
	Cited       bool // the sentence at the site already cites the paper
}

// Judge updates the option with the result of a draft. It ignores err, which is reported if the
// user chooses the option.
func (o *Option) Judge(d engine.Draft, err error) {
	switch {
	case err != nil:
	case d.MarkOnly:
		o.MarkOnly, o.Reason = true, d.Reason
	default:
		o.Weak, o.Contradicts = d.Evidence.Score < WeakSupport, d.Contradicts
	}
}

// MarkOnlyReason returns the reason why only citation marks can be inserted at the site, or "".
func (p Site) MarkOnlyReason(settings config.Settings) string {
	if settings.OtherLanguages == config.PreferMark && text.Language(p.Context()) != "English" {
		return "sentences are written only in English"
	}
	return ""
}

// Bare returns an option with the properties that are known before a sentence is drafted.
func (p Site) Bare(settings config.Settings) Option {
	why := p.MarkOnlyReason(settings)
	return Option{MarkOnly: why != "" || p.Manuscript.TakesOnlyMarks(), Reason: why}
}

// Actions returns the actions to offer for a paper, the preferred one first.
func (o Option) Actions(setting string) []Action {
	switch {
	case o.MarkOnly && o.Cited:
		return nil
	case o.MarkOnly:
		return []Action{WriteMark}
	case o.Cited:
		return []Action{WriteSentence}
	case o.Weak || setting == config.PreferMark:
		return []Action{WriteMark, WriteSentence}
	}
	return []Action{WriteSentence, WriteMark}
}

// Remark returns a comment about the sentence to append to an action's title, or "".
func (o Option) Remark(p Site, a Action) (remark string) {
	switch {
	case o.Reason != "":
		remark = " (" + o.Reason + ")"
	case o.Contradicts && o.Weak:
		remark = " (contradicts your sentence, weakly supported)"
	case o.Contradicts:
		remark = " (contradicts your sentence)"
	case o.Weak && a == WriteMark:
		remark = " (the drafted sentence is weakly supported)"
	case o.Weak:
		remark = " (weakly supported)"
	}
	if a == WriteSentence && text.Language(p.Context()) != "English" {
		remark += " (in English)"
	}
	return remark
}

// Options drafts the best sentence about each paper. It never uses a language model, which would
// take seconds.
func (w *Writer) Options(ctx context.Context, at Site, found []engine.Hit) []Option {
	all := make([]Option, len(found))
	uncited := at.NotCited(ctx, w.Files, found)
	var composing sync.WaitGroup
	for i, f := range found {
		all[i] = at.Bare(w.Settings())
		all[i].Paper = f.Paper
		all[i].Cited = !slices.ContainsFunc(uncited, func(u engine.Hit) bool { return u.Paper == f.Paper })
		if !all[i].MarkOnly {
			composing.Add(1)
			w.Host.Go("compose", func() {
				defer composing.Done()
				all[i].Judge(w.composed(ctx, at, f.Paper, all[i].Cited))
			})
		}
	}
	composing.Wait()
	return all
}

// composed drafts a sentence without a language model. If no model is configured, the draft is
// cached for the chosen action. cited is true if the sentence at the site cites the paper.
func (w *Writer) composed(ctx context.Context, at Site, p *engine.Paper, cited bool) (engine.Draft, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return engine.Draft{}, err
	}
	paper, err := w.Paper(ctx, engine.WorkRef{ID: p.ID, Corpus: p.Corpus})
	if err != nil {
		return engine.Draft{}, err
	}
	request := at.DraftRequest(paper)
	if cited {
		request.Claim = ""
	}
	return w.Drafts.Composed(ctx, e, request)
}

const maxForms = 3 // maximum number of forms in the menu

// OtherForms returns the other forms in which the sentence at a site can be written about the paper
// that it cites, best first. It never uses a language model, and returns nil if the engine writes
// with one.
func (w *Writer) OtherForms(ctx context.Context, p Site, paper *engine.Paper) (forms []engine.Form) {
	e, err := w.Engines.Get(ctx)
	if err != nil || e.WritesByModel() {
		return nil
	}
	ref := engine.WorkRef{ID: paper.ID, Corpus: paper.Corpus}
	all, err := w.Variants(ctx, p, Request{Action: Another, Offset: p.Offset, Paper: ref}, MaxVariants)
	if err != nil {
		return nil // reported if the user chooses Another sentence
	}
	var present engine.Form
	for _, c := range all {
		if c.isIn(p.Doc.Text) {
			present = c.Base
		}
	}
	for _, c := range all {
		if c.Base != "" && c.Base != present && !slices.Contains(forms, c.Base) && len(forms) < maxForms {
			forms = append(forms, c.Base)
		}
	}
	return forms
}

// nextOf returns the change that follows the one already in the text, or the first if the text
// contains none of them.
func nextOf(p Site, all []Change) (Change, error) {
	at := slices.IndexFunc(all, func(c Change) bool { return c.isIn(p.Doc.Text) })
	switch {
	case at == 0 && len(all) == 1:
		return Change{}, errors.New("no other sentence was found in this paper: try other keywords")
	case at == len(all)-1:
		return Change{}, fmt.Errorf("this is the last of %d sentences about this paper: choose another form or paper "+
			"in the menu, or try other keywords", len(all))
	}
	return all[at+1], nil
}

// isIn reports whether a text already contains the sentence of a change, ignoring line breaks.
func (c Change) isIn(text string) bool {
	return slices.Equal(strings.Fields(c.Text), strings.Fields(text[c.Range.Start:c.Range.End]))
}

// InForm returns the first change with the given form. A sentence that begins with "In contrast, " has two
// forms: a contrast, and its form without these words.
func InForm(all []Change, form engine.Form) (Change, error) {
	for _, c := range all {
		if c.Form == form || c.Base == form {
			return c, nil
		}
	}
	return Change{}, fmt.Errorf("no sentence about this paper has the form %q: choose another form, or omit "+
		"the form", form)
}
