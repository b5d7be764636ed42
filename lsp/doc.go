// Package lsp implements the language server. It translates between the Language Server Protocol
// and the engine; no other package depends on the protocol.
//
// A request takes a snapshot of the document and scans its manuscript, once per version. It builds
// a query from the sentences before the cursor and the directive. The engine returns papers; the
// server finds the paper's .bib entry or creates it, and replies with one WorkspaceEdit for the
// document and the .bib file.
//
// Each method has a file; files named after a noun are shared. request.go lists the custom methods,
// scilit/....
package lsp
