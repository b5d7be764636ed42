package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// notebooks selects the Markdown cells of all notebooks. Each cell is a document; package workspace
// combines the cells of a notebook.
var notebooks = &protocol.NotebookDocumentSyncOptions{
	NotebookSelector: []protocol.NotebookSelector{&protocol.NotebookDocumentFilterWithNotebook{
		Notebook: protocol.String("*"), Cells: []protocol.NotebookCellLanguage{{Language: "markdown"}},
	}},
}

// DidOpenNotebookDocument opens the cells of a notebook.
func (s *server) DidOpenNotebookDocument(ctx context.Context, p *protocol.DidOpenNotebookDocumentParams) error {
	return s.openCells(ctx, p.CellTextDocuments)
}

// DidChangeNotebookDocument closes, opens and changes cells.
func (s *server) DidChangeNotebookDocument(ctx context.Context, p *protocol.DidChangeNotebookDocumentParams) error {
	cells := p.Change.Cells
	if cells == nil {
		return nil
	}
	if structure := cells.Structure; structure != nil {
		if err := s.closeCells(ctx, structure.DidClose); err != nil {
			return err
		}
		if err := s.openCells(ctx, structure.DidOpen); err != nil {
			return err
		}
	}
	for _, c := range cells.TextContent {
		change := &protocol.DidChangeTextDocumentParams{TextDocument: c.Document, ContentChanges: c.Changes}
		if err := s.DidChange(ctx, change); err != nil {
			return err
		}
	}
	return nil
}

// DidSaveNotebookDocument does nothing, since cells are not separate files.
func (s *server) DidSaveNotebookDocument(context.Context, *protocol.DidSaveNotebookDocumentParams) error {
	return nil
}

// DidCloseNotebookDocument closes the cells of a notebook.
func (s *server) DidCloseNotebookDocument(ctx context.Context, p *protocol.DidCloseNotebookDocumentParams) error {
	return s.closeCells(ctx, p.CellTextDocuments)
}

func (s *server) openCells(ctx context.Context, cells []protocol.TextDocumentItem) error {
	for _, c := range cells {
		if err := s.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: c}); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) closeCells(ctx context.Context, cells []protocol.TextDocumentIdentifier) error {
	for _, c := range cells {
		if err := s.DidClose(ctx, &protocol.DidCloseTextDocumentParams{TextDocument: c}); err != nil {
			return err
		}
	}
	return nil
}
