package lsp

import (
	"context"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// options compose the best sentence about each paper, whatever writes it in the end:
// a model would take seconds.
func (s *server) options(ctx context.Context, at cite.Site, found []engine.Found) []cite.Option {
	all := make([]cite.Option, len(found))
	uncited := at.NotCited(ctx, s.files, found)
	var composing sync.WaitGroup
	for i, f := range found {
		all[i] = at.Bare(s.currentSettings())
		all[i].Paper = f.Paper
		all[i].Marked = !slices.ContainsFunc(uncited, func(u engine.Found) bool { return u.Paper == f.Paper })
		if !all[i].Alone {
			composing.Add(1)
			s.goSafe("compose", func() {
				defer composing.Done()
				all[i].Judge(s.composed(ctx, at, f.Paper))
			})
		}
	}
	composing.Wait()
	return all
}

// composed is the sentence without a model. Where nothing is written by one, the
// action that is chosen finds it made.
func (s *server) composed(ctx context.Context, at cite.Site, p *engine.Paper) (engine.Draft, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return engine.Draft{}, err
	}
	paper, err := s.writer.Paper(ctx, engine.WorkRef{ID: p.ID, Corpus: p.Corpus})
	if err != nil {
		return engine.Draft{}, err
	}
	if e.WritesByModel() {
		return e.Composed(ctx, at.DraftRequest(paper))
	}
	drafts, err := s.drafts.Get(ctx, e, at.DraftRequest(paper), 1)
	if err != nil {
		return engine.Draft{}, err
	}
	return drafts[0], nil
}

// paperActions offer what is preferred of each paper, then more papers, then the rest.
func (s *server) paperActions(at cite.Site, base actionData, found engine.Discovery, options []cite.Option, note string, lazily bool) (all []protocol.CommandOrCodeAction) {
	setting := s.currentSettings().Prefer
	offer := func(nth int) {
		for _, o := range options {
			if modes := o.Modes(setting); nth < len(modes) {
				all = append(all, s.action(s.titleOf(at, o, modes[nth], note)+show.LabelWithOrigin(o.Paper), base.of(o.Paper, modes[nth]), lazily))
			}
		}
	}
	offer(0)
	if len(found.Papers) > 0 {
		base.Mode = at.Bare(s.currentSettings()).Modes(setting)[0]
		all = append(all, &protocol.CodeAction{
			Title: titles[base.Mode] + ": more ...", Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command("More papers", commandMore, base),
		})
	}
	offer(1)
	return all
}

var titles = map[cite.Mode]string{cite.WriteSentence: titleSentence, cite.WriteMark: titleMark}

// titleOf is the title of an action, but for the paper.
func (s *server) titleOf(at cite.Site, o cite.Option, m cite.Mode, note string) string {
	title := titles[m] + note
	switch {
	case o.Why != "":
		title += " (" + o.Why + ")"
	case o.Weak && m == cite.WriteMark:
		title += " (its sentence is weakly supported)"
	case o.Weak:
		title += " (weakly supported)"
	}
	if m == cite.WriteSentence && text.Language(at.Context()) != "English" {
		title += " (in English)"
	}
	return title + ": "
}

// draftAhead drafts the sentence about the best paper while the menu is open,
// where a model writes: it takes a second, others take no time.
func (s *server) draftAhead(ctx context.Context, at cite.Site, best *engine.Paper) {
	e, err := s.engines.Get(ctx)
	if err != nil || !e.WritesByModel() {
		return
	}
	paper, err := s.writer.Paper(ctx, engine.WorkRef{ID: best.ID, Corpus: best.Corpus})
	if err != nil {
		return
	}
	working, draft := s.drafts.Ahead(s.ctx, e, at.DraftRequest(paper))
	s.engines.Keep(working, e)
	s.goSafe("draft ahead", draft)
}
