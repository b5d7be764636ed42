package lsp

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// CodeAction offers papers to cite at the cursor. Only a request that the user
// made searches; one that the editor makes by itself, at every move of the
// cursor, gets at most an offer to.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil || !wantsRewrite(p.Context.Only) {
		return nil, err
	}
	begin(ctx)
	at, ok := s.placeAt(d, s.offset(d, p.Range.End))
	if !ok {
		return nil, nil
	}
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		return s.offer(at, p.Range.End), nil
	}
	e, err := s.engine.get(ctx)
	if err != nil {
		return s.unavailable(ctx, err), nil
	}
	ctx, end := s.report(ctx, p.WorkDoneToken, "Searching literature")
	found, err := e.Discover(ctx, at.query(s.currentSettings().Candidates))
	end("done")
	if err != nil {
		return nil, err
	}
	return s.actions(ctx, at, p.Range.End, found)
}

func wantsRewrite(only []protocol.CodeActionKind) bool {
	for _, kind := range only {
		if kind == "" || kind == protocol.CodeActionKindRefactorRewrite || strings.HasPrefix(string(protocol.CodeActionKindRefactorRewrite), string(kind)+".") {
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

// unavailable tells why there is nothing to offer.
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
	noMatch       = " (no paper matches the keywords)"
)

func (s *server) actions(ctx context.Context, at place, position protocol.Position, found engine.Discovery) (all []protocol.CommandOrCodeAction, err error) {
	note := ""
	if found.Relaxed {
		note = noMatch
		s.inform(ctx, "no paper matches the keywords “"+at.keywords()+"”; offered are the best without them")
	}
	base := errand{URI: at.doc.URI, Version: at.doc.Version, At: position}
	if rewriting := s.rewriteOf(ctx, at); rewriting != nil {
		all = append(all, s.action(titleRewrite+": "+label(rewriting), base.of(rewriting, rewrite)))
	}
	for _, f := range found.Papers {
		all = append(all, s.action(titleSentence+note+": "+label(f.Paper), base.of(f.Paper, writeSentence)))
	}
	if len(found.Papers) > 0 {
		base.Mode = writeSentence
		all = append(all, &protocol.CodeAction{
			Title: titleSentence + ": more ...", Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command("More papers", commandMore, base),
		})
	}
	for _, f := range found.Papers {
		all = append(all, s.action(titleMark+note+": "+label(f.Paper), base.of(f.Paper, writeMark)))
	}
	return all, nil
}

func (e errand) of(p *engine.Paper, m mode) errand {
	e.Paper, e.Corpus, e.Mode = p.ID, p.Corpus, m
	return e
}

// action carries its errand to resolve, or to the command where the editor
// does not resolve.
func (s *server) action(title string, e errand) *protocol.CodeAction {
	a := &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite)}
	if s.caps.resolveEdit && s.editorCanCreate(e) {
		a.Data = anyOf(e)
	} else {
		a.Command = command(title, commandCite, e)
	}
	return a
}

// editorCanCreate is false where the .bib is missing and the editor cannot
// make it: then the command does, before the edit.
func (s *server) editorCanCreate(e errand) bool {
	if s.caps.createFiles {
		return true
	}
	d, err := s.document(uri.URI(e.URI))
	if err != nil {
		return true
	}
	for _, b := range s.bibliographies(d) {
		if b.exists {
			return true
		}
	}
	return false
}

// rewriteOf is the paper of the citing sentence at the cursor, where there is
// a directive to rewrite it by and an index knows the paper.
func (s *server) rewriteOf(ctx context.Context, at place) *engine.Paper {
	sentence, ok := at.m.SentenceAt(at.offset)
	if !ok || at.directive == nil {
		return nil
	}
	citations := at.m.CitationsIn(sentence.Span)
	if len(citations) != 1 || len(citations[0].Keys) != 1 {
		return nil
	}
	paper, _ := s.cited(ctx, at.doc, citations[0].Keys[0].Name)
	return paper
}
