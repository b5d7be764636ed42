package lsp

import (
	"encoding/json"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// A dialect converts positions and edits to the forms that the editor supports. Initialize sets its
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

func ptr[T any](v T) *T { return &v }

// filled returns nil for an empty string, so that JSON omits the member.
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func isTrue(b *bool) bool { return b != nil && *b }
