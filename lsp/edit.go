package lsp

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// An actionData is what an action does, as it travels through the editor in the
// action's data: small, and good for one version of the document.
type actionData struct {
	URI     string            `json:"uri"`
	Version int32             `json:"version"`
	At      protocol.Position `json:"at"`
	Paper   string            `json:"paper"`
	Corpus  string            `json:"corpus"`
	Mode    cite.Mode         `json:"mode"`
	Key     string            `json:"key,omitempty"`    // of the entry to write, or to copy
	Format  string            `json:"format,omitempty"` // of the copy
	Named   string            `json:"named,omitempty"`  // a work that is looked up: an identifier, an address, a title
	Claim   string            `json:"claim,omitempty"`  // what is selected of the sentence, to search online for

	// Papers are cited together instead of Paper, by one mark.
	Papers []app.PaperRef `json:"papers,omitempty"`
	// Prefix and Locator go before the first and behind the last key of a mark:
	// "see", "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// order is what an actionData says, for the document that it was made for.
func (in *dialect) order(d *workspace.Document, e actionData) cite.Order {
	o := cite.Order{Mode: e.Mode, Offset: in.offset(d, e.At), Paper: engine.WorkRef{ID: e.Paper, Corpus: e.Corpus}, Key: e.Key, Prefix: e.Prefix, Locator: e.Locator}
	for _, p := range e.Papers {
		o.Papers = append(o.Papers, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	}
	return o
}

// workspaceEdit is a change in the protocol's words. create reports whether the
// editor is to make a .bib that does not exist.
func (in *dialect) workspaceEdit(d *workspace.Document, c cite.Change, title string) *protocol.WorkspaceEdit {
	if c.Text == "" && c.Bib != nil {
		return in.bibEdit(c)
	}
	text := protocol.TextEdit{Range: in.protocolRange(d.Snapshot, c.Range), NewText: c.Text}
	var more []protocol.TextEdit
	if c.Keywords != nil {
		more = append(more, protocol.TextEdit{Range: in.protocolRange(d.Snapshot, c.Keywords.Span), NewText: c.Keywords.Text})
	}
	if !in.caps.documentChanges {
		changes := map[uri.URI][]protocol.TextEdit{uri.URI(d.URI): append(more, text)}
		if c.Bib != nil {
			changes[uri.File(c.Bib.Path)] = []protocol.TextEdit{in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)}
		}
		if c.Gone != nil {
			changes[uri.File(c.Gone.Bib.Path)] = []protocol.TextEdit{{Range: in.protocolRange(c.Gone.Bib.Snapshot, c.Gone.Span)}}
		}
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	edit := &protocol.WorkspaceEdit{}
	elements := []protocol.TextDocumentEditElement{in.annotated(edit, text, title, c.Evidence)}
	for i := range more {
		elements = append(elements, &more[i])
	}
	edit.DocumentChanges = append(edit.DocumentChanges, textDocumentEdit(uri.URI(d.URI), &d.Version, elements...))
	if c.Bib != nil {
		edit.DocumentChanges = append(in.bibChanges(c), edit.DocumentChanges...)
	}
	if c.Gone != nil {
		edit.DocumentChanges = append(edit.DocumentChanges, in.removalEdit(*c.Gone))
	}
	return edit
}

// bibEdit is an edit of the .bib alone.
func (in *dialect) bibEdit(c cite.Change) *protocol.WorkspaceEdit {
	if !in.caps.documentChanges {
		edit := in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{uri.File(c.Bib.Path): {edit}}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: in.bibChanges(c)}
}

// bibChanges come before the document's: a .bib that is to be created must be
// there before anything is written into it.
func (in *dialect) bibChanges(c cite.Change) (changes []protocol.DocumentChange) {
	file := uri.File(c.Bib.Path)
	if !c.Bib.Exists && in.caps.createFiles {
		changes = append(changes, &protocol.CreateFile{Kind: "create", URI: file, Options: &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)}})
	}
	var version *int32
	if c.Bib.Open {
		version = &c.Bib.Snapshot.Version
	}
	edit := in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)
	return append(changes, textDocumentEdit(file, version, &edit))
}

func textDocumentEdit(file uri.URI, version *int32, edits ...protocol.TextDocumentEditElement) *protocol.TextDocumentEdit {
	t := &protocol.TextDocumentEdit{Edits: edits}
	t.TextDocument.URI, t.TextDocument.Version = file, version
	return t
}

// oneEdit is an edit of one place of an open document.
func (in *dialect) oneEdit(d *workspace.Document, edit protocol.TextEdit) *protocol.WorkspaceEdit {
	file := uri.URI(d.URI)
	if !in.caps.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{file: {edit}}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{textDocumentEdit(file, &d.Version, &edit)}}
}

// annotated shows the supporting sentence beside the edit where the editor can.
func (in *dialect) annotated(edit *protocol.WorkspaceEdit, text protocol.TextEdit, title string, evidence engine.Highlight) protocol.TextDocumentEditElement {
	if !in.caps.annotations || evidence.Text == "" {
		return &text
	}
	const id = "evidence"
	edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
		id: {Label: title, Description: ptr(show.Evidence(evidence))},
	}
	return &protocol.AnnotatedTextEdit{TextEdit: text, AnnotationID: id}
}

// createEmpty makes the .bib of a change where the editor cannot: an edit then
// finds a file to go into.
func createEmpty(b *workspace.Bibliography) error {
	if b == nil || b.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.Path), 0o755); err != nil {
		return fmt.Errorf("make the folder of the .bib: %w", err)
	}
	file, err := os.OpenFile(b.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if os.IsExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the .bib: %w", err)
	}
	return file.Close()
}
