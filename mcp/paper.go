package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// PaperParams identifies a paper in the parameters of several tools.
type PaperParams struct {
	Paper  string `json:"paper" jsonschema:"the paper's ID from another tool, DOI, arXiv or PubMed identifier, URL, citation key or title"`
	Corpus string `json:"corpus,omitempty" jsonschema:"the corpus that contains the paper, if paper is an ID"`
}

// PaperInput contains the parameters of get_paper.
type PaperInput struct {
	PaperParams
	About  string `json:"about,omitempty" jsonschema:"topic for choosing highlights"`
	Online bool   `json:"online,omitempty" jsonschema:"query online sources if no corpus has the paper and the user allows it"`
}

// PaperOutput is the result of get_paper.
type PaperOutput struct {
	wire.PaperDetails
	Scope
}

const highlightCount = 5 // number of highlights returned per paper

func (s *Server) getPaper(ctx context.Context, in PaperInput) (out PaperOutput, err error) {
	e, p, outcomes, err := s.paper(ctx, in.PaperParams, in.Online)
	if err != nil {
		return out, err
	}
	highlights, err := e.Highlight(ctx, p, in.About, highlightCount)
	if err != nil {
		return out, err
	}
	out = PaperOutput{app.NewPaperDetails(p, highlights), scopeOfAll(ctx, e, outcomes)}
	out.ListedPaper = listed(out.ListedPaper)
	return out, nil
}

const maxCandidates = 10 // maximum number of papers listed for an ambiguous name

// paper returns the complete record of a named paper, and the outcomes of the lookup. It returns an
// error if the name is ambiguous.
func (s *Server) paper(ctx context.Context, named PaperParams, online bool) (
	e *engine.Engine, p *engine.Paper, outcomes *engine.Outcomes, err error,
) {
	if e, err = s.engines.Get(ctx); err != nil {
		return nil, nil, nil, backend.Unavailable(err)
	}
	e, outcomes = e.Recorded()
	p, err = s.here(ctx, e, named)
	if online && errors.Is(err, app.ErrNotFound) {
		p, err = s.resolve(ctx, named.Paper)
	}
	return e, p, outcomes, err
}

// here looks up a paper in the corpora. It does not query online sources.
func (s *Server) here(ctx context.Context, e *engine.Engine, named PaperParams) (*engine.Paper, error) {
	if named.Corpus != "" {
		papers, err := e.Papers(ctx, []engine.WorkRef{{ID: named.Paper, Corpus: named.Corpus}})
		if err == nil && papers[0] == nil {
			err = fmt.Errorf("%s in %s: %w", named.Paper, named.Corpus, app.ErrNotFound)
		}
		if err != nil {
			return nil, err
		}
		return papers[0], nil
	}
	papers, exact, err := app.Find(ctx, e, named.Paper, maxCandidates)
	switch {
	case err != nil:
		return nil, err
	case exact:
		return s.whole(ctx, e, papers[0])
	case len(papers) == 0:
		if err := s.engines.CheckAvailable(ctx, e); err != nil {
			return nil, err
		}
		return nil, app.NotFound(named.Paper)
	}
	return nil, &Failure{
		Code: Ambiguous, Message: named.Paper + " matches more than one work: give the ID and the corpus of the one you mean",
		Candidates: listOf(papers),
	}
}

// whole returns a paper together with its full text, which searches omit.
func (s *Server) whole(ctx context.Context, e *engine.Engine, p *engine.Paper) (*engine.Paper, error) {
	papers, err := e.Papers(ctx, []engine.WorkRef{{ID: p.ID, Corpus: p.Corpus}})
	if err != nil || papers[0] == nil {
		return p, err
	}
	return papers[0], nil
}

func listOf(papers []*engine.Paper) []wire.ListedPaper {
	var all []wire.ListedPaper
	for _, p := range papers {
		all = append(all, listed(app.ListPaper(engine.Hit{Paper: p}, nil)))
	}
	return all
}
