package lsp

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// An actionData describes a code action for one version of a document. The editor returns it in the
// data of the action, so it must be small.
type actionData struct {
	URI     string            `json:"uri"`
	Version int32             `json:"version"`
	At      protocol.Position `json:"at"`
	Paper   string            `json:"paper"`
	Corpus  string            `json:"corpus"`
	Mode    cite.Mode         `json:"mode"`
	Form    wire.Form         `json:"form,omitempty"`   // of the sentence to write, or that was written
	Key     string            `json:"key,omitempty"`    // key of the entry to write, copy or remove
	Format  string            `json:"format,omitempty"` // format of the reference to copy
	Named   string            `json:"named,omitempty"`  // an identifier, URL or title to look up
	Claim   string            `json:"claim,omitempty"`  // the selected part of the sentence, for an online search

	// Papers, if not empty, replaces Paper. One citation mark cites all of them.
	Papers []wire.PaperRef `json:"papers,omitempty"`
	// Prefix is the text before the first key of a citation mark, such as "see". Locator is the
	// text after the last key, such as "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// order converts an actionData to a cite.Request.
func (in *dialect) order(d *workspace.Document, e actionData) cite.Request {
	o := cite.Request{
		Mode: e.Mode, Offset: in.offset(d, e.At), Paper: engine.WorkRef{ID: e.Paper, Corpus: e.Corpus}, Key: e.Key,
		Form: engine.Form(e.Form), Prefix: e.Prefix, Locator: e.Locator,
	}
	for _, p := range e.Papers {
		o.Papers = append(o.Papers, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	}
	return o
}

// workspaceEdit converts a change to a protocol edit.
func (in *dialect) workspaceEdit(d *workspace.Document, c cite.Change, title string) *protocol.WorkspaceEdit {
	if c.Text == "" && c.Bib != nil {
		return in.bibEdit(c)
	}
	text := protocol.TextEdit{Range: in.protocolRange(d.Snapshot, c.Range), NewText: c.Text}
	var more []protocol.TextEdit
	if c.Keywords != nil {
		more = append(
			more, protocol.TextEdit{Range: in.protocolRange(d.Snapshot, c.Keywords.Span), NewText: c.Keywords.Text},
		)
	}
	if !in.caps.documentChanges {
		changes := map[uri.URI][]protocol.TextEdit{uri.URI(d.URI): append(more, text)}
		if c.Bib != nil {
			changes[uri.File(c.Bib.Path)] = []protocol.TextEdit{
				in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text),
			}
		}
		if c.Removed != nil {
			changes[uri.File(c.Removed.Bib.Path)] = []protocol.TextEdit{
				{Range: in.protocolRange(c.Removed.Bib.Snapshot, c.Removed.Span)},
			}
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
	if c.Removed != nil {
		edit.DocumentChanges = append(edit.DocumentChanges, in.removalEdit(*c.Removed))
	}
	return edit
}

// bibEdit returns the part of a change that edits the .bib.
func (in *dialect) bibEdit(c cite.Change) *protocol.WorkspaceEdit {
	if !in.caps.documentChanges {
		edit := in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{uri.File(c.Bib.Path): {edit}}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: in.bibChanges(c)}
}

// bibChanges returns the edits of the .bib. They must precede those of the document, since a new
// .bib has to be created first.
func (in *dialect) bibChanges(c cite.Change) (changes []protocol.DocumentChange) {
	file := uri.File(c.Bib.Path)
	if !c.Bib.Exists && in.caps.createFiles {
		changes = append(
			changes,
			&protocol.CreateFile{
				Kind: "create", URI: file, Options: &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)},
			},
		)
	}
	var version *int32
	if c.Bib.Open {
		version = &c.Bib.Snapshot.Version
	}
	edit := in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)
	return append(changes, textDocumentEdit(file, version, &edit))
}

func textDocumentEdit(
	file uri.URI, version *int32, edits ...protocol.TextDocumentEditElement,
) *protocol.TextDocumentEdit {
	t := &protocol.TextDocumentEdit{Edits: edits}
	t.TextDocument.URI, t.TextDocument.Version = file, version
	return t
}

// editOf returns a workspace edit that changes ranges of an open document.
func (in *dialect) editOf(d *workspace.Document, edits ...protocol.TextEdit) *protocol.WorkspaceEdit {
	file := uri.URI(d.URI)
	if !in.caps.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{file: edits}}
	}
	elements := make([]protocol.TextDocumentEditElement, len(edits))
	for i := range edits {
		elements[i] = &edits[i]
	}
	return &protocol.WorkspaceEdit{
		DocumentChanges: []protocol.DocumentChange{textDocumentEdit(file, &d.Version, elements...)},
	}
}

// annotated attaches the supporting sentence to an edit if the editor supports change annotations.
func (in *dialect) annotated(
	edit *protocol.WorkspaceEdit, text protocol.TextEdit, title string, evidence engine.Highlight,
) protocol.TextDocumentEditElement {
	if !in.caps.annotations || evidence.Text == "" {
		return &text
	}
	const id = "evidence"
	edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
		id: {Label: title, Description: ptr(show.Evidence(evidence))},
	}
	return &protocol.AnnotatedTextEdit{TextEdit: text, AnnotationID: id}
}

// createEmpty creates the missing .bib of a change, for editors that cannot create files.
func createEmpty(b *workspace.Bibliography) error {
	if b == nil || b.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.Path), 0o755); err != nil {
		return fmt.Errorf("could not create the folder of the .bib file: %w", err)
	}
	file, err := os.OpenFile(b.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if os.IsExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("could not create the .bib file: %w", err)
	}
	return file.Close()
}
