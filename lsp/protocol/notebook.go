package protocol

import "go.lsp.dev/uri"

// NotebookDocumentSyncOptions say the cells of which notebooks are sent.
type NotebookDocumentSyncOptions struct {
	NotebookSelector []NotebookSelector `json:"notebookSelector"`
}

// A NotebookSelector is a kind of notebook, "*" for any, and of its cells.
type NotebookSelector struct {
	Notebook string             `json:"notebook"`
	Cells    []NotebookCellKind `json:"cells"`
}

// NotebookCellKind is the language of a cell.
type NotebookCellKind struct {
	Language LanguageKind `json:"language"`
}

// DidOpenNotebookDocumentParams are those of notebookDocument/didOpen.
type DidOpenNotebookDocumentParams struct {
	CellTextDocuments []TextDocumentItem `json:"cellTextDocuments"`
}

// DidChangeNotebookDocumentParams are those of notebookDocument/didChange.
type DidChangeNotebookDocumentParams struct {
	Change NotebookDocumentChangeEvent `json:"change"`
}

// NotebookDocumentChangeEvent is what has become of the cells.
type NotebookDocumentChangeEvent struct {
	Cells NotebookDocumentCellChanges `json:"cells"`
}

// NotebookDocumentCellChanges are cells that came and went, and their new texts.
type NotebookDocumentCellChanges struct {
	Structure   NotebookDocumentCellChangeStructure `json:"structure"`
	TextContent []NotebookDocumentCellContent       `json:"textContent"`
}

// NotebookDocumentCellChangeStructure are the cells that came and went.
type NotebookDocumentCellChangeStructure struct {
	DidOpen  []TextDocumentItem       `json:"didOpen"`
	DidClose []TextDocumentIdentifier `json:"didClose"`
}

// NotebookDocumentCellContent changes the text of a cell.
type NotebookDocumentCellContent struct {
	Document VersionedTextDocumentIdentifier  `json:"document"`
	Changes  []TextDocumentContentChangeEvent `json:"changes"`
}

// NotebookDocumentIdentifier names a notebook.
type NotebookDocumentIdentifier struct {
	URI uri.URI `json:"uri"`
}

// DidSaveNotebookDocumentParams are those of notebookDocument/didSave.
type DidSaveNotebookDocumentParams struct {
	NotebookDocument NotebookDocumentIdentifier `json:"notebookDocument"`
}

// DidCloseNotebookDocumentParams are those of notebookDocument/didClose.
type DidCloseNotebookDocumentParams struct {
	CellTextDocuments []TextDocumentIdentifier `json:"cellTextDocuments"`
}
