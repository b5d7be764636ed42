package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"go.lsp.dev/protocol"
)

// bibTeXParams identify a paper and the document that would cite it.
type bibTeXParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	wire.PaperRef
}

// bibTeX handles scilit/bibtex, which returns the BibTeX entry of a paper.
func (s *suggestions) bibTeX(ctx context.Context, p bibTeXParams) (*wire.Entry, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	paper, err := s.writer.Paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	if err != nil {
		return nil, err
	}
	made, err := s.writer.Entry(ctx, d, paper)
	if err != nil {
		return nil, err
	}
	return (*wire.Entry)(&made), nil
}
