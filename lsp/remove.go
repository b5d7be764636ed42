package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const (
	titleRemove      = "Remove citation"
	titleRemoveEntry = "Remove citation and its entry"
)

// removeActions offers to remove the key at the cursor from its citation. If the key is not cited
// elsewhere, it also offers to remove the entry.
func (s *suggestions) removeActions(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) (all codeActions) {
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, position))
	if !ok || d.IsBib() {
		return nil
	}
	base := actionData{URI: d.URI, Version: d.Version, At: position, Key: key, Mode: cite.RemoveKey}
	all = append(all, citeAction(titleRemove+": "+key, base, s.caps.resolveEdit))
	if _, last := cite.LastMention(ctx, s.files, d, key); last {
		base.Mode = cite.RemoveEntry
		all = append(all, citeAction(titleRemoveEntry+": "+key, base, s.caps.resolveEdit))
	}
	return all
}

// uncitedEntry is an entry that is never cited.
type uncitedEntry struct {
	Key   string         `json:"key"`
	Title string         `json:"title"`
	URI   uri.URI        `json:"uri"` // URI of the .bib
	Range protocol.Range `json:"range"`
}

// shownUncited is the maximum number of keys in a message.
const shownUncited = 20

// uncited handles scilit.uncited, which lists the entries that are never cited. It also shows their
// keys, since many editors ignore the result of a command.
func (s *diagnostics) uncited(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	all, keys := []uncitedEntry{}, []string{}
	for _, u := range cite.UncitedIn(s.files.ScopeOf(ctx, d)) {
		place := s.protocolRange(u.Bib.Snapshot, doc.Span(u.Entry.KeySpan))
		all = append(all, uncitedEntry{u.Entry.Key, u.Entry.Field("title"), uri.File(u.Bib.Path), place})
		if len(keys) < shownUncited {
			keys = append(keys, u.Entry.Key+" ("+filepath.Base(u.Bib.Path)+")")
		}
	}
	switch {
	case asked.Quiet:
		return anyOf(all), nil
	case len(all) == 0:
		s.inform(ctx, "no uncited entries were found")
		return anyOf(all), nil
	}
	more := ""
	if n := len(all) - len(keys); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	s.inform(ctx, "uncited entries: "+strings.Join(keys, ", ")+more)
	return anyOf(all), nil
}
