package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"go.lsp.dev/protocol"
)

// paperActions offers the preferred action for each paper, then an action that shows more papers,
// then the alternative actions.
func (s *suggestions) paperActions(
	at cite.Site, base actionData, found engine.Discovery, options []cite.Option, note string, lazily bool,
) (all []protocol.CommandOrCodeAction) {
	setting := s.currentSettings().Prefer
	offer := func(nth int) {
		for _, o := range options {
			if modes := o.Modes(setting); nth < len(modes) {
				all = append(
					all,
					citeAction(
						titleOf(at, o, modes[nth], note)+show.LabelWithOrigin(o.Paper),
						base.of(o.Paper, modes[nth]), lazily,
					),
				)
			}
		}
	}
	offer(0)
	if len(found.Papers) > 0 {
		base.Mode = at.Bare(s.currentSettings()).Modes(setting)[0]
		all = append(all, &protocol.CodeAction{
			Title: titles[base.Mode] + ": more ...", Kind: ptr(protocol.CodeActionKindRefactorRewrite),
			Command: command("More papers", commandMore, base),
		})
	}
	offer(1)
	return all
}

var titles = map[cite.Mode]string{cite.WriteSentence: titleSentence, cite.WriteMark: titleMark}

func titleOf(at cite.Site, o cite.Option, m cite.Mode, note string) string {
	return titles[m] + note + o.Remark(at, m) + ": "
}

// relaxedTitles maps the ways of relaxing keywords to the notes about them in action titles.
var relaxedTitles = map[string]string{
	engine.RelaxedNear:  " (keywords near each other)",
	engine.RelaxedWords: " (keywords anywhere)",
	engine.RelaxedTerms: " (only parts of the keywords match)",
	engine.RelaxedAll:   " (keywords ignored)",
}

// draftAhead drafts the sentence about the best paper while the menu is open. It does so only if a model
// writes or reviews the drafts, which takes up to a second.
func (s *suggestions) draftAhead(ctx context.Context, at cite.Site, best *engine.Paper) {
	e, err := s.engines.Get(ctx)
	if err != nil || !e.DraftsByModel() {
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
