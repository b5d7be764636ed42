package protocol

import (
	"errors"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// A Position is a line and a column, both from zero, the column in the units of
// the encoding that was agreed on.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// A Range ends before End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range of a document.
type Location struct {
	URI   uri.URI `json:"uri"`
	Range Range   `json:"range"`
}

// TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI uri.URI `json:"uri"`
}

// VersionedTextDocumentIdentifier names a version of a document.
type VersionedTextDocumentIdentifier struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
}

// OptionalVersionedTextDocumentIdentifier has null as its version where the
// editor does not have the document open.
type OptionalVersionedTextDocumentIdentifier struct {
	URI     uri.URI `json:"uri"`
	Version *int32  `json:"version"`
}

// TextDocumentPositionParams are a place in a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// LanguageKind is the editor's name of a document's language.
type LanguageKind string

// TextDocumentItem is a document that is opened.
type TextDocumentItem struct {
	URI        uri.URI      `json:"uri"`
	LanguageID LanguageKind `json:"languageId"`
	Version    int32        `json:"version"`
	Text       string       `json:"text"`
}

// DidOpenTextDocumentParams are those of textDocument/didOpen.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams are those of textDocument/didChange.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// DidSaveTextDocumentParams are those of textDocument/didSave.
type DidSaveTextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidCloseTextDocumentParams are those of textDocument/didClose.
type DidCloseTextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// TextDocumentContentChangeEvent is a *TextDocumentContentChangePartial or a
// *TextDocumentContentChangeWholeDocument.
type TextDocumentContentChangeEvent interface{ isContentChangeEvent() }

// TextDocumentContentChangePartial replaces a range.
type TextDocumentContentChangePartial struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

// TextDocumentContentChangeWholeDocument replaces all of a document.
type TextDocumentContentChangeWholeDocument struct {
	Text string `json:"text"`
}

func (*TextDocumentContentChangePartial) isContentChangeEvent()       {}
func (*TextDocumentContentChangeWholeDocument) isContentChangeEvent() {}

// decodeContentChange refuses a change that it does not know: to skip one would
// leave server and editor with different texts.
func decodeContentChange(in *jsontext.Decoder, to *TextDocumentContentChangeEvent) error {
	var change struct {
		Range *Range  `json:"range"`
		Text  *string `json:"text"`
	}
	if err := jsonv2.UnmarshalDecode(in, &change); err != nil {
		return err
	}
	switch {
	case change.Text == nil:
		return errors.New("a change of a document needs a text")
	case change.Range == nil:
		*to = &TextDocumentContentChangeWholeDocument{*change.Text}
	default:
		*to = &TextDocumentContentChangePartial{*change.Range, *change.Text}
	}
	return nil
}
