// Package lsp implements the language server. It translates between the Language Server Protocol
// and the engine.
//
// A request takes a snapshot of the document, whose manuscript is scanned once per version. The
// server builds a query from the sentences before the cursor and the directive, and the engine
// returns papers. The server then finds or creates the .bib entry of the chosen paper. It replies
// with one WorkspaceEdit for the document and the .bib file.
//
// Each protocol method has its own file; files named after a noun contain code that several methods
// share. request.go lists the custom methods, scilit/....
package lsp
