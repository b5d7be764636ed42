package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// Records returns the records that each corpus has of each work: unlike Papers it
// keeps those of all corpora, and says which corpora could not be asked.
func (e *Engine) Records(ctx context.Context, refs []WorkRef) (found [][]*Paper, failed []string, err error) {
	if len(e.parts.Indexes) == 0 {
		return nil, nil, ErrNoIndex
	}
	all, failures := everywhere(ctx, e, func(ctx context.Context, index Index) ([]*Paper, error) { return index.Papers(ctx, refs) })
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	found = make([][]*Paper, len(refs))
	for at, papers := range all {
		for i, p := range papers[:min(len(papers), len(refs))] {
			if p != nil && failures[at] == nil {
				found[i] = append(found[i], received(e.parts.Indexes[at], short(p)))
			}
		}
	}
	return found, e.leftOut(ctx, failures), nil
}

// short is a record without full text, which a comparison of references does not need.
func short(p *Paper) *Paper {
	plain := *p
	plain.Body, plain.References = nil, nil
	return &plain
}

// Titled returns the papers whose words are closest to those of a title, at most
// limit of each corpus and without a ranking, and says which corpora could not be
// asked. A filter lets only some papers pass.
func (e *Engine) Titled(ctx context.Context, title string, filter keyword.Expr, limit int) (found []*Paper, failed []string, err error) {
	if len(e.parts.Indexes) == 0 {
		return nil, nil, ErrNoIndex
	}
	req := PrefetchRequest{Terms: queryTerms([]string{title}, nil), Filter: filter, Limit: limit}
	all, failures := everywhere(ctx, e, func(ctx context.Context, index Index) (Prefetched, error) { return candidatesOf(ctx, index, req) })
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for at, answer := range all {
		if failures[at] != nil {
			continue
		}
		slices.SortStableFunc(answer.Candidates, func(a, b Candidate) int {
			switch {
			case a.BM25 > b.BM25:
				return -1
			case a.BM25 < b.BM25:
				return 1
			}
			return strings.Compare(a.Paper.ID, b.Paper.ID)
		})
		for _, c := range answer.Candidates[:min(len(answer.Candidates), limit)] {
			found = append(found, c.Paper)
		}
	}
	return found, e.leftOut(ctx, failures), nil
}

// By is the filter for papers of an author of a family name; nil where the name has
// no letters.
func By(family string) keyword.Expr {
	words := strings.Fields(strings.ToLower(family))
	if len(words) == 0 {
		return nil
	}
	return keyword.Field{Name: "author", Words: words}
}
