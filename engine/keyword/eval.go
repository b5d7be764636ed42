package keyword

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A Source answers the leaves of a tree by sets of papers, and joins sets. S
// is a set as the source represents it, an index's bitmap.
//
// Eval owns each set it gets and uses it once, so that And, Or and AndNot may
// change their first argument and return it.
type Source[S any] interface {
	// All is the set of all papers.
	All(ctx context.Context) (S, error)
	// Phrase is the set of papers that contain the words one after the other.
	// among, where it is not nil, holds all the papers that matter: others
	// need not be verified and may be in the answer or not. It is only lent.
	Phrase(ctx context.Context, words []string, among *S) (S, error)
	// Words is the set of papers that match the node; among is as in Phrase.
	Words(ctx context.Context, words Words, among *S) (S, error)
	// Years is the set of papers from..to; 0 for an open end.
	Years(ctx context.Context, from, to int) (S, error)
	// Field is the set of papers that a field matches.
	Field(ctx context.Context, field Field) (S, error)

	And(a, b S) S
	Or(a, b S) S
	AndNot(a, b S) S
	Empty(a S) bool
}

// Eval returns the papers of src that e matches; all where e is nil.
//
// The operands of an And are asked for from the cheapest to the dearest, each
// only among what is left by those before, and not at all where that is nothing.
func Eval[S any](ctx context.Context, e Expr, src Source[S]) (S, error) {
	return evaluator[S]{src}.eval(ctx, e, nil)
}

type evaluator[S any] struct{ src Source[S] }

// eval answers exactly inside among; see Source.Phrase.
func (v evaluator[S]) eval(ctx context.Context, e Expr, among *S) (none S, err error) {
	if err := ctx.Err(); err != nil {
		return none, err
	}
	switch e := e.(type) {
	case nil:
		return v.src.All(ctx)
	case And:
		return v.and(ctx, e.Operands, among)
	case Or:
		return v.or(ctx, e.Operands, among)
	case Not:
		return v.and(ctx, []Expr{e}, among)
	case Phrase:
		return v.src.Phrase(ctx, e.Words, among)
	case Words:
		return v.src.Words(ctx, e, among)
	case Years:
		return v.src.Years(ctx, e.From, e.To)
	case Field:
		return v.src.Field(ctx, e)
	}
	return none, fmt.Errorf("keyword: a tree holds a %T, which is none of the nodes of this package", e)
}

// and starts from the cheapest positive operand; only where all are negative
// does it need the set of all papers.
func (v evaluator[S]) and(ctx context.Context, operands []Expr, among *S) (left S, err error) {
	operands = slices.SortedStableFunc(slices.Values(operands), func(a, b Expr) int { return cmp.Compare(cost(a), cost(b)) })
	if isNot(operands[0]) {
		left, err = v.src.All(ctx)
	} else {
		left, err = v.eval(ctx, operands[0], among)
		operands = operands[1:]
	}
	for _, operand := range operands {
		if err != nil || v.src.Empty(left) {
			return left, err
		}
		left, err = v.narrow(ctx, left, operand)
	}
	return left, err
}

func (v evaluator[S]) narrow(ctx context.Context, left S, operand Expr) (S, error) {
	not, negative := operand.(Not)
	if negative {
		operand = not.Operand
	}
	set, err := v.eval(ctx, operand, &left)
	switch {
	case err != nil:
		return left, err
	case negative:
		return v.src.AndNot(left, set), nil
	}
	return v.src.And(left, set), nil
}

// cost ranks the operands of an And. Years and fields are looked up, short
// phrases are terms of an index, longer ones must be verified; a negative one
// is best taken from a set that is already small.
func cost(e Expr) int {
	switch e := e.(type) {
	case Years, Field:
		return 0
	case Phrase:
		return len(e.Words)
	case Words:
		return len(e.Words)
	case Or:
		total := 0
		for _, operand := range e.Operands {
			total += cost(operand)
		}
		return total
	case Not:
		return costOfNot + cost(e.Operand)
	}
	return costOfNot
}

// costOfNot is above the cost of any phrase that people write.
const costOfNot = 1000

func isNot(e Expr) bool {
	_, ok := e.(Not)
	return ok
}

func (v evaluator[S]) or(ctx context.Context, operands []Expr, among *S) (union S, err error) {
	for i, operand := range operands {
		set, err := v.eval(ctx, operand, among)
		if err != nil {
			return union, err
		}
		if i == 0 {
			union = set
		} else {
			union = v.src.Or(union, set)
		}
	}
	return union, nil
}
