package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// notebooks are all whose Markdown cells an editor can send. Each cell is a
// document; workspace knows which belong together.
var notebooks = &protocol.NotebookDocumentSyncOptions{
	NotebookSelector: []protocol.NotebookSelector{{Notebook: "*", Cells: []protocol.NotebookCellKind{{Language: "markdown"}}}},
}

// DidOpenNotebook takes the cells of a notebook into the editor's hands.
func (s *server) DidOpenNotebook(ctx context.Context, p *protocol.DidOpenNotebookDocumentParams) error {
	return s.openCells(ctx, p.CellTextDocuments)
}

// DidChangeNotebook follows cells that come, go and change.
func (s *server) DidChangeNotebook(ctx context.Context, p *protocol.DidChangeNotebookDocumentParams) error {
	cells := p.Change.Cells
	if err := s.closeCells(ctx, cells.Structure.DidClose); err != nil {
		return err
	}
	if err := s.openCells(ctx, cells.Structure.DidOpen); err != nil {
		return err
	}
	for _, c := range cells.TextContent {
		if err := s.DidChange(ctx, &protocol.DidChangeTextDocumentParams{TextDocument: c.Document, ContentChanges: c.Changes}); err != nil {
			return err
		}
	}
	return nil
}

// DidSaveNotebook changes nothing: cells are no files.
func (s *server) DidSaveNotebook(context.Context, *protocol.DidSaveNotebookDocumentParams) error {
	return nil
}

// DidCloseNotebook forgets the cells of a notebook.
func (s *server) DidCloseNotebook(ctx context.Context, p *protocol.DidCloseNotebookDocumentParams) error {
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
