package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// CodeAction offers papers to cite at the cursor. Only a request that the user
// made searches; one that the editor makes by itself, at every move of the
// cursor, gets at most an offer to.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil {
		return nil, err
	}
	begin(ctx)
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
		rewrites = append(rewrites, s.copyAction(d, p.Range.End)...)
	}
	return append(fixes, rewrites...), err
}

// suggestions are the papers to cite at the cursor.
func (s *server) suggestions(ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	at, ok := s.placeAt(d, s.offset(d, p.Range.End))
	if !ok {
		return nil, nil
	}
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		return s.offer(at, p.Range.End), nil
	}
	found, err := s.discover(ctx, s.query(at, s.currentSettings().Candidates), p.WorkDoneToken)
	if errors.Is(err, errNoEngine) && ctx.Err() == nil {
		return s.unavailable(ctx, err), nil
	}
	if err != nil {
		return nil, err
	}
	if len(found.Papers) > 0 {
		s.draftAhead(ctx, at, found.Papers[0].Paper)
	}
	return s.actions(ctx, at, p.Range.End, found)
}

// errNoEngine wraps why no engine could be opened.
var errNoEngine = errors.New("nothing can be searched")

// reasonOf is what errNoEngine wraps in err.
func reasonOf(err error) string { return strings.TrimPrefix(err.Error(), errNoEngine.Error()+": ") }

// discover searches, and shows so where it takes long.
func (s *server) discover(ctx context.Context, q engine.Query, work protocol.ProgressToken) (engine.Discovery, error) {
	ctx, end := s.report(ctx, work, "Searching literature")
	defer end("done")
	e, err := s.engine.get(ctx)
	if err != nil {
		return engine.Discovery{}, fmt.Errorf("%w: %w", errNoEngine, err)
	}
	found, err := e.Discover(ctx, q)
	s.warnOnce(ctx, found.Notes...)
	if err == nil && len(found.Papers) == 0 {
		err = s.whyNothing(ctx, e)
	}
	return found, err
}

// whyNothing is nil unless there is but an empty library: then it says which
// index cannot be read, or that none was named.
func (s *server) whyNothing(ctx context.Context, e *engine.Engine) error {
	infos, err := e.Infos(ctx)
	if err != nil || slices.ContainsFunc(infos, func(i engine.IndexInfo) bool { return i.Papers > 0 }) {
		return nil
	}
	opened, err := s.engine.wait(ctx)
	if err != nil {
		return err
	}
	for _, note := range opened.notes {
		if filepath.IsAbs(note) { // of an index, by its folder
			return fmt.Errorf("%w: %s", errNoEngine, note)
		}
	}
	return fmt.Errorf("%w: %w", errNoEngine, engine.ErrNoIndex)
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
func (s *server) offer(at place, position protocol.Position) []protocol.CommandOrCodeAction {
	if at.directive == nil {
		return nil
	}
	const title = "Suggest citation"
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite),
		Command: command(title, commandSuggest, errand{URI: at.doc.URI, Version: at.doc.Version, At: position, Mode: writeSentence}),
	}}
}

// unavailable says why there is nothing to offer.
func (s *server) unavailable(ctx context.Context, err error) []protocol.CommandOrCodeAction {
	if !s.caps.disabledActions {
		s.warn(ctx, err.Error())
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
	noMatch       = " (no paper matches the keywords)"
	noAbstract    = " (no abstract)"
)

func (s *server) actions(ctx context.Context, at place, position protocol.Position, found engine.Discovery) (all []protocol.CommandOrCodeAction, err error) {
	note := ""
	if found.Relaxed {
		note = noMatch
		s.inform(ctx, "no paper matches the keywords “"+at.keywords()+"”; offered are the best without them")
	}
	base, lazily := errand{URI: at.doc.URI, Version: at.doc.Version, At: position}, s.canResolve(at.doc)
	if cited := s.citedAlone(ctx, at); cited != nil {
		if at.directive != nil {
			all = append(all, s.action(titleRewrite+": "+label(cited), base.of(cited, rewrite), lazily))
		}
		all = append(all, s.action(titleAnother+": "+label(cited), base.of(cited, another), lazily))
	}
	for _, f := range found.Papers {
		all = append(all, s.action(titleSentence+note+withoutAbstract(f.Paper)+": "+labelWithOrigin(f.Paper), base.of(f.Paper, writeSentence), lazily))
	}
	if len(found.Papers) > 0 {
		base.Mode = writeSentence
		all = append(all, &protocol.CodeAction{
			Title: titleSentence + ": more ...", Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command("More papers", commandMore, base),
		})
	}
	for _, f := range found.Papers {
		all = append(all, s.action(titleMark+note+": "+labelWithOrigin(f.Paper), base.of(f.Paper, writeMark), lazily))
	}
	return all, nil
}

// withoutAbstract says why a sentence may come to the citation alone.
func withoutAbstract(p *engine.Paper) string {
	if strings.TrimSpace(p.Abstract) == "" {
		return noAbstract
	}
	return ""
}

func (e errand) of(p *engine.Paper, m mode) errand {
	e.Paper, e.Corpus, e.Mode = p.ID, p.Corpus, m
	return e
}

// action carries its errand to resolve, or to the command: where the editor
// does not resolve, and where the .bib has to be made before the edit.
func (s *server) action(title string, e errand, lazily bool) *protocol.CodeAction {
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
func (s *server) canResolve(d *workspace.Document) bool {
	if !s.caps.resolveEdit || s.caps.createFiles {
		return s.caps.resolveEdit
	}
	bibs := s.files.Bibliographies(d)
	return len(bibs) == 0 || workspace.MostCited(bibs, s.files.Project(d)).Exists
}

// citedAlone is the paper of the citing sentence at the cursor, where it is the
// only one that is cited there and an index knows it.
func (s *server) citedAlone(ctx context.Context, at place) *engine.Paper {
	sentence, ok := at.m.SentenceAt(at.offset)
	if !ok {
		return nil
	}
	citations := at.m.CitationsIn(sentence.Span)
	if len(citations) != 1 || len(citations[0].Keys) != 1 {
		return nil
	}
	paper, _ := s.cited(ctx, at.doc, citations[0].Keys[0].Name)
	return paper
}
