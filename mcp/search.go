package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// SearchInput contains the parameters of search_papers.
type SearchInput struct {
	Text     string `json:"text,omitempty" max:"8000" jsonschema:"the manuscript's text before the citation, without markup; its last sentence matters most; never sent online"`
	Keywords string `json:"keywords,omitempty" jsonschema:"topics separated by semicolons, synonyms by |, such as: parsing | grammar; 2010..2022; -survey; author: Knuth"`
	Title    string `json:"title,omitempty" jsonschema:"the title of the manuscript, so that the manuscript itself is not suggested"`
	From     int    `json:"from,omitempty" max:"3000" jsonschema:"earliest year of publication"`
	To       int    `json:"to,omitempty" max:"3000" jsonschema:"latest year of publication"`
	Limit    int    `json:"limit,omitempty" max:"25" jsonschema:"maximum number of papers; default 8"`
	Online   bool   `json:"online,omitempty" jsonschema:"also query online sources by keywords, if the user allows it"`
}

// SearchOutput is the result of search_papers.
type SearchOutput struct {
	wire.PaperPage
	Scope
	Online *OnlineSearch `json:"online,omitempty" jsonschema:"the online search, or the proposal for one if nothing was sent"`
}

const defaultPapers = 8 // number of papers returned by default

func (s *Server) searchPapers(ctx context.Context, in SearchInput) (out SearchOutput, err error) {
	if strings.TrimSpace(in.Text+in.Keywords) == "" {
		return out, failed(InvalidArgument, "the query is empty: give text, keywords, or both")
	}
	out, err = s.searchHere(ctx, in)
	if !in.Online {
		return out, err
	}
	return s.withOnline(ctx, in, out, err)
}

// withOnline adds the results of online sources to those of the corpora. It returns an error only
// if neither could be searched.
func (s *Server) withOnline(ctx context.Context, in SearchInput, out SearchOutput, here error) (SearchOutput, error) {
	nothing, unavailable := errors.AsType[*backend.UnavailableError](here)
	if here != nil && !unavailable {
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
		empty := engine.Discovery{Notices: []engine.Notice{nothing.Notice}}
		out.PaperPage = app.NewPaperPage(engine.Query{Keywords: in.Keywords}, empty, nil)
		out.Scope = Scope{Text: "No corpus was searched.", Searched: []wire.Corpus{}, Quoted: quoted}
	}
	out.Online = found
	return out, nil
}

func (s *Server) searchHere(ctx context.Context, in SearchInput) (out SearchOutput, err error) {
	site := app.CiteSite{Context: app.LastSentences(in.Text), Keywords: withYears(in)}
	query := site.Query(cmp.Or(in.Limit, defaultPapers), engine.Manuscript{Title: in.Title})
	query.YearTo = in.To
	found, err := s.engines.Discover(ctx, query)
	if err != nil {
		return out, err
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, err
	}
	papers, err := app.List(ctx, e, &found, wire.PageRequest{Limit: query.Limit}, app.About(found, query))
	if err != nil {
		return out, err
	}
	page := app.NewPaperPage(query, found, allListed(papers))
	return SearchOutput{PaperPage: page, Scope: scopeOf(ctx, e, found.Coverage)}, nil
}

// withYears adds the first year to the keywords, since a query has no separate field for it.
func withYears(in SearchInput) string {
	if in.From == 0 {
		return in.Keywords
	}
	return strings.TrimPrefix(fmt.Sprintf("%s; %04d..", strings.TrimRight(in.Keywords, "; "), in.From), "; ")
}

// PassagesInput contains the parameters of find_passages.
type PassagesInput struct {
	Question string        `json:"question" max:"4000" jsonschema:"the question, in words that occur in papers"`
	Papers   []PaperParams `json:"papers,omitempty" jsonschema:"the papers to search; by default all"`
	Corpora  []string      `json:"corpora,omitempty" max:"200" jsonschema:"names of the corpora to search; by default all"`
	Limit    int           `json:"limit,omitempty" max:"20" jsonschema:"maximum number of passages"`
}

// PassagesOutput is the result of find_passages.
type PassagesOutput struct {
	Passages []wire.AskedPassage `json:"passages" jsonschema:"the passages, best first, each with the probability that it answers the question"`
	Scope
}

func (s *Server) findPassages(ctx context.Context, in PassagesInput) (out PassagesOutput, err error) {
	question := wire.AskRequest{Text: in.Question, Corpora: in.Corpora, TopK: in.Limit}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, backend.Unavailable(err)
	}
	if _, err := e.Among(ctx, in.Corpora); err != nil {
		return out, failed(NotFound, err.Error())
	}
	for _, named := range in.Papers {
		p, err := s.here(ctx, e, named)
		if err != nil {
			return out, err
		}
		question.Papers = append(question.Papers, wire.PaperRef{Paper: p.ID, Corpus: p.Corpus})
	}
	passages, coverage, err := s.asker.Passages(ctx, question)
	if err != nil {
		return out, err
	}
	out = PassagesOutput{wire.OrEmpty(passages), scopeOf(ctx, e, coverage)}
	if len(question.Papers) > 0 {
		out.Text, out.Searched = "Only the named papers were searched, as far as their texts are "+
			"available.", []wire.Corpus{}
	}
	return out, nil
}
