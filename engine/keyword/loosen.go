package keyword

import "slices"

// Loosen relaxes the phrases outside a Not. Their words need not be adjacent: they may be near each
// other or, if anywhere is set, anywhere in title or abstract. ok is false if e has no such phrase.
func Loosen(e Expr, anywhere bool) (loose Expr, ok bool) {
	switch e := e.(type) {
	case And:
		operands, ok := loosenAll(e.Operands, anywhere)
		return And{e.Span, operands}, ok
	case Or:
		operands, ok := loosenAll(e.Operands, anywhere)
		return Or{e.Span, operands}, ok
	case Phrase:
		if len(e.Words) > 1 {
			return Words{e.Span, e.Words, anywhere}, true
		}
	case Words:
		if anywhere && !e.Anywhere {
			return Words{e.Span, e.Words, true}, true
		}
	}
	return e, false
}

// Split replaces each phrase of three or more words with an Or of its adjacent word pairs. The words
// of a pair may occur anywhere in title or abstract. Split drops words for which skip returns true.
// ok is false if no phrase was split.
func Split(e Expr, skip func(word string) bool) (split Expr, ok bool) {
	switch e := e.(type) {
	case And:
		operands, ok := splitAll(e.Operands, skip)
		return And{e.Span, operands}, ok
	case Or:
		operands, ok := splitAll(e.Operands, skip)
		return Or{e.Span, operands}, ok
	case Phrase:
		if pairs := pairsOf(e, skip); len(pairs) > 1 {
			return Or{e.Span, pairs}, true
		}
	}
	return e, false
}

func splitAll(operands []Expr, skip func(string) bool) (all []Expr, any bool) {
	for _, operand := range operands {
		split, ok := Split(operand, skip)
		all, any = append(all, split), any || ok
	}
	return all, any
}

func pairsOf(p Phrase, skip func(string) bool) (pairs []Expr) {
	words := slices.DeleteFunc(slices.Clone(p.Words), skip)
	for i := 1; i < len(words); i++ {
		pairs = append(pairs, Words{p.Span, words[i-1 : i+1], true})
	}
	return pairs
}

func loosenAll(operands []Expr, anywhere bool) (all []Expr, any bool) {
	for _, operand := range operands {
		loose, ok := Loosen(operand, anywhere)
		all, any = append(all, loose), any || ok
	}
	return all, any
}
