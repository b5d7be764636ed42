package keyword

import "slices"

// An Expr is a node of the parsed keywords: And, Or, Not, Phrase, Words, Years or Field.
// A nil Expr is the empty query, which every paper matches.
type Expr interface {
	// Pos is the place of the node in the source.
	Pos() Span
	// String prints the node so that parsing it again gives an equal tree.
	String() string
}

// A Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int }

// A Mistake is a part of the keywords that could not be understood. It is
// left out of the tree; the rest is kept (invariant 4).
type Mistake struct {
	Span
	Message string // one sentence that says what to write instead
	Hint    bool   // it was understood, but hardly as it was meant
}

// And matches the papers that all of its operands match. Parse gives it two or more.
type And struct {
	Span     Span
	Operands []Expr
}

// Or matches the papers that any of its operands matches. Parse gives it two or more.
type Or struct {
	Span     Span
	Operands []Expr
}

// Not matches the papers that its operand does not match.
type Not struct {
	Span    Span
	Operand Expr
}

// Phrase matches the papers that have the words one after the other.
type Phrase struct {
	Span  Span
	Words []string // as written, in lower case; one or more
}

// Words matches the papers that have all of the words in title or abstract, in any
// order: near each other, or anywhere.
type Words struct {
	Span     Span
	Words    []string // as Phrase.Words
	Anywhere bool
}

// Years matches the papers of the years From to To, both included.
type Years struct {
	Span     Span
	From, To int // 0 where the range is open
}

// Field matches the papers whose field contains the words one after the
// other; whose identifier equals them, for Name "doi", "arxiv" and "key".
type Field struct {
	Span   Span
	Name   string   // one of fields
	Words  []string // as Phrase.Words; a DOI without a resolver's address
	Begins bool     // the only word may go on: "conn*"
}

// Pos is the range from the first operand to the last.
func (e And) Pos() Span { return e.Span }

// Pos is the range from the first operand to the last.
func (e Or) Pos() Span { return e.Span }

// Pos includes the "-".
func (e Not) Pos() Span { return e.Span }

// Pos includes the quotes.
func (e Phrase) Pos() Span { return e.Span }

// Pos includes the "~".
func (e Words) Pos() Span { return e.Span }

// Pos includes "year:" where it is there.
func (e Years) Pos() Span { return e.Span }

// Pos includes the name.
func (e Field) Pos() Span { return e.Span }

// Positive lists the phrases that a matching paper is about, each once, in
// their order: those not under a Not, and the words of titles. Years,
// authors, venues, identifiers and beginnings of words are no topics.
func Positive(e Expr) []string {
	var phrases []string
	add := func(words []string) {
		if phrase := joined(words); !slices.Contains(phrases, phrase) {
			phrases = append(phrases, phrase)
		}
	}
	eachPositive(e, add)
	return phrases
}

func eachPositive(e Expr, add func(words []string)) {
	switch e := e.(type) {
	case And:
		for _, operand := range e.Operands {
			eachPositive(operand, add)
		}
	case Or:
		for _, operand := range e.Operands {
			eachPositive(operand, add)
		}
	case Phrase:
		add(e.Words)
	case Words:
		add(e.Words)
	case Field:
		if e.Name == "title" && !e.Begins {
			add(e.Words)
		}
	}
}
