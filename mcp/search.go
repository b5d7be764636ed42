package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// SearchInput are the parameters of search_papers.
type SearchInput struct {
	Text     string `json:"text,omitempty" max:"8000" jsonschema:"the sentences to cite in, plain text; the last one counts most. It stays on this machine"`
	Keywords string `json:"keywords,omitempty" jsonschema:"what papers have to be about: a; b | c; 2010..2022; -survey; author: Knuth"`
	Title    string `json:"title,omitempty" jsonschema:"the title of the manuscript, whose own record is left out"`
	From     int    `json:"from,omitempty" max:"3000" jsonschema:"no paper older than this year"`
	To       int    `json:"to,omitempty" max:"3000" jsonschema:"no paper newer than this year"`
	Limit    int    `json:"limit,omitempty" max:"25" jsonschema:"how many papers; 8 where not given"`
	Online   bool   `json:"online,omitempty" jsonschema:"ask the repositories of the literature that the user turned on, too: keywords are sent, never the text, and only as the user allowed"`
}

// SearchOutput is the answer of search_papers.
type SearchOutput struct {
	app.Discovered
	Scope
	Online *OnlineSearch `json:"online,omitempty" jsonschema:"what was asked online, or would be"`
}

// defaultPapers is how many papers are returned where a call does not say.
const defaultPapers = 8

func (s *Server) searchPapers(ctx context.Context, in SearchInput) (out SearchOutput, err error) {
	if strings.TrimSpace(in.Text+in.Keywords) == "" {
		return out, failed(InvalidArgument, "there is nothing to search for: give text, keywords, or both")
	}
	out, err = s.searchHere(ctx, in)
	if !in.Online {
		return out, err
	}
	return s.withOnline(ctx, in, out, err)
}

// withOnline adds what the repositories have to what was found here. A search fails only
// where neither could be asked.
func (s *Server) withOnline(ctx context.Context, in SearchInput, out SearchOutput, here error) (SearchOutput, error) {
	var nothing *app.NothingError
	if here != nil && !errors.As(here, &nothing) {
		return out, here
	}
	found, err := s.searchOnline(ctx, in)
	switch {
	case here == nil && err != nil:
		found = noOnline()
		found.Failure = failureOf(err)
	case err != nil:
		return out, err
	case here != nil:
		out.Discovered = app.DiscoveredOf(engine.Query{Keywords: in.Keywords}, engine.Discovery{Notices: []engine.Notice{nothing.Notice}}, nil)
		out.Scope = Scope{Says: "No corpus was searched.", Searched: []app.Corpus{}, Quoted: quoted}
	}
	out.Online = found
	return out, nil
}

func (s *Server) searchHere(ctx context.Context, in SearchInput) (out SearchOutput, err error) {
	query := app.CiteSite{Context: app.LastSentences(in.Text), Keywords: withYears(in)}.Query(cmp.Or(in.Limit, defaultPapers), engine.Manuscript{Title: in.Title})
	query.YearTo = in.To
	found, err := s.engines.Discover(ctx, query)
	if err != nil {
		return out, err
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, err
	}
	papers, err := app.List(ctx, e, found.Papers, app.About(found, query))
	if err != nil {
		return out, err
	}
	return SearchOutput{Discovered: app.DiscoveredOf(query, found, allListed(papers)), Scope: scopeOf(ctx, e)}, nil
}

// withYears are the keywords with the first year, for which a query has no other place.
func withYears(in SearchInput) string {
	if in.From == 0 {
		return in.Keywords
	}
	return strings.TrimPrefix(fmt.Sprintf("%s; %04d..", strings.TrimRight(in.Keywords, "; "), in.From), "; ")
}
