package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// maxPapers is how many papers can be paged through, as in SciLit.
const maxPapers = 100

// discoverParams ask for papers worth citing at a spot.
type discoverParams struct {
	spot
	app.Page
}

// discoverResult is a page with the version of the document that was looked at.
type discoverResult struct {
	Version int32 `json:"version"`
	app.Discovered
}

// discoverPage answers scilit/discover.
func (s *server) discoverPage(ctx context.Context, p discoverParams) (*discoverResult, error) {
	at, err := s.siteOf(ctx, p.spot)
	if err != nil {
		return nil, err
	}
	if p.Limit == 0 {
		p.Limit = 10
	}
	if p.Offset < 0 || p.Limit < 0 {
		return nil, fmt.Errorf("offset %d and limit %d: neither can be negative", p.Offset, p.Limit)
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
	from := min(p.Offset, len(found.Papers))
	page := found.Papers[from:]
	papers, err := s.engines.List(ctx, page[:min(p.Limit, len(page))], app.About(found, query))
	return &discoverResult{at.Doc.Version, app.DiscoveredOf(query, found, papers)}, err
}

// discoverOrFind searches by the text, or for what is named.
func (s *server) discoverOrFind(ctx context.Context, q engine.Query, named string) (engine.Discovery, error) {
	if named == "" {
		return s.discover(ctx, q, nil)
	}
	return s.engines.Find(ctx, named, q.Limit)
}
