package lsp

import (
	"context"
	"errors"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// CodeAction offers papers to cite at the cursor. Only a request that the user
// made searches; one that the editor makes by itself, at every move of the
// cursor, gets at most an offer to.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if d.Markup == nil && !d.IsBib() {
		return nil, nil
	}
	releaseOrder(ctx)
	if d.IsBib() {
		return s.bibActions(ctx, d, p), nil
	}
	var fixes []protocol.CommandOrCodeAction
	if wants(p.Context.Only, protocol.CodeActionKindQuickFix) && p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic {
		if fixes, err = s.quickFixes(ctx, d, p.Range.End); err != nil {
			return nil, err
		}
	}
	if !wants(p.Context.Only, protocol.CodeActionKindRefactorRewrite) {
		return fixes, nil
	}
	rewrites, err := s.suggestions(ctx, d, p)
	rewrites = append(s.relatedAction(d, p.Range), rewrites...)
	if p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic {
		rewrites = append(s.linkActions(ctx, d, p.Range.End), rewrites...)
		rewrites = append(rewrites, s.onlineActions(ctx, d, p.Range)...)
		rewrites = append(rewrites, s.copyAction(ctx, d, p.Range.End)...)
		rewrites = append(rewrites, s.textActions(ctx, d, p.Range.End)...)
		rewrites = append(rewrites, s.removeActions(ctx, d, p.Range.End)...)
	}
	return append(fixes, rewrites...), err
}

// suggestions are the papers to cite at the cursor.
func (s *server) suggestions(ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	claims := s.claimsIn(ctx, d, doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)})
	isAutomatic := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
	if len(claims) > 1 && !isAutomatic {
		all, err := s.claimActions(ctx, claims, p.WorkDoneToken)
		if nothing := (*app.NothingError)(nil); errors.As(err, &nothing) && ctx.Err() == nil {
			return s.unavailable(ctx, err), nil
		}
		return all, err
	}
	end := p.Range.End
	at, ok := s.siteAt(ctx, d, s.offset(d, end))
	if len(claims) == 1 {
		at, ok = claims[0], true
		end = s.protocolRange(d.Snapshot, doc.Span{Start: at.Offset, End: at.Offset}).Start
	}
	if !ok {
		return nil, nil
	}
	if isAutomatic {
		return s.offer(at, end), nil
	}
	candidates := s.currentSettings().Candidates
	found, err := s.discover(ctx, at.Query(ctx, s.files, candidates+len(at.CitedKeys())), p.WorkDoneToken)
	if nothing := (*app.NothingError)(nil); errors.As(err, &nothing) && ctx.Err() == nil {
		return s.unavailable(ctx, err), nil
	}
	if err != nil {
		return nil, err
	}
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	found.Papers = found.Papers[:min(candidates, len(found.Papers))]
	if len(found.Papers) > 0 {
		s.draftAhead(ctx, at, found.Papers[0].Paper)
	}
	return s.actions(ctx, at, end, found)
}

// discover searches, and shows so where it takes long.
func (s *server) discover(ctx context.Context, q engine.Query, work protocol.ProgressToken) (engine.Discovery, error) {
	ctx, end := s.report(ctx, work, "Searching literature")
	defer end("done")
	found, err := s.engines.Discover(ctx, q)
	s.warnOfOnce(ctx, found.Notices...)
	return found, err
}

// wants reports whether an editor that asks for some kinds of actions takes one.
func wants(only []protocol.CodeActionKind, offered protocol.CodeActionKind) bool {
	for _, kind := range only {
		if kind == "" || kind == offered || strings.HasPrefix(string(offered), string(kind)+".") {
			return true
		}
	}
	return len(only) == 0
}

// offer is one action that searches when it is chosen, where a directive says
// that the user means to cite.
func (s *server) offer(at cite.Site, position protocol.Position) []protocol.CommandOrCodeAction {
	if at.Directive == nil {
		return nil
	}
	first := at.Bare(s.currentSettings()).Modes(s.currentSettings().Prefer)[0]
	e := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: position, Mode: first}
	return []protocol.CommandOrCodeAction{rewriteBy(commandSuggest, titleSentence, e)}
}

// unavailable says why there is nothing to offer.
func (s *server) unavailable(ctx context.Context, err error) []protocol.CommandOrCodeAction {
	if !s.caps.disabledActions {
		if !s.desk.IsOn(ctx) { // which is offered instead
			s.warnOfError(ctx, err)
		}
		return nil
	}
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: "Suggest citation", Kind: ptr(protocol.CodeActionKindRefactorRewrite), Disabled: protocol.CodeActionDisabled{Reason: err.Error()},
	}}
}

// The beginnings of titles, which scripts go by.
const (
	titleSentence = "Suggest citation"
	titleMark     = "Insert citation mark"
	titleRewrite  = "Rewrite with other keywords"
	titleAnother  = "Another sentence"
)

func (s *server) actions(ctx context.Context, at cite.Site, position protocol.Position, found engine.Discovery) (all []protocol.CommandOrCodeAction, err error) {
	note := relaxedTitles[found.Relaxation.Code]
	if note != "" {
		s.inform(ctx, "keywords “"+at.Keywords()+"”: "+found.Relaxation.Text)
	}
	base, lazily := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: position}, s.canResolve(ctx, at.Doc)
	if cited := s.writer.CitedAlone(ctx, at); cited != nil {
		if at.Directive != nil {
			all = append(all, s.action(titleRewrite+": "+show.Label(cited), base.of(cited, cite.Rewrite), lazily))
		}
		all = append(all, s.action(titleAnother+": "+show.Label(cited), base.of(cited, cite.Another), lazily))
	}
	return append(all, s.paperActions(at, base, found, s.writer.Options(ctx, at, found.Papers), note, lazily)...), nil
}

func (e actionData) of(p *engine.Paper, m cite.Mode) actionData {
	e.Paper, e.Corpus, e.Mode = p.ID, p.Corpus, m
	return e
}

// action carries its actionData to resolve, or to the command: where the editor
// does not resolve, and where the .bib has to be made before the edit.
func (s *server) action(title string, e actionData, lazily bool) *protocol.CodeAction {
	a := &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite)}
	if lazily {
		a.Data = anyOf(e)
	} else {
		a.Command = command(title, commandCite, e)
	}
	return a
}

// canResolve is false where the editor does not resolve edits, or could not
// make a .bib that is missing.
func (s *server) canResolve(ctx context.Context, d *workspace.Document) bool {
	if !s.caps.resolveEdit || s.caps.createFiles {
		return s.caps.resolveEdit
	}
	bibs := s.files.Bibliographies(ctx, d)
	return len(bibs) == 0 || workspace.MostCited(bibs, s.files.Project(ctx, d)).Exists
}
