package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
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
	URI   uri.URI        `json:"uri"` // URI of the .bib file
	Range protocol.Range `json:"range"`
}

const shownUncited = 20 // maximum number of keys in a message

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

const titleDirective = "Remove the scilit comment"

// directiveParams identify a directive by its text, since its position changes when a sentence is
// inserted.
type directiveParams struct {
	URI  string `json:"uri"`
	Text string `json:"text"`
}

func (s *edits) directive(ctx context.Context, p *protocol.ExecuteCommandParams) error {
	var asked directiveParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return fmt.Errorf("%s expects one argument: an object with the fields uri and text", p.Command)
	}
	releaseOrder(ctx)
	return s.removeDirective(ctx, asked)
}

// removeDirective asks whether to remove a directive now that its sentence has been inserted, and
// removes it if the user agrees.
func (s *edits) removeDirective(ctx context.Context, asked directiveParams) error {
	const remove = "Remove"
	question := "The sentence was inserted. Remove the comment “scilit: " + text.OneLine(asked.Text) + "”?"
	answer, err := s.choice(ctx, protocol.MessageTypeInfo, question, remove, "Keep")
	if err != nil || answer != remove {
		return err
	}
	d, err := s.files.Document(uri.URI(asked.URI))
	if err != nil {
		return err
	}
	directives := d.Manuscript().Directives
	i := slices.IndexFunc(directives, func(d doc.Directive) bool { return d.Text == asked.Text })
	if i < 0 {
		return nil // the user has already removed it
	}
	return s.send(ctx, d, cite.Change{Range: doc.WithoutDirective(d.Text, directives[i])}, titleDirective)
}
