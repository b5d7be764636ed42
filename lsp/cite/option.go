package cite

import (
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
