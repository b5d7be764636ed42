package onnx

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// A grammar says which tokens may follow a text. A search without one may
// write anything.
type grammar interface {
	start() state
	// moves are the tokens that may follow a text in a state. They belong to
	// the grammar.
	moves(s state) []move
}

// A state is all that a grammar remembers of a text.
type state int32

// A move is a token that may follow, and the state that it leads to.
type move struct {
	token int64
	next  state
}

// The states that are inside no word. Those inside one are the nodes of the
// trie, which are counted from firstNode on.
const (
	atStart   state = iota // before anything
	firstWord              // behind the first blank
	nextWord               // behind another blank
	opened                 // behind "("
	paused                 // behind a comma or the like
	closed                 // behind ")"
	cited                  // behind the citation
	finished               // behind the full stop
	firstNode
)

// words is a grammar of sentences that are made of given words. It walks two
// tries at once, that of the words and that of the pieces of the model, byte by
// byte: pieces end where they like, words only where a word of the list ends.
// The tokens that may follow a state are found at its first visit and remembered.
type words struct {
	pieces  *pieceTrie
	trie    []node // from firstNode on
	initial state  // the root of words that begin a sentence
	inner   state  // the root of all others
	rules   rules
	known   map[state][]move
}

// A node is a place in the trie of words.
type node struct {
	edges []edge
	ends  bool // a word ends here
	stops bool // a word and a full stop end here
}

type edge struct {
	value byte
	to    state
}

// newWords builds the grammar of a vocabulary. r names the tokens of the
// citation and the end.
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

// end marks the end of a word, behind which the point of a longer number may
// also be the full stop.
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

// walk adds the pieces below a place in their trie that may be read from s on.
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

// read takes one byte.
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

// between reads what may come behind a word.
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
