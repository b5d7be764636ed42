package lsp

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// codeActions are the code actions offered to an editor.
type codeActions = []protocol.CommandOrCodeAction

// CodeAction offers papers to cite at the cursor. It searches only if the user explicitly requested
// code actions. Editors also request them automatically as the cursor moves; the reply then only
// offers to search.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) (codeActions, error) {
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
	fixes, err := s.manuscriptFixes(ctx, d, p)
	if err != nil {
		return nil, err
	}
	if !wants(p.Context.Only, protocol.CodeActionKindRefactorRewrite) {
		return fixes, nil
	}
	rewrites, err := s.suggestions.suggest(ctx, d, p)
	if _, nothing := errors.AsType[*backend.UnavailableError](err); nothing && ctx.Err() == nil {
		rewrites, err = s.suggestions.unavailable(ctx, d, err), nil
	}
	rewrites = append(s.related.actions(d, p.Range), rewrites...)
	if p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic {
		rewrites = append(s.online.linkActions(ctx, d, p.Range.End), rewrites...)
		rewrites = append(rewrites, s.online.actions(ctx, d, p.Range)...)
		rewrites = append(rewrites, s.suggestions.copyAction(ctx, d, p.Range.End)...)
		rewrites = append(rewrites, s.online.textActions(ctx, d, p.Range.End)...)
		rewrites = append(rewrites, s.suggestions.removeActions(ctx, d, p.Range.End)...)
	}
	all := append(fixes, rewrites...)
	if err != nil && len(all) > 0 && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		s.warnOfError(ctx, err) // the other actions do not depend on the search
		return all, nil
	}
	return all, err
}

func (s *server) manuscriptFixes(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (codeActions, error) {
	if !wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil, nil
	}
	fixes := s.diagnostics.copiedFixes(ctx, d, p)
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		return fixes, nil
	}
	more, err := s.suggestions.quickFixes(ctx, d, p.Range.End)
	return append(fixes, more...), err
}

// suggestions offers papers to cite and cites the chosen one.
type suggestions struct {
	*session
	consent *consent
	edits   *edits
	online  *online
	growth  *growth
}

// suggest offers papers for the site at the cursor or for the selected sentences.
func (s *suggestions) suggest(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (codeActions, error) {
	claims := s.writer.ClaimsIn(ctx, d, doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)})
	isAutomatic := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
	if len(claims) > 1 && !isAutomatic {
		return s.claimActions(ctx, claims, p.WorkDoneToken)
	}
	end := p.Range.End
	at, ok := s.writer.SiteAt(ctx, d, s.offset(d, end))
	if len(claims) == 1 {
		at, ok = claims[0], true
		end = s.position(d, at.Offset)
	}
	if !ok {
		return nil, nil
	}
	if isAutomatic {
		return s.offer(at, end), nil
	}
	candidates := s.currentSettings().Candidates
	found, err := s.discover(ctx, at.Query(ctx, s.files, candidates+len(at.CitedKeys())), p.WorkDoneToken)
	if err != nil {
		return nil, err
	}
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	found.Papers = found.Papers[:min(candidates, len(found.Papers))]
	if len(found.Papers) > 0 {
		s.draftAhead(ctx, at, found.Papers[0].Paper)
	}
	all := s.actions(ctx, at, end, found)
	if len(found.Papers) == 0 || s.growth.isBare(ctx) {
		all = append(s.growth.action(ctx, d), all...)
	}
	return all, nil
}

// discover searches for papers and shows progress if the search takes a while.
func (s *session) discover(ctx context.Context, q engine.Query, work protocol.ProgressToken) (engine.Discovery, error) {
	ctx, t := s.begun(ctx, work, "Searching literature")
	defer t.end("done")
	found, err := s.engines.Discover(ctx, q)
	s.warnOfOnce(ctx, found.Notices...)
	return found, err
}

