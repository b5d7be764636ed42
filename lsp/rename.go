package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

var errNoKey = errors.New("there is no citation key at the cursor")

// PrepareRename tells the key that would be renamed.
func (s *server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (*protocol.PrepareRenamePlaceholder, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Rename == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, span, ok := s.files.KeyAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, errNoKey
	}
	return &protocol.PrepareRenamePlaceholder{Range: s.protocolRange(d.Snapshot, span), Placeholder: key}, nil
}

// Rename gives an entry another key wherever it is named: in its .bib and in
// all manuscripts that use that .bib.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Rename == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, errNoKey
	}
	in := s.files.ScopeOf(ctx, d)
	if err := checkNewKey(in.Bibs, key, p.NewName); err != nil {
		return nil, err
	}
	mentions := s.files.Mentions(in, key)
	for _, m := range mentions {
		if err := s.permit(ctx, s.files.CheckRename(ctx, d, m.Path)); err != nil {
			return nil, err
		}
	}
	return s.renaming(mentions, p.NewName), ctx.Err()
}

// checkNewKey says why no entry of these files can get a key. Only the entry
// itself may have it already, in other case.
func checkNewKey(bibs []workspace.Bibliography, key, newKey string) error {
	if err := bib.CheckKey(newKey); err != nil {
		return fmt.Errorf("%q cannot be a key: %w", newKey, err)
	}
	for _, b := range bibs {
		taken := b.File.ByKeyFolded(newKey)
		if taken == nil || taken.Key == key {
			continue
		}
		line, _ := b.File.Position(taken.Start)
		return fmt.Errorf("the key %s is taken: %s, line %d; choose another", taken.Key, filepath.Base(b.Path), line)
	}
	return nil
}

// renaming replaces mentions by a key, file by file in their order.
func (s *server) renaming(mentions []workspace.Mention, key string) *protocol.WorkspaceEdit {
	edit := &protocol.WorkspaceEdit{}
	if !s.caps.documentChanges {
		edit.Changes = make(map[uri.URI][]protocol.TextEdit)
	}
	var current *protocol.TextDocumentEdit
	for i, m := range mentions {
		file := m.URI()
		change := protocol.TextEdit{Range: s.protocolRange(m.File, m.Span), NewText: m.Written(key)}
		if !s.caps.documentChanges {
			edit.Changes[file] = append(edit.Changes[file], change)
			continue
		}
		if i == 0 || mentions[i-1].URI() != file {
			current = textDocumentEdit(file, m.Version())
			edit.DocumentChanges = append(edit.DocumentChanges, current)
		}
		current.Edits = append(current.Edits, &change)
	}
	return edit
}
