package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Named paper is a parameter of several tools.
type Named struct {
	Paper  string `json:"paper" jsonschema:"the ID of a paper that another tool returned, or a DOI, an arXiv or PubMed identifier, an address, a citation key of the user's library, or a title"`
	Corpus string `json:"corpus,omitempty" jsonschema:"the corpus of the ID, where it is one"`
}

// PaperInput are the parameters of get_paper.
type PaperInput struct {
	Named
	About  string `json:"about,omitempty" jsonschema:"prefer highlights about this"`
	Online bool   `json:"online,omitempty" jsonschema:"where no corpus here has the paper, look it up at the online sources that the user turned on, as far as the user allowed"`
}

// PaperOutput is the answer of get_paper.
type PaperOutput struct {
	app.PaperDetails
	Scope
}

// highlightCount is how many sentences show what a paper is about.
const highlightCount = 5

func (s *Server) getPaper(ctx context.Context, in PaperInput) (out PaperOutput, err error) {
	e, p, err := s.paper(ctx, in.Named, in.Online)
	if err != nil {
		return out, err
	}
	highlights, err := e.Highlight(ctx, p, in.About, highlightCount)
	if err != nil {
		return out, err
	}
	out = PaperOutput{app.DetailsOf(p, highlights), scopeOf(ctx, e)}
	out.ListedPaper = listed(out.ListedPaper)
	return out, nil
}

// maxCandidates is how many papers are listed that a name may mean.
const maxCandidates = 10

// paper is the whole record that a name can only mean.
func (s *Server) paper(ctx context.Context, named Named, online bool) (*engine.Engine, *engine.Paper, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, nil, app.Nothing(err)
	}
	p, err := s.here(ctx, e, named)
	if online && errors.Is(err, app.ErrNotFound) {
		p, err = s.resolved(ctx, named.Paper)
	}
	return e, p, err
}

// here looks in the corpora alone.
func (s *Server) here(ctx context.Context, e *engine.Engine, named Named) (*engine.Paper, error) {
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
		if err := s.engines.WhyNothing(ctx, e); err != nil {
			return nil, err
		}
		return nil, app.NotFound(named.Paper)
	}
	return nil, &Failure{Code: Ambiguous, Message: named.Paper + " may be one of several works: call again with the ID and the corpus of one", Candidates: listOf(papers)}
}

// whole is a paper with its full text, which a search leaves out.
func (s *Server) whole(ctx context.Context, e *engine.Engine, p *engine.Paper) (*engine.Paper, error) {
	papers, err := e.Papers(ctx, []engine.WorkRef{{ID: p.ID, Corpus: p.Corpus}})
	if err != nil || papers[0] == nil {
		return p, err
	}
	return papers[0], nil
}

func listOf(papers []*engine.Paper) []app.ListedPaper {
	var all []app.ListedPaper
	for _, p := range papers {
		all = append(all, listed(app.Listed(engine.Found{Paper: p}, nil)))
	}
	return all
}
