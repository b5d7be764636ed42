package weaviate

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// maxRead is the maximum number of full texts fetched per search. For other papers, only title and
// abstract are compared with the expression.
const maxRead = 200

// verify returns the papers whose texts match the expression.
func (s *search) verify(ctx context.Context, all found) (found, error) {
	passing, err := memory.Passing(ctx, all.papers, s.req)
	if err != nil || !holdsPhrase(s.req.Expr) {
		return all.kept(passing), err
	}
	kept := make(map[int]bool, len(passing))
	for _, i := range passing {
		kept[i] = true
	}
	excludes := holdsNot(s.req.Expr)
	var doubtful []int
	for i, h := range all.hits {
		if h.Full && (!kept[i] || excludes) && len(doubtful) < maxRead {
			doubtful = append(doubtful, i)
		}
	}
	for part := range slices.Chunk(doubtful, maxBodies) {
		if err := s.read(ctx, all.kept(part), part, kept); err != nil {
			return found{}, err
		}
	}
	var places []int
	for i := range all.papers {
		if kept[i] {
			places = append(places, i)
		}
	}
	return all.kept(places), nil
}

// read fetches the full texts of the papers in part. It sets kept for those that match. places are
// their indexes in kept.
func (s *search) read(ctx context.Context, part found, places []int, kept map[int]bool) error {
	whole := make([]*engine.Paper, len(part.papers))
	for i, p := range part.papers {
		own := *p
		whole[i] = &own
	}
	if err := s.addBodies(ctx, whole, part.hits); err != nil {
		return err
	}
	passing, err := memory.Passing(ctx, whole, s.req)
	for i, place := range places {
		kept[place] = slices.Contains(passing, i)
	}
	return err
}

// holdsPhrase reports whether e contains a phrase. Phrases may occur in full texts.
func holdsPhrase(e keyword.Expr) bool {
	return holds(e, func(e keyword.Expr) bool {
		phrase, ok := e.(keyword.Phrase)
		return ok && len(phrase.Words) > 0
	})
}

func holdsNot(e keyword.Expr) bool {
	return holds(e, func(e keyword.Expr) bool {
		_, ok := e.(keyword.Not)
		return ok
	})
}

// holds reports whether is returns true for any node of the tree.
func holds(e keyword.Expr, is func(keyword.Expr) bool) bool {
	inside := func(operand keyword.Expr) bool { return holds(operand, is) }
	switch node := e.(type) {
	case nil:
		return false
	case keyword.And:
		return slices.ContainsFunc(node.Operands, inside)
	case keyword.Or:
		return slices.ContainsFunc(node.Operands, inside)
	case keyword.Not:
		return is(e) || inside(node.Operand)
	}
	return is(e)
}
