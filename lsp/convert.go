package lsp

import (
	"encoding/json"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

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

func (s *server) protocolRange(d *doc.Snapshot, span doc.Span) protocol.Range {
	r := d.Range(span, s.encoding)
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

func (s *server) offset(d *workspace.Document, p protocol.Position) int {
	return d.Offset(doc.Position(p), s.encoding)
}

// insertion is a text edit that inserts at a byte offset.
func (s *server) insertion(d *doc.Snapshot, at int, text string) protocol.TextEdit {
	return protocol.TextEdit{Range: s.protocolRange(d, doc.Span{Start: at, End: at}), NewText: text}
}

func (s *server) locations(mentions []workspace.Mention) (all []protocol.Location) {
	for _, m := range mentions {
		all = append(all, protocol.Location{URI: m.URI(), Range: s.protocolRange(m.File, m.Span)})
	}
	return all
}

// anyOf encodes a value of ours, which cannot fail.
func anyOf(v any) protocol.LSPAny {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return protocol.LSPAny(raw)
}

func ptr[T any](v T) *T { return &v }

// filled is a text that is left out where it is empty.
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func isTrue(b *bool) bool { return b != nil && *b }
