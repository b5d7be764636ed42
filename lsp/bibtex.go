package lsp

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// bibTeXParams name a paper, and the document that may cite it.
type bibTeXParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	app.PaperRef
}

// bibTeX answers scilit/bibtex.
func (s *server) bibTeX(ctx context.Context, p bibTeXParams) (*app.Entry, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	paper, err := s.paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	if err != nil {
		return nil, err
	}
	for _, b := range s.files.Bibliographies(ctx, d) {
		if entry := b.File.Find(app.WorkOf(paper)); entry != nil && entry.Citable() {
			return &app.Entry{Key: entry.Key, Entry: b.File.Text(entry.Span), InBib: true}, nil
		}
	}
	c, key, err := s.entryFor(ctx, d, paper)
	if err != nil {
		return nil, err
	}
	return &app.Entry{Key: key, Entry: strings.TrimSpace(c.entry.Text) + "\n"}, nil
}
