package copying

// An automaton is the suffix automaton of a sequence of words. The paths from its first state are the
// runs of the sequence. It has at most two states and three edges per word.
type automaton struct {
	states []state
	edges  []edge
	to     map[step]int32 // index in edges of each step
}

// A state represents the runs that end at the same positions.
type state struct {
	longest int32 // length of its longest run
	shorter int32 // state of the longest suffix that also ends elsewhere; -1 for the first state
	end     int32 // index of the first word that ends its runs
	edges   int32 // the edge added last; -1 if the state has no edges
}

type edge struct {
	word     uint64
	to, next int32 // next is the edge of the same state that was added before, or -1
}

type step struct {
	state int32
	word  uint64
}

func (a *automaton) build(words []uint64) {
	a.states = append(make([]state, 0, 2*len(words)+1), state{shorter: -1, end: -1, edges: -1})
	a.edges = make([]edge, 0, 2*len(words))
	a.to = make(map[step]int32, 2*len(words))
	last := int32(0)
	for i, word := range words {
		last = a.extend(last, word, int32(i))
	}
}

// extend adds a word after the state of the whole sequence, and returns the new state.
func (a *automaton) extend(last int32, word uint64, end int32) int32 {
	added := a.add(state{longest: a.states[last].longest + 1, end: end, edges: -1})
	p := last
	for ; p >= 0; p = a.states[p].shorter {
		if _, has := a.to[step{p, word}]; has {
			break
		}
		a.connect(p, word, added)
	}
	if p < 0 {
		return added // shorter remains 0, the first state
	}
	q := a.edges[a.to[step{p, word}]].to
	if a.states[q].longest == a.states[p].longest+1 {
		a.states[added].shorter = q
		return added
	}
	clone := a.clone(q, a.states[p].longest+1)
	for ; p >= 0; p = a.states[p].shorter {
		e, has := a.to[step{p, word}]
		if !has || a.edges[e].to != q {
			break
		}
		a.edges[e].to = clone
	}
	a.states[q].shorter, a.states[added].shorter = clone, clone
	return added
}

func (a *automaton) add(s state) int32 {
	a.states = append(a.states, s)
	return int32(len(a.states) - 1)
}

func (a *automaton) connect(from int32, word uint64, to int32) {
	a.to[step{from, word}] = int32(len(a.edges))
	a.edges = append(a.edges, edge{word: word, to: to, next: a.states[from].edges})
	a.states[from].edges = int32(len(a.edges) - 1)
}

func (a *automaton) clone(q, longest int32) int32 {
	s := a.states[q]
	s.longest, s.edges = longest, -1
	clone := a.add(s)
	for e := a.states[q].edges; e >= 0; e = a.edges[e].next {
		a.connect(clone, a.edges[e].word, a.edges[e].to)
	}
	return clone
}

// next appends a word to a run, given by its state and length. It returns the state and the length
// of the longest suffix that occurs in the sequence.
func (a *automaton) next(at int32, length int, word uint64) (int32, int) {
	for {
		if e, has := a.to[step{at, word}]; has {
			return a.edges[e].to, length + 1
		}
		if at = a.states[at].shorter; at < 0 {
			return 0, 0
		}
		length = int(a.states[at].longest)
	}
}
