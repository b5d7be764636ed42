package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// SupportInput contains the parameters of support_for_sentence.
type SupportInput struct {
	Sentence string        `json:"sentence" max:"4000" jsonschema:"one sentence of plain text, with or without its citation"`
	Before   string        `json:"before,omitempty" max:"8000" jsonschema:"the text before the sentence"`
	Title    string        `json:"title,omitempty" jsonschema:"the title of the manuscript"`
	Papers   []PaperParams `json:"papers,omitempty" jsonschema:"the papers that the sentence cites; by default the best papers found by a search"`
	Limit    int           `json:"limit,omitempty" max:"10" jsonschema:"number of papers to search for if papers is empty; default 3"`
}

// SupportOutput is the result of support_for_sentence.
type SupportOutput struct {
	Explanations []wire.Explanation `json:"explanations" jsonschema:"one explanation per paper, supporting papers first"`
	Unknown      []Failure          `json:"unknown" jsonschema:"named papers that could not be compared, with reasons"`
	Scope
}

const defaultCompared = 3 // number of found papers compared by default

func (s *Server) supportForSentence(ctx context.Context, in SupportInput) (out SupportOutput, err error) {
	if strings.TrimSpace(in.Sentence) == "" {
		return out, app.ErrNoClaim
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, backend.Unavailable(err)
	}
	e, outcomes := e.Recorded()
	papers, unknown, err := s.papersOf(ctx, e, in)
	if err != nil {
		return out, err
	}
	out = SupportOutput{Explanations: []wire.Explanation{}, Unknown: wire.OrEmpty(unknown), Scope: scopeOfAll(ctx,
		e, outcomes)}
	claim := evidence.Claim{Text: in.Sentence, Context: app.LastSentences(in.Before), Title: in.Title}
	for _, p := range papers {
		x, err := app.Explain(ctx, e.Judge(), claim, p)
		if err != nil {
			return out, err
		}
		out.Explanations = append(out.Explanations, x)
	}
	slices.SortStableFunc(out.Explanations, bySupport)
	return out, nil
}

// relations lists the relations in the order used in results.
var relations = []wire.Relation{wire.ClaimSupports, wire.ClaimRefutes, wire.ClaimRelated, wire.ClaimNotFound}

func bySupport(a, b wire.Explanation) int {
	return cmp.Or(
		cmp.Compare(slices.Index(relations, a.Relation), slices.Index(relations, b.Relation)),
		cmp.Compare(b.Score, a.Score),
	)
}

// papersOf returns the papers named in a call, or else the best papers found by a search.
func (s *Server) papersOf(ctx context.Context, e *engine.Engine, in SupportInput) (
	papers []*engine.Paper, unknown []Failure, err error,
) {
	if len(in.Papers) == 0 {
		papers, err = s.candidates(ctx, e, in)
		return papers, nil, err
	}
	for _, named := range in.Papers {
		p, err := s.here(ctx, e, named)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			unknown = append(unknown, *failureOf(err))
			continue
		}
		papers = append(papers, p)
	}
	return papers, unknown, nil
}

// candidates returns papers that are worth citing for a sentence, with their full texts.
func (s *Server) candidates(
	ctx context.Context, e *engine.Engine, in SupportInput,
) (papers []*engine.Paper, err error) {
	site := app.CiteSite{Context: app.LastSentences(strings.TrimSpace(in.Before + "\n\n" + in.Sentence))}
	query := site.Query(cmp.Or(in.Limit, defaultCompared), engine.Manuscript{Title: in.Title})
	found, err := e.Discover(ctx, query)
	if err == nil && len(found.Papers) == 0 {
		err = s.engines.CheckAvailable(ctx, e)
	}
	if err != nil {
		return nil, err
	}
	for _, f := range found.Papers {
		p, err := s.whole(ctx, e, f.Paper)
		if err != nil {
			return nil, err
		}
		papers = append(papers, p)
	}
	return papers, nil
}
