package lsp

import (
	"cmp"
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
	query := s.query(ctx, at, maxPapers)
	if p.Named != "" {
		query.Keywords = ""
	}
	found, err := s.discoverOrFind(ctx, query, p.Named)
	if err != nil {
		return nil, err
	}
	found.Papers = s.citedLast(ctx, at, found.Papers)
	from := min(p.Offset, len(found.Papers))
	page := found.Papers[from:]
	papers, err := s.listed(ctx, page[:min(p.Limit, len(page))], app.About(found, query))
	return &discoverResult{at.doc.Version, app.DiscoveredOf(query, found, papers)}, err
}

// discoverOrFind searches by the text, or for what is named.
func (s *server) discoverOrFind(ctx context.Context, q engine.Query, named string) (found engine.Discovery, err error) {
	if named == "" {
		return s.discover(ctx, q, nil)
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return found, app.Nothing(err)
	}
	papers, _, err := app.Find(ctx, e, named, q.Limit)
	if err == nil && len(papers) == 0 {
		err = cmp.Or(s.engines.WhyNothing(ctx, e), app.NotFound(named))
	}
	for _, p := range papers {
		found.Papers = append(found.Papers, engine.Found{Paper: p})
	}
	found.Matching = len(papers)
	return found, err
}

// listed is app.List with the engine of the request.
func (s *server) listed(ctx context.Context, found []engine.Found, about string) ([]app.ListedPaper, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	return app.List(ctx, e, found, about)
}
