package keyword

// An Expr is a node of the parsed keywords: And, Or, Not, Phrase, Years or Field.
// A nil Expr is the empty query, which every paper matches.
type Expr interface {
	// Pos is where the node stands in the source.
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
}
