package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// Records returns the records that each corpus has of each work: unlike Papers it
// keeps those of all corpora. A notice names each corpus that could not be asked.
func (e *Engine) Records(ctx context.Context, refs []WorkRef) (found [][]*Paper, failed []Notice, err error) {
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) ([]*Paper, error) { return s.Papers(ctx, refs) })
	if err := lookedUp(ctx, replies); err != nil {
		return nil, nil, err
	}
	found = make([][]*Paper, len(refs))
	for _, r := range replies {
		for i, p := range r.from.admitted(r.answer, refs) {
			if p != nil && r.err == nil {
				found[i] = append(found[i], short(p))
			}
		}
	}
	return found, e.leftOut(ctx, withoutAnswers(replies)), nil
}

func lookedUp[T any](ctx context.Context, replies []reply[T]) error {
	if len(replies) == 0 {
		return ErrNoIndex
	}
	return ctx.Err()
}

// withoutAnswers keeps who failed, and how.
func withoutAnswers[T any](replies []reply[T]) []reply[Result] {
	plain := make([]reply[Result], len(replies))
	for i, r := range replies {
		plain[i] = reply[Result]{from: r.from, err: r.err}
	}
	return plain
}

// short is a record without full text, which a comparison of references does not need.
func short(p *Paper) *Paper {
	plain := *p
	plain.Body, plain.References = nil, nil
	return &plain
}

// Titled returns the papers whose words are closest to those of a title, at most
// limit of each corpus and without a ranking. A filter lets only some papers pass. A
// notice names each corpus that could not be asked.
func (e *Engine) Titled(ctx context.Context, title string, filter keyword.Expr, limit int) (found []*Paper, failed []Notice, err error) {
	req := Request{Context: []string{title}, Expr: filter, Limit: limit}
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) (Result, error) { return s.result(ctx, req) })
	if err := lookedUp(ctx, replies); err != nil {
		return nil, nil, err
	}
	for _, answer := range answered(replies) {
		slices.SortStableFunc(answer.Candidates, func(a, b Candidate) int {
			return cmp.Or(cmp.Compare(b.BM25, a.BM25), strings.Compare(a.Paper.ID, b.Paper.ID))
		})
		for _, c := range answer.Candidates[:min(len(answer.Candidates), limit)] {
			found = append(found, c.Paper)
		}
	}
	return found, e.leftOut(ctx, replies), nil
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

// Others is a view of the engine without the user's own library. It shares all else
// with the engine, which alone is closed.
func (e *Engine) Others() *Engine {
	view := *e
	view.sources = slices.DeleteFunc(slices.Clone(e.sources), func(s *source) bool { return s.own })
	return &view
}