// wants reports whether the requested kinds of code actions include the offered one. An empty list
// requests all kinds.
func wants(only []protocol.CodeActionKind, offered protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(kind protocol.CodeActionKind) bool {
		return kind == "" || kind == offered || strings.HasPrefix(string(offered), string(kind)+".")
	})
}

// offer returns an action that searches when chosen, if a directive shows that the user wants to
// cite.
func (s *suggestions) offer(at cite.Site, position protocol.Position) codeActions {
	if at.Directive == nil {
		return nil
	}
	first := at.Bare(s.currentSettings()).Actions(s.currentSettings().Prefer)[0]
	e := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: position, Mode: first}
	return codeActions{rewriteBy(commandSuggest, titleSentence, e)}
}

// unavailable reports why no paper can be offered, as a disabled action if the editor supports it,
// and offers to build a corpus.
func (s *suggestions) unavailable(ctx context.Context, d *workspace.Document, err error) codeActions {
	offers := s.growth.action(ctx, d)
	if !s.caps.disabledActions {
		if !s.online.lookups.IsOn(ctx) { // otherwise, the online search action replaces the warning
			s.warnOfError(ctx, err)
		}
		return offers
	}
	return append(offers, &protocol.CodeAction{
		Title: titleSentence, Kind: new(protocol.CodeActionKindRefactorRewrite),
		Disabled: protocol.CodeActionDisabled{Reason: err.Error()},
	})
}

// Prefixes of action titles. Scripts use them to select actions.
const (
	titleSentence = "Suggest citation"
	titleMark     = "Insert citation mark"
	titleRewrite  = "Rewrite with other keywords"
	titleAnother  = "Another sentence"
)

func (s *suggestions) actions(
	ctx context.Context, at cite.Site, position protocol.Position, found engine.Discovery,
) (all codeActions) {
	note := relaxedTitles[found.Relaxation.Code]
	if note != "" {
		s.inform(ctx, "keywords “"+at.Keywords()+"”: "+found.Relaxation.Text)
	}
	base, lazily := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: position, Claim: at.Claim,
		Within: at.Within}, s.canResolve(ctx, at.Doc)
	if cited := s.writer.OnlyCited(ctx, at); cited != nil {
		if at.Directive != nil {
			all = append(all, citeAction(titleRewrite+": "+show.Label(cited), base.of(cited, cite.Rewrite), lazily))
		}
		all = append(all, citeAction(titleAnother+": "+show.Label(cited), base.of(cited, cite.Another), lazily))
		for _, form := range s.writer.OtherForms(ctx, at, cited) {
			e := base.of(cited, cite.Another)
			e.Form = wire.Form(form)
			all = append(all, citeAction(titleAnother+" ("+display.Form(e.Form)+"): "+show.Label(cited), e, lazily))
		}
	}
	return append(all, s.paperActions(at, base, found, s.writer.Options(ctx, at, found.Papers), note, lazily)...)
}

func (e actionData) of(p *engine.Paper, a cite.Action) actionData {
	e.Paper, e.Corpus, e.Mode = p.ID, p.Corpus, a
	return e
}

// citeAction builds the action that cites a paper. If lazily is set, codeAction/resolve computes
// the edit; otherwise a command does.
func citeAction(title string, e actionData, lazily bool) *protocol.CodeAction {
	a := &protocol.CodeAction{Title: title, Kind: new(protocol.CodeActionKindRefactorRewrite)}
	if lazily {
		a.Data = anyOf(e)
	} else {
		a.Command = command(title, commandCite, e)
	}
	return a
}

// canResolve reports whether edits can be computed by codeAction/resolve. The editor must support
// it, and must be able to create the .bib file if it does not exist yet.
func (s *session) canResolve(ctx context.Context, d *workspace.Document) bool {
	if !s.caps.resolveEdit || s.caps.createFiles {
		return s.caps.resolveEdit
	}
	bibs := s.files.Bibliographies(ctx, d)
	target, err := s.files.Plan(ctx, d, bibs, plan.Options{}).Target(ctx)
	return err != nil || bibs[target].Exists
}
