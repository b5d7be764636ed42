package keyword

import "slices"

// Loosen relaxes the phrases outside a Not. Their words need not be adjacent: they may be near each
// other or, if anywhere is set, anywhere in the title or abstract. ok is false if e has no such phrase.
func Loosen(e Expr, anywhere bool) (loose Expr, ok bool) {
	return replaceLeaves(e, func(leaf Expr) (Expr, bool) {
		switch leaf := leaf.(type) {
		case Phrase:
			if len(leaf.Words) > 1 {
				return Words{leaf.Span, leaf.Words, anywhere}, true
			}
		case Words:
			if anywhere && !leaf.Anywhere {
				return Words{leaf.Span, leaf.Words, true}, true
			}
		}
		return leaf, false
	})
}

// Split replaces each phrase of three or more words with an Or of its adjacent word pairs. The words
// of a pair may occur anywhere in the title or abstract. Split drops words for which skip returns true.
// ok is false if no phrase was split.
func Split(e Expr, skip func(word string) bool) (split Expr, ok bool) {
	return replaceLeaves(e, func(leaf Expr) (Expr, bool) {
		phrase, _ := leaf.(Phrase)
		if pairs := pairsOf(phrase, skip); len(pairs) > 1 {
			return Or{phrase.Span, pairs}, true
		}
		return leaf, false
	})
}

func pairsOf(p Phrase, skip func(string) bool) (pairs []Expr) {
	words := slices.DeleteFunc(slices.Clone(p.Words), skip)
	for i := 1; i < len(words); i++ {
		pairs = append(pairs, Words{p.Span, words[i-1 : i+1], true})
	}
	return pairs
}

// replaceLeaves replaces the leaves outside a Not. replace receives each Not as a leaf. ok is false if
// replace returned false for all leaves.
func replaceLeaves(e Expr, replace func(leaf Expr) (Expr, bool)) (replaced Expr, ok bool) {
	switch e := e.(type) {
	case And:
		operands, ok := replaceAll(e.Operands, replace)
		return And{e.Span, operands}, ok
	case Or:
		operands, ok := replaceAll(e.Operands, replace)
		return Or{e.Span, operands}, ok
	}
	return replace(e)
}

func replaceAll(operands []Expr, replace func(leaf Expr) (Expr, bool)) (all []Expr, any bool) {
	for _, operand := range operands {
		replaced, ok := replaceLeaves(operand, replace)
		all, any = append(all, replaced), any || ok
	}
	return all, any
}
