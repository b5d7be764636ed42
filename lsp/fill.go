package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// entryActions offer what the repositories know of the entry at the cursor.
func (s *server) entryActions(ctx context.Context, d *workspace.Document, position protocol.Position) (all []protocol.CommandOrCodeAction) {
	entry := s.entryAt(ctx, d, s.offset(d, position))
	if entry == nil {
		return nil
	}
	base := actionData{URI: d.URI, Version: d.Version, At: position, Key: entry.Key}
	add := func(title, name string, e actionData) {
		all = append(all, &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindQuickFix), Command: command(title, name, e)})
	}
	id := identifierOf(entry)
	if id != "" && s.searchesOnline(ctx) {
		add("Fill missing fields by "+schemeOf(id)+": "+entry.Key, commandFill, base)
		add("Check for a retraction or a published version: "+entry.Key, commandHints, base)
	}
	for _, hint := range s.online.hints.of(id) {
		if hint.Kind == kindPublished && hint.DOI != "" {
			base.Named, base.Mode = hint.DOI, cite.AddEntry
			add("Add the published version: "+hint.DOI, commandAddIdentifier, base)
		}
	}
	return all
}

// entryAt is the whole entry that an offset is in, nil where there is none.
func (s *server) entryAt(ctx context.Context, d *workspace.Document, offset int) *bib.Entry {
	entries := s.files.BibOf(ctx, d).File.Entries
	i := slices.IndexFunc(entries, func(e bib.Entry) bool { return doc.Span(e.Span).Contains(offset) })
	if i < 0 || !entries[i].Complete {
		return nil
	}
	return &entries[i]
}

// identifierOf is what the repositories know a work by, "" where the entry has nothing.
func identifierOf(e *bib.Entry) string {
	doi, arXiv := e.Identifiers()
	if doi == "" && arXiv != "" {
		return "arXiv:" + arXiv
	}
	return doi
}

func schemeOf(id string) string {
	if strings.HasPrefix(id, "arXiv:") {
		return "arXiv"
	}
	return "DOI"
}

// onlineFillParams name an entry of a .bib.
type onlineFillParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Key          string                          `json:"key"`
}

// onlineFilled is what an entry lacks, and the edit that adds it.
type onlineFilled struct {
	app.OnlineFill
	Edit *protocol.WorkspaceEdit `json:"edit"` // null where nothing is missing
}

// onlineFill answers scilit/online/fill.
func (s *server) onlineFill(ctx context.Context, p onlineFillParams) (*onlineFilled, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !d.IsBib() {
		return nil, errors.New("fields are filled in a .bib: open the one with the entry")
	}
	releaseOrder(ctx)
	return s.filled(ctx, d, p.Key, nil)
}

// filled asks for the fields that an entry lacks, where the user lets that be sent.
func (s *server) filled(ctx context.Context, d *workspace.Document, key string, work protocol.ProgressToken) (*onlineFilled, error) {
	file := s.files.BibOf(ctx, d).File
	entry := file.ByKey(key)
	if entry == nil {
		return nil, fmt.Errorf("there is no entry %s any more", key)
	}
	literature, err := s.literatureFor(ctx, d, entry)
	if err != nil {
		return nil, err
	}
	working, end := s.report(ctx, work, "Looking the entry up online")
	defer end("done")
	fill, err := literature.Fill(working, entry)
	if err != nil {
		return nil, err
	}
	s.learn(identifierOf(entry), fill.Hints)
	answer := &onlineFilled{OnlineFill: fill}
	if in, ok := file.Extend(entry, newFields(fill)); ok {
		edit := s.insertion(d.Snapshot, in.Offset, in.Text)
		answer.Edit = s.oneEdit(d, edit)
	}
	return answer, nil
}

func newFields(fill app.OnlineFill) (fields []bib.NewField) {
	for _, f := range fill.Fields {
		fields = append(fields, bib.NewField{Name: f.Name, Value: f.Value})
	}
	return fields
}

// oneEdit is an edit of one place of an open document.
func (s *server) oneEdit(d *workspace.Document, edit protocol.TextEdit) *protocol.WorkspaceEdit {
	if !s.caps.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{uri.URI(d.URI): {edit}}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{textDocumentEdit(uri.URI(d.URI), &d.Version, &edit)}}
}

// literatureFor is the repositories, once the user lets the identifier of an entry be
// sent to them.
func (s *server) literatureFor(ctx context.Context, d *workspace.Document, entry *bib.Entry) (app.Literature, error) {
	id := identifierOf(entry)
	if id == "" {
		return nil, fmt.Errorf("%s has neither a DOI nor an arXiv identifier by which it could be looked up: add one first", entry.Key)
	}
	literature, err := s.literature(ctx)
	if err != nil {
		return nil, err
	}
	proposal, err := literature.Naming(ctx, id)
	if err != nil {
		return nil, err
	}
	return literature, s.askOnline(ctx, d.URI, proposal)
}

// fillEntry answers scilit.fillEntry.
func (s *server) fillEntry(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	filled, err := s.filled(ctx, d, e.Key, work)
	if err != nil {
		return err
	}
	if filled.Edit == nil {
		s.inform(ctx, fmt.Sprintf("%s lacks nothing that %s knows", e.Key, cmp.Or(filled.Source, "the repositories")))
		return nil
	}
	if !s.files.IsCurrent(d) {
		return cite.ErrChanged
	}
	if err := s.sendEdit(ctx, *filled.Edit, "Fill missing fields"); err != nil {
		return err
	}
	var names []string
	for _, f := range filled.Fields {
		names = append(names, f.Name)
	}
	s.inform(ctx, fmt.Sprintf("%s was given %s, from %s", e.Key, strings.Join(names, ", "), filled.Source))
	return nil
}

// checkEntry answers scilit.checkEntry.
func (s *server) checkEntry(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	entry := s.files.BibOf(ctx, d).File.ByKey(e.Key)
	if entry == nil {
		return fmt.Errorf("there is no entry %s any more", e.Key)
	}
	literature, err := s.literatureFor(ctx, d, entry)
	if err != nil {
		return err
	}
	working, end := s.report(ctx, work, "Checking the entry online")
	defer end("done")
	id := identifierOf(entry)
	hints, err := literature.Hints(working, id)
	if err != nil {
		return err
	}
	s.learn(id, hints)
	if len(hints) == 0 {
		s.inform(ctx, fmt.Sprintf("nothing is known against %s: no retraction, no later version", e.Key))
		return nil
	}
	s.inform(ctx, e.Key+": "+show.Hints(hints))
	return nil
}
