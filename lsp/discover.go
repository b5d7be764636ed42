package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"go.lsp.dev/protocol"
)

const maxPapers = 100 // maximum number of papers across all pages, as in SciLit

// discoverParams are the parameters of scilit/discover.
type discoverParams struct {
	sitePosition
	wire.PageRequest
}

// discoverResult is a page of papers and the document version for which they were found.
type discoverResult struct {
	Version int32 `json:"version"`
	wire.PaperPage
}

// page handles scilit/discover, which returns one page of results.
func (s *suggestions) page(ctx context.Context, p discoverParams) (*discoverResult, error) {
	at, err := s.siteOf(ctx, p.sitePosition)
	if err != nil {
		return nil, err
	}
	if p.Limit == 0 {
		p.Limit = 10
	}
	if p.Offset < 0 || p.Limit < 0 {
		return nil, fmt.Errorf("the offset is %d and the limit is %d, but neither may be negative: use 0 or "+
			"more", p.Offset, p.Limit)
	}
	query := at.Query(ctx, s.files, maxPapers)
	if p.Named != "" {
		query.Keywords = ""
	}
	found, err := s.discoverOrFind(ctx, query, p.Named)
	if err != nil {
		return nil, err
	}
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	papers, err := s.engines.List(ctx, &found, p.PageRequest, app.About(found, query))
	return &discoverResult{at.Doc.Version, app.NewPaperPage(query, found, papers)}, err
}

// discoverOrFind searches for papers that fit the text. If named is set, it searches for the paper
// with that title or identifier instead.
func (s *suggestions) discoverOrFind(ctx context.Context, q engine.Query, named string) (engine.Discovery, error) {
	if named == "" {
		return s.discover(ctx, q, nil)
	}
	return s.engines.Find(ctx, named, q.Limit)
}

// keywordsParams contain either keywords or the position of a directive with keywords.
type keywordsParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument,omitzero"`
	Position     protocol.Position               `json:"position,omitzero"`
	wire.SearchOverrides
}

// understand handles scilit/keywords, which parses keywords. If the request contains the keywords,
// no document is needed, so editors can send it at each keystroke.
func (s *suggestions) understand(ctx context.Context, p keywordsParams) (*wire.ParsedKeywords, error) {
	if p.Keywords != nil {
		releaseOrder(ctx)
	} else {
		at, err := s.siteOf(ctx, sitePosition{
			TextDocument: p.TextDocument, Position: p.Position, SearchOverrides: p.SearchOverrides,
		})
		if err != nil {
			return nil, err
		}
		p.Keywords = new(at.Keywords())
	}
	answer := app.ParseKeywords(ctx, s.engines, *p.Keywords)
	return &answer, ctx.Err()
}
