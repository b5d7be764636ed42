package lsp

import (
	"context"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// weakSupport is the support below which the mark comes before the sentence: a fifth
// of statements with this score, half of all being true, are not shown by their paper.
const weakSupport = 0.8

// An option is a paper of the menu, with what is known of the best sentence about it.
type option struct {
	paper  *engine.Paper
	alone  bool   // there is no sentence
	why    string // there is none; "" where that needs no word
	weak   bool   // its sentence is weakly supported
	marked bool   // its mark is there already
}

// options compose the best sentence about each paper, whatever writes it in the end:
// a model would take seconds.
func (s *server) options(ctx context.Context, at citeSite, found []engine.Found) []option {
	all := make([]option, len(found))
	uncited := s.uncited(ctx, at, found)
	var composing sync.WaitGroup
	for i, f := range found {
		all[i] = s.bare(at)
		all[i].paper = f.Paper
		all[i].marked = !slices.ContainsFunc(uncited, func(u engine.Found) bool { return u.Paper == f.Paper })
		if !all[i].alone {
			composing.Add(1)
			s.goSafe("compose", func() {
				defer composing.Done()
				all[i].judge(s.composed(ctx, at, f.Paper))
			})
		}
	}
	composing.Wait()
	return all
}

// composed is the sentence without a model. Where nothing is written by one, the
// action that is chosen finds it made.
func (s *server) composed(ctx context.Context, at citeSite, p *engine.Paper) (engine.Draft, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return engine.Draft{}, err
	}
	paper, err := s.paper(ctx, engine.WorkRef{ID: p.ID, Corpus: p.Corpus})
	if err != nil {
		return engine.Draft{}, err
	}
	if e.WritesByModel() {
		return e.Composed(ctx, at.request(paper))
	}
	drafts, err := s.drafts.Get(ctx, e, at.request(paper), 1)
	if err != nil {
		return engine.Draft{}, err
	}
	return drafts[0], nil
}

// judge takes a draft into account. Of one that failed nothing is known, and the
// action that is chosen says why.
func (o *option) judge(d engine.Draft, err error) {
	switch {
	case err != nil:
	case d.MarkOnly:
		o.alone, o.why = true, d.Reason
	default:
		o.weak = d.Evidence.Score < weakSupport
	}
}

// marksAlone says why no sentence is offered, "" where sentences are.
func (s *server) marksAlone(p citeSite) string {
	if s.currentSettings().OtherLanguages == config.PreferMark && engine.LanguageOf(p.context()) != "English" {
		return "sentences are in English"
	}
	return ""
}

// bare is an option of which nothing is known but its place.
func (s *server) bare(at citeSite) option {
	why := s.marksAlone(at)
	return option{alone: why != "" || at.m.TakesOnlyMarks(), why: why}
}

// modes are what is offered of a paper, the preferred one first.
func (o option) modes(setting string) []mode {
	switch {
	case o.alone && o.marked:
		return nil
	case o.alone:
		return []mode{writeMark}
	case o.marked:
		return []mode{writeSentence}
	case o.weak || setting == config.PreferMark:
		return []mode{writeMark, writeSentence}
	}
	return []mode{writeSentence, writeMark}
}

// paperActions offer what is preferred of each paper, then more papers, then the rest.
func (s *server) paperActions(at citeSite, base actionData, found engine.Discovery, options []option, note string, lazily bool) (all []protocol.CommandOrCodeAction) {
	setting := s.currentSettings().Prefer
	offer := func(nth int) {
		for _, o := range options {
			if modes := o.modes(setting); nth < len(modes) {
				all = append(all, s.action(s.titleOf(at, o, modes[nth], note)+show.LabelWithOrigin(o.paper), base.of(o.paper, modes[nth]), lazily))
			}
		}
	}
	offer(0)
	if len(found.Papers) > 0 {
		base.Mode = s.bare(at).modes(setting)[0]
		all = append(all, &protocol.CodeAction{
			Title: titles[base.Mode] + ": more ...", Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command("More papers", commandMore, base),
		})
	}
	offer(1)
	return all
}

var titles = map[mode]string{writeSentence: titleSentence, writeMark: titleMark}

// titleOf is the title of an action, but for the paper.
func (s *server) titleOf(at citeSite, o option, m mode, note string) string {
	title := titles[m] + note
	switch {
	case o.why != "":
		title += " (" + o.why + ")"
	case o.weak && m == writeMark:
		title += " (its sentence is weakly supported)"
	case o.weak:
		title += " (weakly supported)"
	}
	if m == writeSentence && engine.LanguageOf(at.context()) != "English" {
		title += " (in English)"
	}
	return title + ": "
}

// draftAhead drafts the sentence about the best paper while the menu is open,
// where a model writes: it takes a second, others take no time.
func (s *server) draftAhead(ctx context.Context, at citeSite, best *engine.Paper) {
	e, err := s.engines.Get(ctx)
	if err != nil || !e.WritesByModel() {
		return
	}
	paper, err := s.paper(ctx, engine.WorkRef{ID: best.ID, Corpus: best.Corpus})
	if err != nil {
		return
	}
	working, draft := s.drafts.Ahead(s.ctx, e, at.request(paper))
	s.engines.Keep(working, e)
	s.goSafe("draft ahead", draft)
}
