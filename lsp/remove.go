package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

const (
	titleRemove      = "Remove citation"
	titleRemoveEntry = "Remove citation and its entry"
)

// removeActions offer to take out the key at the cursor and, where nothing else
// cites it, its entry.
func (s *server) removeActions(ctx context.Context, d *workspace.Document, position protocol.Position) (all []protocol.CommandOrCodeAction) {
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, position))
	if !ok || d.IsBib() {
		return nil
	}
	base := actionData{URI: d.URI, Version: d.Version, At: position, Key: key, Mode: cite.RemoveKey}
	all = append(all, s.action(titleRemove+": "+key, base, s.caps.resolveEdit))
	if _, last := cite.LastMention(ctx, s.files, d, key); last {
		base.Mode = cite.RemoveEntry
		all = append(all, s.action(titleRemoveEntry+": "+key, base, s.caps.resolveEdit))
	}
	return all
}

// removalEdit takes the entry out of its .bib.
func (in *dialect) removalEdit(gone cite.Removal) *protocol.TextDocumentEdit {
	var version *int32
	if gone.Bib.Open {
		version = &gone.Bib.Snapshot.Version
	}
	edit := protocol.TextEdit{Range: in.protocolRange(gone.Bib.Snapshot, gone.Span)}
	return textDocumentEdit(uri.File(gone.Bib.Path), version, &edit)
}

// uncited is an entry that nothing cites.
type uncited struct {
	Key   string         `json:"key"`
	Title string         `json:"title"`
	URI   uri.URI        `json:"uri"` // of the .bib
	Range protocol.Range `json:"range"`
}

// shownUncited is how many keys a message names.
const shownUncited = 20

// uncitedCommand answers scilit.uncited: the entries that nothing cites. It shows
// their keys, for editors that do nothing with a command's result.
func (s *server) uncitedCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesAsked(ctx, p)
	if err != nil {
		return nil, err
	}
	all, keys := []uncited{}, []string{}
	for _, u := range cite.UncitedIn(s.files.ScopeOf(ctx, d)) {
		place := s.protocolRange(u.Bib.Snapshot, doc.Span(u.Entry.KeySpan))
		all = append(all, uncited{u.Entry.Key, u.Entry.Field("title"), uri.File(u.Bib.Path), place})
		if len(keys) < shownUncited {
			keys = append(keys, u.Entry.Key+" ("+filepath.Base(u.Bib.Path)+")")
		}
	}
	switch {
	case asked.Quiet:
		return anyOf(all), nil
	case len(all) == 0:
		s.inform(ctx, "every entry is cited")
		return anyOf(all), nil
	}
	more := ""
	if n := len(all) - len(keys); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	s.inform(ctx, "cited nowhere: "+strings.Join(keys, ", ")+more)
	return anyOf(all), nil
}
