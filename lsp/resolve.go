package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// CodeActionResolve adds the edit to an action. Resolving the same action again yields the same
// edit.
func (s *server) CodeActionResolve(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var e actionData
	if action.Data == nil || json.Unmarshal(action.Data, &e) != nil ||
		e.Paper == "" && e.Mode != cite.RemoveKey && e.Mode != cite.RemoveEntry {
		return action, nil // Neovim 0.7 also resolves actions that have a command
	}
	d, err := s.current(e)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	c, err := s.edits.change(s.consent.forUser(ctx), d, e)
	if err != nil && e.Mode == cite.Another && !errors.Is(err, context.Canceled) {
		s.warnOfError(ctx, err) // not every editor shows why an action has no edit
	}
	if err != nil {
		return nil, err
	}
	s.edits.informOfMark(ctx, c, e)
	resolved := *action
	if e.Form == "" && c.Form != "" && e.Mode != cite.Another {
		e.Form = wire.Form(c.Base) // found whether or not the sentence is marked as a contrast again
		resolved.Data = anyOf(e)
	}
	resolved.Edit = s.workspaceEdit(d, c, action.Title)
	if c.AskToRemove != "" {
		resolved.Command = command(titleDirective, commandDirective, directiveParams{d.URI, c.AskToRemove})
	}
	return &resolved, nil
}

// edits computes the changes of actions and asks the editor to apply them.
type edits struct {
	*session
	consent *consent
	cache   *lru.Cache[editKey, cachedEdit] // changes of recent actions
}

// current returns the document to which an actionData applies. It returns ErrContentModified if the
// document's version has changed.
func (s *session) current(e actionData) (*workspace.Document, error) {
	d, err := s.files.Document(uri.URI(e.URI))
	if err != nil {
		return nil, err
	}
	if d.Version != e.Version {
		return nil, scilit.ErrContentModified
	}
	return d, nil
}

// documentFor is like current, but accepts any version if the action adds an entry: completing the
// key has changed the document.
func (s *session) documentFor(e actionData) (*workspace.Document, error) {
	if e.Mode == cite.WriteEntry {
		return s.files.Document(uri.URI(e.URI))
	}
	return s.current(e)
}

// change returns the change for an actionData, from the cache if possible, after checking that the
// change is permitted.
func (s *edits) change(ctx context.Context, d *workspace.Document, e actionData) (cite.Change, error) {
	key, basis := editKey{string(anyOf(e)), d}, s.basisOf(ctx, d)
	known, ok := s.cache.Get(key)
	if !ok || known.settings != basis.settings || !slices.Equal(known.bibs, basis.bibs) {
		c, err := s.writer.Work(ctx, d, s.requestOf(d, e))
		if err != nil {
			return c, err
		}
		known = cachedEdit{basis, c}
		if !c.Provisional { // the model is called again if the user chooses the action again
			s.cache.Add(key, known)
		}
	}
	return known.change, s.consent.permitChange(ctx, d, known.change)
}

// An editBasis holds what a change depends on, apart from the document and the action.
type editBasis struct {
	settings *config.Settings
	bibs     []bibVersion
}

// A bibVersion identifies a .bib file and its content.
type bibVersion struct {
	path   string
	file   *bib.File
	exists bool
}

func (s *edits) basisOf(ctx context.Context, d *workspace.Document) editBasis {
	basis := editBasis{settings: s.settings.Load()}
	for _, b := range s.files.Bibliographies(ctx, d) {
		basis.bibs = append(basis.bibs, bibVersion{b.Path, b.File, b.Exists})
	}
	return basis
}

// An editKey identifies an action. Editors resolve an action for its preview, and again when the
// user chooses it.
type editKey struct {
	actionData string // the actionData as JSON
	doc        *workspace.Document
}

type cachedEdit struct {
	editBasis
	change cite.Change
}

const editCacheSize = 32
