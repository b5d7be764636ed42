package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// SupportInput are the parameters of support_for_sentence.
type SupportInput struct {
	Sentence string  `json:"sentence" max:"4000" jsonschema:"one sentence that cites, or that needs a citation, plain text"`
	Before   string  `json:"before,omitempty" max:"8000" jsonschema:"the sentences before it"`
	Title    string  `json:"title,omitempty" jsonschema:"the title of the manuscript"`
	Papers   []Named `json:"papers,omitempty" jsonschema:"the papers that it cites; those that a search finds where none is named"`
	Limit    int     `json:"limit,omitempty" max:"10" jsonschema:"how many papers of a search are compared; 3 where not given"`
}

// SupportOutput is the answer of support_for_sentence.
type SupportOutput struct {
	Explanations []app.Explanation `json:"explanations" jsonschema:"one a paper: those that support the sentence first. Not found means: not in what is known of the paper"`
	Unknown      []Failure         `json:"unknown" jsonschema:"named papers that could not be compared, and why"`
	Scope
}

// defaultCompared is how many papers of a search are compared where a call does not say.
const defaultCompared = 3

func (s *Server) supportForSentence(ctx context.Context, in SupportInput) (out SupportOutput, err error) {
	if strings.TrimSpace(in.Sentence) == "" {
		return out, app.ErrNoClaim
	}
	e, err := s.engines.Get(ctx)
	if err != nil {
		return out, app.Nothing(err)
	}
	papers, unknown, err := s.compared(ctx, e, in)
	if err != nil {
		return out, err
	}
	out = SupportOutput{Explanations: []app.Explanation{}, Unknown: app.OrEmpty(unknown), Scope: scopeOf(ctx, e)}
	claim := evidence.Claim{Text: in.Sentence, Context: app.LastSentences(in.Before), Title: in.Title}
	for _, p := range papers {
		x, err := app.Explain(ctx, claim, p)
		if err != nil {
			return out, err
		}
		out.Explanations = append(out.Explanations, x)
	}
	slices.SortStableFunc(out.Explanations, bySupport)
	return out, nil
}

// relations are in the order in which they are shown.
var relations = []app.Relation{app.ClaimSupports, app.ClaimRefutes, app.ClaimRelated, app.ClaimNotFound}

func bySupport(a, b app.Explanation) int {
	return cmp.Or(cmp.Compare(slices.Index(relations, a.Relation), slices.Index(relations, b.Relation)), cmp.Compare(b.Score, a.Score))
}

// compared are the papers that are named, else the best of a search.
func (s *Server) compared(ctx context.Context, e *engine.Engine, in SupportInput) (papers []*engine.Paper, unknown []Failure, err error) {
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

// candidates are the papers worth citing for a sentence, whole.
func (s *Server) candidates(ctx context.Context, e *engine.Engine, in SupportInput) (papers []*engine.Paper, err error) {
	site := app.CiteSite{Context: app.LastSentences(strings.TrimSpace(in.Before + "\n\n" + in.Sentence))}
	found, err := s.engines.Discover(ctx, site.Query(cmp.Or(in.Limit, defaultCompared), engine.Manuscript{Title: in.Title}))
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
