package protocol

import "go.lsp.dev/uri"

// The parameters of textDocument/hover, definition, references,
// documentHighlight, prepareRename and rename.
type (
	HoverParams             struct{ TextDocumentPositionParams }
	DefinitionParams        struct{ TextDocumentPositionParams }
	DocumentHighlightParams struct{ TextDocumentPositionParams }
	PrepareRenameParams     struct{ TextDocumentPositionParams }
	ReferenceParams         struct {
		TextDocumentPositionParams
		Context ReferenceContext `json:"context"`
	}
	RenameParams struct {
		TextDocumentPositionParams
		NewName string `json:"newName"`
	}
)

// ReferenceContext says whether the declaration counts.
type ReferenceContext struct {
	IncludeDeclaration bool `json:"includeDeclaration"`
}

// MarkupKind is how a text is to be shown.
type MarkupKind string

// The two kinds.
const (
	MarkupKindPlainText MarkupKind = "plaintext"
	MarkupKindMarkdown  MarkupKind = "markdown"
)

// MarkupContent is a text to be shown.
type MarkupContent struct {
	Kind  MarkupKind `json:"kind"`
	Value string     `json:"value"`
}

// A Hover explains what is at a place.
type Hover struct {
	Contents *MarkupContent `json:"contents"`
	Range    *Range         `json:"range,omitzero"`
}

// DocumentHighlightKind distinguishes reads from writes.
type DocumentHighlightKind uint32

// The kinds in use.
const (
	DocumentHighlightKindRead  DocumentHighlightKind = 2
	DocumentHighlightKindWrite DocumentHighlightKind = 3
)

// A DocumentHighlight is a place where something is used.
type DocumentHighlight struct {
	Range Range                 `json:"range"`
	Kind  DocumentHighlightKind `json:"kind,omitzero"`
}

// DocumentLinkParams are those of textDocument/documentLink.
type DocumentLinkParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// A DocumentLink leads out of a document.
type DocumentLink struct {
	Range  Range    `json:"range"`
	Target *uri.URI `json:"target,omitzero"`
}

// PrepareRenamePlaceholder is what would be renamed.
type PrepareRenamePlaceholder struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// SymbolKind chooses a symbol's icon.
type SymbolKind uint32

// The kinds in use.
const (
	SymbolKindClass    SymbolKind = 5
	SymbolKindConstant SymbolKind = 14
)

// DocumentSymbolParams are those of textDocument/documentSymbol.
type DocumentSymbolParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// A DocumentSymbol is for editors that show a tree.
type DocumentSymbol struct {
	Name           string     `json:"name"`
	Detail         *string    `json:"detail,omitzero"`
	Kind           SymbolKind `json:"kind"`
	Range          Range      `json:"range"`
	SelectionRange Range      `json:"selectionRange"`
}

// SymbolInformation is for editors that show a list.
type SymbolInformation struct {
	Name     string     `json:"name"`
	Kind     SymbolKind `json:"kind"`
	Location Location   `json:"location"`
}

// DocumentSymbolResult is a DocumentSymbolSlice or a SymbolInformationSlice.
type DocumentSymbolResult interface{ isDocumentSymbolResult() }

// The two answers to textDocument/documentSymbol.
type (
	DocumentSymbolSlice    []DocumentSymbol
	SymbolInformationSlice []SymbolInformation
)

func (DocumentSymbolSlice) isDocumentSymbolResult()    {}
func (SymbolInformationSlice) isDocumentSymbolResult() {}
