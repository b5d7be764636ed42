package model

// A Parser builds projective trees with greedy arc-hybrid transitions.
type Parser struct {
	Arcs, Relations Scorer
	Labels          int // the number of relations
	kinds           kinds
	// Learn and LearnLabel, if set, receive each decision with its features and return the transition
	// or relation to continue with.
	Learn      func(s *State, action int, features []uint32, scores []int32) int
	LearnLabel func(s *State, head, dependent, label int, features []uint32, scores []int32) int
}

// Run returns the heads and relations of words. The head of the root is len(words).
func (p *Parser) Run(words []Word, tags []uint8) (heads []int32, labels []uint8) {
	if len(words) == 0 {
		return nil, nil
	}
	s := newState(words, tags, p.kinds)
	var f features
	arcs, relations := make([]int32, Actions), make([]int32, p.Labels)
	for !s.done() {
		action := p.action(s, &f, arcs)
		label := 0
		if action != Shift {
			label = p.label(s, &f, relations, action)
		}
		s.apply(action, uint8(label))
	}
	return s.heads[:s.n], s.labels[:s.n]
}

func (p *Parser) action(s *State, f *features, scores []int32) int {
	if len(s.stack) == 0 {
		return Shift
	}
	if s.next == s.n {
		if len(s.stack) > 1 {
			return Right
		}
		return Left
	}
	s.arcFeatures(f)
	clear(scores)
	p.Arcs.Add(f.keys, scores)
	action := best(scores, s.allowed)
	if p.Learn != nil {
		action = p.Learn(s, action, f.keys, scores)
	}
	return action
}

func (p *Parser) label(s *State, f *features, scores []int32, action int) int {
	s.labelFeatures(f, action)
	clear(scores)
	p.Relations.Add(f.keys, scores)
	label := best(scores, nil)
	if p.LearnLabel != nil {
		head, dependent := s.arc(action)
		label = p.LearnLabel(s, int(head), int(dependent), label, f.keys, scores)
	}
	return label
}

// Costs returns the number of gold arcs that each transition makes unreachable, or -1 if the
// transition is not allowed. Gold heads are word numbers, len(words) for the root.
func (s *State) Costs(gold []int32) [Actions]int {
	costs := [Actions]int{-1, -1, -1}
	s0, s1, b0 := s.top(0), s.top(1), int32(s.next)
	inBuffer := func(i int32) bool { return i >= b0 && int(i) <= s.n }
	if s.allowed(Shift) {
		costs[Shift] = 0
		for depth := range len(s.stack) {
			i := s.top(depth)
			if gold[i] == b0 {
				costs[Shift]++
			}
			if depth > 0 && gold[b0] == i {
				costs[Shift]++
			}
		}
	}
	if len(s.stack) == 0 {
		return costs
	}
	lost := 0
	for i := s.next; i < s.n; i++ {
		if gold[i] == s0 {
			lost++
		}
	}
	if s.allowed(Left) {
		costs[Left] = lost
		if gold[s0] == s1 || inBuffer(gold[s0]) && gold[s0] != b0 {
			costs[Left]++
		}
	}
	if s.allowed(Right) {
		costs[Right] = lost
		if inBuffer(gold[s0]) {
			costs[Right]++
		}
	}
	return costs
}
