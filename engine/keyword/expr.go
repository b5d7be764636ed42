package keyword

import "slices"

// An Expr is a node of a parsed query: And, Or, Not, Phrase, Words, Years or Field. A nil Expr is
// the empty query, which matches every paper.
type Expr interface {
	// Pos returns the node's range in the source.
	Pos() Span
	// String formats the node so that parsing the result yields an equal tree.
	String() string
}

// A Span is a half-open range of byte offsets into the source. Each node embeds its own.
type Span struct{ Start, End int }

// Pos returns the span.
func (s Span) Pos() Span { return s }

// A Mistake is a part of the query that could not be parsed. The tree omits it and keeps the rest
// (invariant 4).
type Mistake struct {
	Span
	Message string // one sentence that suggests a correction
	Hint    bool   // the part is valid, but probably not what the user meant
}

// And matches papers that match all of its operands. Parse creates at least two.
type And struct {
	Span     // from the first operand to the last
	Operands []Expr
}

// Or matches papers that match any of its operands. Parse creates at least two.
type Or struct {
	Span     // from the first operand to the last
	Operands []Expr
}

// Not matches papers that do not match its operand.
type Not struct {
	Span    // including the leading "-"
	Operand Expr
}

// Phrase matches papers that contain the words consecutively.
type Phrase struct {
	Span           // including the quotes
	Words []string // as written, in lower case; at least one
}

// Words matches papers with all of the words in the title or abstract, in any order. The words must be
// near each other unless Anywhere is set.
type Words struct {
	Span              // including the leading "~"
	Words    []string // as in Phrase
	Anywhere bool
}

// Years matches papers published from From to To, both included.
type Years struct {
	Span         // including a leading "year:"
	From, To int // years; 0 for an open end
}

// Field matches papers whose field contains the words consecutively. The fields "doi", "arxiv" and
// "key" must match exactly.
type Field struct {
	Span            // including the field name
	Name   string   // one of fields
	Words  []string // as in Phrase; a DOI does not include a resolver's URL
	Begins bool     // whether the only word is a prefix, as in "conn*"
}

// operandsOf returns the operands of an And, an Or or a Not.
func operandsOf(e Expr) []Expr {
	switch e := e.(type) {
	case And:
		return e.Operands
	case Or:
		return e.Operands
	case Not:
		return []Expr{e.Operand}
	}
	return nil
}

// Has reports whether an expression contains a node of type N.
func Has[N Expr](e Expr) bool {
	_, is := e.(N)
	return is || slices.ContainsFunc(operandsOf(e), Has[N])
}

// Positive returns the distinct phrases that describe the topic of matching papers, in order. These
// are the phrases outside a Not and the words of title fields. Years, other fields and prefixes are
// not topics.
func Positive(e Expr) []string {
	var phrases []string
	eachPositive(e, func(words []string) {
		if phrase := joined(words); !slices.Contains(phrases, phrase) {
			phrases = append(phrases, phrase)
		}
	})
	return phrases
}

func eachPositive(e Expr, add func(words []string)) {
	switch e := e.(type) {
	case And, Or:
		for _, operand := range operandsOf(e) {
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
