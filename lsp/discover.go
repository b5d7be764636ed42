package lsp

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// maxPapers is how many papers can be paged through, as in SciLit.
const maxPapers = 100

// discoverParams ask for the papers offset+1 to offset+limit of those worth
// citing at a spot; limit is 10 where it is not given.
type discoverParams struct {
	spot
	Offset int `json:"offset"`
	Limit  int `json:"limit"`
	// Named is an identifier, a title, or words of both; where it is given the
	// papers are those that it may mean, whatever the text is about.
	Named string `json:"named"`
}

// discovered is one page of papers, best first.
type discovered struct {
	Version  int32        `json:"version"`  // of the document that was looked at
	Context  []string     `json:"context"`  // the sentences of the query, oldest first
	Keywords string       `json:"keywords"` // as written
	Mistakes []parseError `json:"mistakes"`
	Matching int          `json:"matching"` // papers that the keywords let pass
	Relaxed  bool         `json:"relaxed"`  // none did: these are the best without keywords
	// Relaxation says how the keywords were taken where none matches them as they
	// are written; null where one does.
	Relaxation *engine.Relaxation `json:"relaxation"`
	Notes      []string           `json:"notes"`   // the texts of notices
	Notices    []engine.Notice    `json:"notices"` // what ran in its simple form, and why
	Total      int                `json:"total"`   // papers that can be paged through
	Papers     []listed           `json:"papers"`
}

// listed is a paper as a list shows it.
type listed struct {
	ID      string   `json:"id"`
	Corpus  string   `json:"corpus"`
	Title   string   `json:"title"`
	Byline  string   `json:"byline"` // "Martins et al. 2009"
	Authors []string `json:"authors"`
	Year    int      `json:"year,omitempty"`
	Venue   string   `json:"venue,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	URL     string   `json:"url,omitempty"`
	Link    string   `json:"link,omitempty"` // where it can be read: http or https, safe to open
	Score   float64  `json:"score"`          // comparable inside one list only; four decimals
	// Relevance is the probability that the author of such a text cites this paper here, four decimals; 0 where it is not known.
	Relevance  float64  `json:"relevance"`
	Highlights []quoted `json:"highlights"`
}

// quoted is a sentence of a paper, word by word.
type quoted struct {
	Text    string `json:"text"`
	Section string `json:"section"`
}

// discoverPage answers scilit/discover.
func (s *server) discoverPage(ctx context.Context, p discoverParams) (*discovered, error) {
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
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	from := min(p.Offset, len(found.Papers))
	page := found.Papers[from:]
	papers, err := s.listed(ctx, page[:min(p.Limit, len(page))], app.About(found, query))
	return &discovered{
		Version: at.Doc.Version, Context: orEmpty(query.Context), Keywords: query.Keywords, Mistakes: parseErrors(query.Keywords, found.Mistakes),
		Matching: found.Matching, Relaxed: found.Relaxed, Relaxation: relaxationOf(found), Notes: engine.Texts(found.Notices), Notices: orEmpty(found.Notices), Total: len(found.Papers), Papers: papers,
	}, err
}

// discoverOrFind searches by the text, or for what is named.
func (s *server) discoverOrFind(ctx context.Context, q engine.Query, named string) (found engine.Discovery, err error) {
	if named == "" {
		return s.discover(ctx, q, nil)
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return found, fmt.Errorf("%w: %w", errNoEngine, err)
	}
	papers, _, err := app.Find(ctx, e, named, q.Limit)
	if err == nil && len(papers) == 0 {
		err = cmp.Or(s.whyNothing(ctx, e), app.NotFound(named))
	}
	for _, p := range papers {
		found.Papers = append(found.Papers, engine.Found{Paper: p})
	}
	found.Matching = len(papers)
	return found, err
}

// listed reads the whole records, since a search returns them without their
// text, and picks highlights that tell of what is asked about.
func (s *server) listed(ctx context.Context, found []engine.Found, about string) ([]listed, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	refs := make([]engine.WorkRef, len(found))
	for i, f := range found {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	all := make([]listed, len(found))
	for i, f := range found {
		if records[i] != nil { // else it was removed from its index meanwhile
			f.Paper = records[i]
		}
		highlights, err := e.Highlight(ctx, f.Paper, about, maxHighlights)
		if err != nil {
			return nil, err
		}
		all[i] = listedOf(f, highlights)
	}
	return all, nil
}

func listedOf(f engine.Found, highlights []engine.Highlight) listed {
	p := f.Paper
	l := listed{
		ID: p.ID, Corpus: p.Corpus, Title: p.Title, Byline: app.Byline(p), Authors: app.FullNames(p.Authors), Year: p.Year, Venue: p.Venue, DOI: p.DOI, URL: p.URL, Link: show.WebAddress(p.DOI, p.ArXiv, p.URL),
		Score: math.Round(f.Score*1e4) / 1e4, Relevance: math.Round(f.Relevance*1e4) / 1e4, Highlights: []quoted{},
	}
	for _, h := range highlights {
		l.Highlights = append(l.Highlights, quoted{h.Text, h.Section})
	}
	return l
}

// orEmpty is a list that JSON does not write as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
