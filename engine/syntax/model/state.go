package model

// Transitions of the arc-hybrid system. The words wait in a buffer; the stack holds words whose
// head is not yet known.
const (
	Shift   = iota // moves the first word of the buffer to the stack
	Left           // attaches the top of the stack to the first word of the buffer
	Right          // attaches the top of the stack to the word below it
	Actions        // the number of transitions
)

// A State is a partial parse of n words. Node n is the root, which is at the end of the buffer. Node
// n+1 represents missing nodes.
type State struct {
	n        int
	next     int // the first word of the buffer
	stack    []int32
	words    []Word
	tags     []uint8
	lexical  []uint32 // hash of each word with its tag
	heads    []int32
	labels   []uint8
	children []children
	commas   []uint16 // number of commas before each node
	joins    []uint16 // number of coordinating conjunctions before each node
	verbs    []uint16
}

// children holds the outermost and innermost dependents of a node on either side.
type children struct {
	left, right       int32 // outermost dependents
	near              int32 // the left dependent closest to the node
	lefts, rights     uint32
	leftSet, rightSet uint64 // bit sets of the relations of the dependents
}

const (
	rootTag = 254
	noLabel = 255
)

// kinds marks the tags counted by features.
type kinds struct{ comma, join, verbs []bool }

func newState(words []Word, tags []uint8, k kinds) *State {
	n := len(words)
	s := &State{
		n:        n,
		words:    append(append(make([]Word, 0, n+2), words...), Word{Norm: rootTag}, Word{Norm: outside}),
		tags:     append(append(make([]uint8, 0, n+2), tags...), rootTag, outside),
		lexical:  make([]uint32, n+2),
		heads:    make([]int32, n+2),
		labels:   make([]uint8, n+2),
		children: make([]children, n+2),
		commas:   make([]uint16, n+3),
		joins:    make([]uint16, n+3),
		verbs:    make([]uint16, n+3),
		stack:    make([]int32, 0, n),
	}
	none := int32(n + 1)
	for i := range n + 2 {
		s.lexical[i] = mix(0, s.words[i].Norm, uint32(s.tags[i]), 0)
		s.heads[i], s.labels[i] = none, noLabel
		s.children[i] = children{left: none, right: none, near: none}
		tag := int(s.tags[i])
		s.commas[i+1] = s.commas[i] + one(k.comma, tag)
		s.joins[i+1] = s.joins[i] + one(k.join, tag)
		s.verbs[i+1] = s.verbs[i] + one(k.verbs, tag)
	}
	return s
}

func one(set []bool, tag int) uint16 {
	if tag < len(set) && set[tag] {
		return 1
	}
	return 0
}

// done reports whether the tree is complete.
func (s *State) done() bool { return s.next == s.n && len(s.stack) == 0 }

// allowed reports whether a transition still leads to a tree with a single root.
func (s *State) allowed(action int) bool {
	switch action {
	case Shift:
		return s.next < s.n
	case Left:
		return len(s.stack) > 0 && (s.next < s.n || len(s.stack) == 1)
	default:
		return len(s.stack) > 1
	}
}

// top returns the node at a depth of the stack, counted from its top.
func (s *State) top(depth int) int32 {
	if depth >= len(s.stack) {
		return int32(s.n + 1)
	}
	return s.stack[len(s.stack)-1-depth]
}

// ahead returns the node at a distance from the start of the buffer.
func (s *State) ahead(distance int) int32 {
	if s.next+distance > s.n {
		return int32(s.n + 1)
	}
	return int32(s.next + distance)
}

// arc returns the head and the dependent that an action would connect.
func (s *State) arc(action int) (head, dependent int32) {
	if action == Left {
		return s.ahead(0), s.top(0)
	}
	return s.top(1), s.top(0)
}

// apply performs a transition; label is the relation of the new arc.
func (s *State) apply(action int, label uint8) {
	if action == Shift {
		s.stack = append(s.stack, int32(s.next))
		s.next++
		return
	}
	head, d := s.arc(action)
	s.stack = s.stack[:len(s.stack)-1]
	s.heads[d], s.labels[d] = head, label
	c := &s.children[head]
	bit := uint64(1) << (label & 63)
	if action == Left {
		if c.lefts == 0 {
			c.near = d
		}
		c.left = d
		c.lefts++
		c.leftSet |= bit
		return
	}
	c.right = d
	c.rights++
	c.rightSet |= bit
}
