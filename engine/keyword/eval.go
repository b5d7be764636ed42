package keyword

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A Source evaluates the leaves of a tree to sets of papers and combines sets. S is the source's
// representation of a set, such as an index's bitmap.
//
// Eval owns each set that it receives and uses it once, so And, Or and AndNot may modify and return
// their first argument.
type Source[S any] interface {
	// All returns the set of all papers.
	All(ctx context.Context) (S, error)
	// Phrase returns the papers that contain the words consecutively. If among is not nil, the
	// result must be correct only for its papers: the source need not verify others. The source
	// must neither modify nor retain among.
	Phrase(ctx context.Context, words []string, among *S) (S, error)
	// Words returns the papers that match the words. among has the same meaning as in Phrase.
	Words(ctx context.Context, words Words, among *S) (S, error)
	// Years returns the papers published in from..to; 0 leaves an end open.
	Years(ctx context.Context, from, to int) (S, error)
	// Field returns the papers that match a field.
	Field(ctx context.Context, field Field) (S, error)

	And(a, b S) S
	Or(a, b S) S
	AndNot(a, b S) S
	Empty(a S) bool
}

// Eval returns the papers of src that match e, or all papers if e is nil.
//
// It evaluates the operands of an And in order of cost, each only among the papers that match the
// preceding ones, and stops when none remain.
func Eval[S any](ctx context.Context, e Expr, src Source[S]) (S, error) {
	return evaluator[S]{src}.eval(ctx, e, nil)
}

type evaluator[S any] struct{ src Source[S] }

// eval returns a set that is correct only within among; see Source.Phrase.
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
	return none, fmt.Errorf("keyword: unexpected node of type %T", e)
}

// and starts with the cheapest positive operand. It requests the set of all papers only if every
// operand is negative.
func (v evaluator[S]) and(ctx context.Context, operands []Expr, among *S) (left S, err error) {
	byCost := func(a, b Expr) int { return cmp.Compare(cost(a), cost(b)) }
	operands = slices.SortedStableFunc(slices.Values(operands), byCost)
	if _, negative := operands[0].(Not); negative {
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

// cost ranks the operands of an And. Years and fields are plain lookups, short phrases are index
// terms, and longer ones must be verified in the text. Negations come last, when the set to
// subtract from is small.
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

// costOfNot exceeds the cost of any realistic phrase.
const costOfNot = 1000

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
