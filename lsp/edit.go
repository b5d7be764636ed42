package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
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
	Mode    cite.Action       `json:"mode"`
	Form    wire.Form         `json:"form,omitempty"`   // form of the written or requested sentence
	Key     string            `json:"key,omitempty"`    // key of the entry to write, copy or remove
	Format  string            `json:"format,omitempty"` // format of the reference to copy
	Named   string            `json:"named,omitempty"`  // an identifier, URL or title to look up
	Claim   string            `json:"claim,omitempty"`  // the selected part of the sentence
	Within  bool              `json:"within,omitempty"` // see cite.Site

	// Papers, Prefix and Locator are those of cite.Request.
	Papers  []wire.PaperRef `json:"papers,omitempty"`
	Prefix  string          `json:"prefix,omitempty"`
	Locator string          `json:"locator,omitempty"`
}

// requestOf converts an actionData to a cite.Request.
func (in *dialect) requestOf(d *workspace.Document, e actionData) cite.Request {
	o := cite.Request{
		Action: e.Mode, Offset: in.offset(d, e.At), Paper: engine.WorkRef{ID: e.Paper, Corpus: e.Corpus}, Key: e.Key,
		Form: engine.Form(e.Form), Prefix: e.Prefix, Locator: e.Locator, Claim: e.Claim,
		Within: e.Within,
	}
	for _, p := range e.Papers {
		o.Papers = append(o.Papers, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	}
	return o
}

// workspaceEdit converts a change to a protocol edit. The .bib file comes first, since it may have
// to be created.
func (in *dialect) workspaceEdit(d *workspace.Document, c cite.Change, title string) *protocol.WorkspaceEdit {
	var files []fileEdit
	if c.Bib != nil {
		files = append(files, bibEdit(*c.Bib, in.insertion(c.Bib.Snapshot, c.Entry.Offset, c.Entry.Text)))
	}
	if c.Text != "" || c.Bib == nil {
		files = append(files, in.textEdit(d, c))
	}
	if gone := c.Removed; gone != nil {
		edit := protocol.TextEdit{Range: in.protocolRange(gone.Bib.Snapshot, gone.Span)}
		files = append(files, bibEdit(gone.Bib, edit))
	}
	edit := in.editing(files...)
	if in.caps.annotations && c.Evidence.Text != "" {
		edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
			evidenceNote: {Label: title, Description: new(show.Evidence(c.Evidence))},
		}
	}
	return edit
}

// evidenceNote identifies the annotation that shows the sentence supporting the inserted text.
const evidenceNote = "evidence"

func (in *dialect) textEdit(d *workspace.Document, c cite.Change) fileEdit {
	text := protocol.TextEdit{Range: in.protocolRange(d.Snapshot, c.Range), NewText: c.Text}
	f := fileEdit{file: uri.URI(d.URI), version: &d.Version, edits: []protocol.TextEdit{text}}
	if in.caps.annotations && c.Evidence.Text != "" {
		f.annotation = evidenceNote
	}
	if k := c.Directive; k != nil {
		f.edits = append(f.edits, protocol.TextEdit{Range: in.protocolRange(d.Snapshot, k.Span), NewText: k.Text})
	}
	if !in.caps.documentChanges {
		slices.Reverse(f.edits) // keywords first
	}
	return f
}

// A fileEdit is the part of an edit that changes one file.
type fileEdit struct {
	file       uri.URI
	version    *int32 // nil unless the file is open
	isNew      bool   // the file does not exist yet
	edits      []protocol.TextEdit
	annotation protocol.ChangeAnnotationIdentifier // annotation of the first edit, or ""
}

func bibEdit(b workspace.Bibliography, edit protocol.TextEdit) fileEdit {
	f := fileEdit{file: uri.File(b.Path), isNew: !b.Exists, edits: []protocol.TextEdit{edit}}
	if b.Open {
		f.version = &b.Snapshot.Version
	}
	return f
}

// editing returns a workspace edit of files in a form supported by the editor.
func (in *dialect) editing(files ...fileEdit) *protocol.WorkspaceEdit {
	edit := &protocol.WorkspaceEdit{}
	if !in.caps.documentChanges {
		edit.Changes = make(map[uri.URI][]protocol.TextEdit)
	}
	for _, f := range files {
		if !in.caps.documentChanges {
			edit.Changes[f.file] = append(edit.Changes[f.file], f.edits...)
			continue
		}
		if f.isNew && in.caps.createFiles {
			edit.DocumentChanges = append(edit.DocumentChanges, &protocol.CreateFile{
				Kind: "create", URI: f.file, Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)},
			})
		}
		changed := &protocol.TextDocumentEdit{}
		changed.TextDocument.URI, changed.TextDocument.Version = f.file, f.version
		for i := range f.edits {
			changed.Edits = append(changed.Edits, &f.edits[i])
		}
		if f.annotation != "" {
			changed.Edits[0] = &protocol.AnnotatedTextEdit{TextEdit: f.edits[0], AnnotationID: f.annotation}
		}
		edit.DocumentChanges = append(edit.DocumentChanges, changed)
	}
	return edit
}

// editOf returns a workspace edit that changes ranges of an open document.
func (in *dialect) editOf(d *workspace.Document, edits ...protocol.TextEdit) *protocol.WorkspaceEdit {
	return in.editing(fileEdit{file: uri.URI(d.URI), version: &d.Version, edits: edits})
}

// createEmpty creates a change's .bib file if it is missing, for editors that cannot create files.
func createEmpty(b *workspace.Bibliography) error {
	if b == nil || b.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.Path), 0o755); err != nil {
		return fmt.Errorf("could not create the .bib file's folder: %w", err)
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

// A dialect converts positions and edits to the forms supported by the editor. Initialize sets its
// fields once.
type dialect struct {
	caps     capabilities
	encoding doc.Encoding
}

func changeOf(c protocol.TextDocumentContentChangeEvent) doc.Change {
	switch c := c.(type) {
	case *protocol.TextDocumentContentChangePartial:
		r := rangeOf(c.Range)
		return doc.Change{Range: &r, Text: c.Text}
	case *protocol.TextDocumentContentChangeWholeDocument:
		return doc.Change{Text: c.Text}
	}
	return doc.Change{Range: &doc.Range{}}
}

func rangeOf(r protocol.Range) doc.Range {
	return doc.Range{Start: doc.Position(r.Start), End: doc.Position(r.End)}
}

func (in *dialect) protocolRange(d *doc.Snapshot, span doc.Span) protocol.Range {
	r := d.Range(span, in.encoding)
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

func (in *dialect) offset(d *workspace.Document, p protocol.Position) int {
	return d.Offset(doc.Position(p), in.encoding)
}

func (in *dialect) position(d *workspace.Document, offset int) protocol.Position {
	return protocol.Position(d.Position(offset, in.encoding))
}

// insertion returns an edit that inserts text at a byte offset.
func (in *dialect) insertion(d *doc.Snapshot, at int, text string) protocol.TextEdit {
	return protocol.TextEdit{Range: in.protocolRange(d, doc.Span{Start: at, End: at}), NewText: text}
}

func (in *dialect) locations(mentions []workspace.Mention) (all []protocol.Location) {
	for _, m := range mentions {
		all = append(all, protocol.Location{URI: m.URI(), Range: in.protocolRange(m.File, m.Span)})
	}
	return all
}

// anyOf encodes one of the server's own types, for which encoding cannot fail.
func anyOf(v any) protocol.LSPAny {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return protocol.LSPAny(raw)
}

// filled returns nil for an empty string, so that JSON omits the field.
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func isTrue(b *bool) bool { return b != nil && *b }
