package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// CodeActionResolve makes the edit of an action. It changes nothing: the same
// action resolved twice gives the same edit.
func (s *server) CodeActionResolve(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var e actionData
	if action.Data == nil || json.Unmarshal(action.Data, &e) != nil || e.Paper == "" && e.Mode != cite.RemoveKey && e.Mode != cite.RemoveEntry {
		return action, nil // Neovim 0.7 resolves actions that are only commands, too
	}
	d, err := s.current(e)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	c, err := s.change(s.forUser(ctx), d, e)
	if err != nil {
		return nil, err
	}
	s.informOfMark(ctx, c, e)
	resolved := *action
	resolved.Edit = s.workspaceEdit(d, c, action.Title)
	if c.Asks != "" {
		resolved.Command = protocol.Command{Title: titleDirective, Command: commandDirective, Arguments: []protocol.LSPAny{anyOf(directiveParams{d.URI, c.Asks})}}
	}
	return &resolved, nil
}

// current is the document of an actionData, where it is still the version that the
// actionData was made for.
func (s *server) current(e actionData) (*workspace.Document, error) {
	d, err := s.files.Document(uri.URI(e.URI))
	if err != nil {
		return nil, err
	}
	if d.Version != e.Version {
		return nil, protocol.ErrContentModified
	}
	return d, nil
}

// documentFor is current, but for an entry any version will do: the key was
// typed into a later one.
func (s *server) documentFor(e actionData) (*workspace.Document, error) {
	if e.Mode == cite.WriteEntry {
		return s.files.Document(uri.URI(e.URI))
	}
	return s.current(e)
}

// change is work, remembered.
func (s *server) change(ctx context.Context, d *workspace.Document, e actionData) (cite.Change, error) {
	state := s.bibState(ctx, d)
	c, ok := s.edits.get(d, e, state)
	if !ok {
		var err error
		if c, err = s.writer.Work(ctx, d, s.order(d, e)); err != nil {
			return c, err
		}
		s.edits.put(d, e, state, c)
	}
	return c, s.permitChange(ctx, d, c)
}

// bibState differs where any .bib of the document changed.
func (s *server) bibState(ctx context.Context, d *workspace.Document) (state []byte) {
	for _, b := range s.files.Bibliographies(ctx, d) {
		state = fmt.Appendf(state, "%s %p %v\n", b.Path, b.File, b.Exists)
	}
	return state
}
