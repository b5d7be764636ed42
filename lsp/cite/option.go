package cite

import (
	"context"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// WeakSupport is the support below which the mark comes before the sentence: a fifth
// of statements with this score, half of all being true, are not shown by their paper.
const WeakSupport = 0.8

// An Option is a paper of the menu, with what is known of the best sentence about it.
type Option struct {
	Paper  *engine.Paper
	Alone  bool   // there is no sentence
	Why    string // there is none; "" where that needs no word
	Weak   bool   // its sentence is weakly supported
	Marked bool   // its mark is there already
}

// Judge takes a draft into account. Of one that failed nothing is known, and the
// action that is chosen says why.
func (o *Option) Judge(d engine.Draft, err error) {
	switch {
	case err != nil:
	case d.MarkOnly:
		o.Alone, o.Why = true, d.Reason
	default:
		o.Weak = d.Evidence.Score < WeakSupport
	}
}

// MarksAlone says why no sentence is offered, "" where sentences are.
func (p Site) MarksAlone(settings config.Settings) string {
	if settings.OtherLanguages == config.PreferMark && text.Language(p.Context()) != "English" {
		return "sentences are in English"
	}
	return ""
}

// Bare is an option of which nothing is known but its place.
func (p Site) Bare(settings config.Settings) Option {
	why := p.MarksAlone(settings)
	return Option{Alone: why != "" || p.Manuscript.TakesOnlyMarks(), Why: why}
}

// Modes are what is offered of a paper, the preferred one first.
func (o Option) Modes(setting string) []Mode {
	switch {
	case o.Alone && o.Marked:
		return nil
	case o.Alone:
		return []Mode{WriteMark}
	case o.Marked:
		return []Mode{WriteSentence}
	case o.Weak || setting == config.PreferMark:
		return []Mode{WriteMark, WriteSentence}
	}
	return []Mode{WriteSentence, WriteMark}
}

// Remark says in the title of an action what is known of the sentence.
func (o Option) Remark(p Site, m Mode) (remark string) {
	switch {
	case o.Why != "":
		remark = " (" + o.Why + ")"
	case o.Weak && m == WriteMark:
		remark = " (its sentence is weakly supported)"
	case o.Weak:
		remark = " (weakly supported)"
	}
	if m == WriteSentence && text.Language(p.Context()) != "English" {
		remark += " (in English)"
	}
	return remark
}

// Options compose the best sentence about each paper, whatever writes it in the end:
// a model would take seconds.
func (w *Writer) Options(ctx context.Context, at Site, found []engine.Found) []Option {
	all := make([]Option, len(found))
	uncited := at.NotCited(ctx, w.Files, found)
	var composing sync.WaitGroup
	for i, f := range found {
		all[i] = at.Bare(w.Settings())
		all[i].Paper = f.Paper
		all[i].Marked = !slices.ContainsFunc(uncited, func(u engine.Found) bool { return u.Paper == f.Paper })
		if !all[i].Alone {
			composing.Add(1)
			w.Host.Go("compose", func() {
				defer composing.Done()
				all[i].Judge(w.composed(ctx, at, f.Paper))
			})
		}
	}
	composing.Wait()
	return all
}

// composed is the sentence without a model. Where nothing is written by one, the
// action that is chosen finds it made.
func (w *Writer) composed(ctx context.Context, at Site, p *engine.Paper) (engine.Draft, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return engine.Draft{}, err
	}
	paper, err := w.Paper(ctx, engine.WorkRef{ID: p.ID, Corpus: p.Corpus})
	if err != nil {
		return engine.Draft{}, err
	}
	return w.Drafts.Composed(ctx, e, at.DraftRequest(paper))
}
