package keyword

// Loosen turns the phrases that papers must have into their words near each other,
// or anywhere. ok is false where there is no phrase of several words.
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

func loosenAll(operands []Expr, anywhere bool) (all []Expr, any bool) {
	for _, operand := range operands {
		loose, ok := Loosen(operand, anywhere)
		all, any = append(all, loose), any || ok
	}
	return all, any
}
