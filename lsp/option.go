package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"go.lsp.dev/protocol"
)

// paperActions offers the preferred action for each paper, then an action that shows more papers,
// then the alternative actions.
func (s *suggestions) paperActions(
	at cite.Site, base actionData, found engine.Discovery, options []cite.Option, note string, lazily bool,
) (all codeActions) {
	setting := s.currentSettings().Prefer
	offer := func(nth int) {
		for _, o := range options {
			if actions := o.Actions(setting); nth < len(actions) {
				title := titleOf(at, actions[nth]) + note + o.Remark(at, actions[nth]) + ": " + show.LabelWithOrigin(o.Paper)
				all = append(all, citeAction(title, base.of(o.Paper, actions[nth]), lazily))
			}
		}
	}
	offer(0)
	if len(found.Papers) > 0 {
		base.Mode = at.Bare(s.currentSettings()).Actions(setting)[0]
		all = append(all, &protocol.CodeAction{
			Title: titleOf(at, base.Mode) + ": more ...", Kind: new(protocol.CodeActionKindRefactorRewrite),
			Command: command("More papers", commandMore, base),
		})
	}
	offer(1)
	return all
}

// titleOf returns the beginning of the title of an action.
func titleOf(at cite.Site, a cite.Action) string {
	switch {
	case a != cite.WriteMark:
		return titleSentence
	case at.Within:
		return titleMark + " after the selection"
	}
	return titleMark
}

// relaxedTitles maps each way of relaxing keywords to the note about it in action titles.
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
	if err != nil || !e.DraftsAhead() {
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

func (s *suggestions) claimActions(
	ctx context.Context, claims []cite.Site, work protocol.ProgressToken,
) (all codeActions, err error) {
	each := max(1, s.currentSettings().Candidates/len(claims))
	var marks codeActions
	for _, at := range claims {
		found, err := s.discover(ctx, at.Query(ctx, s.files, each+len(at.CitedKeys())), work)
		if err != nil {
			return nil, err
		}
		papers := at.NotCited(ctx, s.files, found.Papers)
		about := fmt.Sprintf(" for “%s”: ", show.Shorten(at.Claim, longestClaim))
		base := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: s.position(at.Doc, at.Offset),
			Claim: at.Claim, Within: at.Within}
		for _, f := range papers[:min(each, len(papers))] {
			about, lazily := about+show.LabelWithOrigin(f.Paper), s.canResolve(ctx, at.Doc)
			if !at.Manuscript.TakesOnlyMarks() {
				all = append(all, citeAction(titleSentence+about, base.of(f.Paper, cite.WriteSentence), lazily))
			}
			marks = append(marks, citeAction(titleOf(at, cite.WriteMark)+about, base.of(f.Paper, cite.WriteMark), lazily))
		}
	}
	return append(all, marks...), nil
}

const longestClaim = 40 // maximum length of a claim in an action's title, in characters
