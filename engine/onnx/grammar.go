package onnx

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// A grammar restricts the tokens that may follow a text.
type grammar interface {
	start() state
	// moves returns the tokens allowed in a state. The grammar owns the slice.
	moves(s state) []move
}

// A state is a grammar's memory between tokens.
type state int32

// A move is an allowed token and the state after it.
type move struct {
	token int64
	next  state
}

// States outside words. States inside a word are trie nodes, from firstNode on.
const (
	atStart   state = iota // at the beginning of the text
	firstWord              // after a leading blank
	nextWord               // after any later blank
	opened                 // after "("
	paused                 // after a comma, semicolon or colon
	closed                 // after ")"
	cited                  // after the citation
	finished               // after the full stop
	firstNode
)

// words is a grammar of sentences over a fixed vocabulary. It walks the trie of words and the trie
// of the model's pieces together, byte by byte. A piece may end inside a word. The moves of a state
// are computed on its first visit and cached.
type words struct {
	pieces  *pieceTrie
	trie    []node // node of state s at index s-firstNode
	initial state  // root of words that can begin a sentence
	inner   state  // root of words elsewhere
	rules   rules
	known   map[state][]move
}

// A node is a node of the word trie.
type node struct {
	edges []edge
	ends  bool // a word ends here
	stops bool // a word followed by a full stop ends here
}

type edge struct {
	value byte
	to    state
}

// newWords builds the grammar of a vocabulary. r supplies the citation and stop tokens.
func newWords(pieces *pieceTrie, v *draft.Vocabulary, r rules) *words {
	w := &words{pieces: pieces, rules: r, known: make(map[state][]move)}
	w.initial, w.inner = w.newNode(), w.newNode()
	for _, word := range v.First {
		w.insert(w.initial, word)
	}
	for _, word := range v.Words {
		w.insert(w.inner, word)
	}
	return w
}

func (w *words) newNode() state {
	w.trie = append(w.trie, node{})
	return firstNode + state(len(w.trie)) - 1
}

func (w *words) insert(at state, word string) {
	for i := range len(word) {
		next, ok := w.child(at, word[i])
		if !ok {
			next = w.newNode()
			n := w.node(at)
			n.edges = append(n.edges, edge{word[i], next})
			if n.ends && word[i] == '.' {
				w.node(next).stops = true
			}
		}
		at = next
	}
	w.end(at)
}

// end marks the end of a word. A decimal point of a longer number may then also be a full stop.
func (w *words) end(at state) {
	w.node(at).ends = true
	if next, ok := w.child(at, '.'); ok {
		w.node(next).stops = true
	}
}

func (w *words) node(s state) *node { return &w.trie[s-firstNode] }

func (w *words) child(at state, value byte) (state, bool) {
	for _, e := range w.node(at).edges {
		if e.value == value {
			return e.to, true
		}
	}
	return 0, false
}

func (w *words) start() state { return atStart }

func (w *words) moves(s state) []move {
	if known, ok := w.known[s]; ok {
		return known
	}
	var found []move
	if s == finished || s >= firstNode && w.node(s).stops {
		found = append(found, move{w.rules.stop, finished})
	}
	if s == atStart || s == firstWord || s == nextWord || s == opened {
		for _, mark := range w.rules.once {
			found = append(found, move{mark, cited})
		}
	}
	found = w.walk(found, w.pieces.root(), s)
	slices.SortFunc(found, func(a, b move) int { return int(a.token - b.token) })
	w.known[s] = found
	return found
}

// walk appends the pieces below a node of the piece trie that can be read in state s.
func (w *words) walk(found []move, at *piece, s state) []move {
	for _, id := range at.ids {
		found = append(found, move{id, s})
	}
	for i := range at.next {
		if next, ok := w.read(s, at.next[i].value); ok {
			found = w.walk(found, at.next[i].to, next)
		}
	}
	return found
}

// read returns the state after a byte, and false if the byte is not allowed.
func (w *words) read(s state, value byte) (state, bool) {
	switch s {
	case atStart:
		if value == ' ' {
			return firstWord, true
		}
		return w.child(w.initial, value)
	case firstWord:
		return w.child(w.initial, value)
	case nextWord:
		if value == '(' {
			return opened, true
		}
		return w.child(w.inner, value)
	case opened:
		return w.child(w.inner, value)
	case paused:
		return nextWord, value == ' '
	case closed, cited:
		return between(value)
	case finished:
		return 0, false
	}
	if next, ok := w.child(s, value); ok {
		return next, true
	}
	if !w.node(s).ends {
		return 0, false
	}
	return between(value)
}

// between returns the state after a byte that follows a word.
func between(value byte) (state, bool) {
	switch {
	case value == ' ':
		return nextWord, true
	case value == '.':
		return finished, true
	case value == ')':
		return closed, true
	case strings.IndexByte(",;:", value) >= 0:
		return paused, true
	}
	return 0, false
}
