// Package lsp is the language server: the left end of the way from the editor
// to the engine and back, and the only place that knows the protocol.
//
// A request runs like this: the document's snapshot is taken, its manuscript
// scanned (once a version), a query made of the sentences before the cursor
// and the directive; the engine answers; the paper's entry is found in the
// .bib or made; and one WorkspaceEdit of document and .bib goes back. One file
// holds one method; what they share are the files named after a noun. The
// methods that are ours, scilit/..., are listed in request.go.
package lsp
