package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// Records returns the records of each work from all corpora. Unlike Papers, it does not merge them. failed
// has a notice for each corpus that could not be queried.
func (e *Engine) Records(ctx context.Context, refs []WorkRef) (found [][]*Paper, failed []Notice, err error) {
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) ([]*Paper, error) {
		return s.Papers(ctx, refs)
	})
	e.outcomes.record(withoutAnswers(replies))
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
	return found, e.failures(ctx, withoutAnswers(replies)), nil
}

func lookedUp[T any](ctx context.Context, replies []reply[T]) error {
	if len(replies) == 0 {
		return ErrNoIndex
	}
	return ctx.Err()
}

// withoutAnswers drops the answers and keeps the sources and errors.
func withoutAnswers[T any](replies []reply[T]) []reply[Result] {
	plain := make([]reply[Result], len(replies))
	for i, r := range replies {
		plain[i] = reply[Result]{from: r.from, err: r.err}
	}
	return plain
}

// short returns a copy of p without Body and References, which callers of Records do not need.
func short(p *Paper) *Paper {
	plain := *p
	plain.Body, plain.References = nil, nil
	return &plain
}

// Titled returns the best BM25 matches for a title that pass the filter, up to limit per corpus, without
// reranking. failed has a notice for each corpus that could not be queried.
func (e *Engine) Titled(
	ctx context.Context, title string, filter keyword.Expr, limit int,
) (found []*Paper, failed []Notice, err error) {
	replies := searchAll(ctx, e.sources, Request{Context: []string{title}, Expr: filter, Limit: limit})
	e.outcomes.record(replies)
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
	return found, e.failures(ctx, replies), nil
}

// ByAuthor returns a filter for papers by an author with the given family name, or nil if the name is
// blank.
func ByAuthor(family string) keyword.Expr {
	words := strings.Fields(strings.ToLower(family))
	if len(words) == 0 {
		return nil
	}
	return keyword.Field{Name: "author", Words: words}
}
