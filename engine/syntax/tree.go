package syntax

import "slices"

// A Token is a word or punctuation mark of a sentence.
type Token struct {
	Start, End int    // byte offsets in the sentence
	Form       string // word as written
	Norm       string // Form in lower case, with straight apostrophes
	Lemma      string // base form in lower case
	Tag        Tag
	Head       int // index of the head; None for the root
	Relation   Relation
}

// None is the index of a missing token.
const None = -1

// A Tree is a parsed sentence. Its methods identify tokens by their index in Tokens. Is and Children
// also accept None.
type Tree struct {
	Text   string
	Tokens []Token
	// Truncated is set if the sentence has more than MaxTokens tokens. Only the first MaxTokens
	// are parsed.
	Truncated bool

	children    [][]int
	first, last []int // first and last token of each subtree
}

// newTree computes the children and subtrees of each token.
func newTree(text string, tokens []Token) Tree {
	n := len(tokens)
	t := Tree{Text: text, Tokens: tokens, children: make([][]int, n), first: make([]int, n), last: make([]int, n)}
	for i, token := range tokens {
		t.first[i], t.last[i] = i, i
		if token.Head != None {
			t.children[token.Head] = append(t.children[token.Head], i)
		}
	}
	// Heads precede their dependents, so the reverse order completes each subtree before its head.
	order := make([]int, 0, n)
	if root := t.Root(); root != None {
		order = append(order, root)
	}
	for at := 0; at < len(order); at++ {
		order = append(order, t.children[order[at]]...)
	}
	for _, i := range slices.Backward(order) {
		if head := tokens[i].Head; head != None {
			t.first[head] = min(t.first[head], t.first[i])
			t.last[head] = max(t.last[head], t.last[i])
		}
	}
	return t
}

// Root returns the root, or None for an empty sentence.
func (t *Tree) Root() int {
	for i := range t.Tokens {
		if t.Tokens[i].Head == None {
			return i
		}
	}
	return None
}

// Children returns the dependents of a token in order. If relations are given, it omits dependents
// with any other relation.
func (t *Tree) Children(i int, relations ...Relation) []int {
	if i < 0 || i >= len(t.Tokens) {
		return nil
	}
	if len(relations) == 0 {
		return t.children[i]
	}
	var found []int
	for _, child := range t.children[i] {
		if slices.Contains(relations, t.Tokens[child].Relation) {
			found = append(found, child)
		}
	}
	return found
}

// Child returns the first dependent with one of the relations, or None.
func (t *Tree) Child(i int, relations ...Relation) int {
	if i < 0 || i >= len(t.Tokens) {
		return None
	}
	for _, child := range t.children[i] {
		if len(relations) == 0 || slices.Contains(relations, t.Tokens[child].Relation) {
			return child
		}
	}
	return None
}

// A Span is an inclusive range of tokens.
type Span struct{ First, Last int }

// Subtree returns the span of a token and all its descendants. Trees are projective, so a subtree
// is contiguous.
func (t *Tree) Subtree(i int) Span { return Span{t.first[i], t.last[i]} }

// Bytes returns the byte range of a span in the sentence.
func (t *Tree) Bytes(s Span) (start, end int) { return t.Tokens[s.First].Start, t.Tokens[s.Last].End }

// Source returns the text of a span.
func (t *Tree) Source(s Span) string {
	start, end := t.Bytes(s)
	return t.Text[start:end]
}

// Contains reports whether a token is inside a span.
func (s Span) Contains(i int) bool { return s.First <= i && i <= s.Last }

// Dominates reports whether token i is head or depends on it, directly or indirectly.
func (t *Tree) Dominates(head, i int) bool { return t.Subtree(head).Contains(i) }

// Is reports whether token i exists and has one of the relations.
func (t *Tree) Is(i int, relations ...Relation) bool {
	return 0 <= i && i < len(t.Tokens) && slices.Contains(relations, t.Tokens[i].Relation)
}

// TokenAt returns the token at a byte offset, or None.
func (t *Tree) TokenAt(offset int) int {
	i, found := slices.BinarySearchFunc(t.Tokens, offset, func(token Token, offset int) int {
		switch {
		case token.End <= offset:
			return -1
		case token.Start > offset:
			return 1
		}
		return 0
	})
	if !found {
		return None
	}
	return i
}
