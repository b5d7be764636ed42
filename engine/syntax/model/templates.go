package model

// arcFeatures collects the features of the next transition.
func (s *State) arcFeatures(f *features) {
	f.reset()
	s0, s1, s2 := s.top(0), s.top(1), s.top(2)
	b0, b1, b2 := s.ahead(0), s.ahead(1), s.ahead(2)
	f.add(0, 0, 0)
	for _, i := range [...]int32{s0, s1, b0} {
		f.add(s.words[i].Norm, 0, 0)
		f.add(s.tag(i), 0, 0)
		f.add(s.lexical[i], 0, 0)
		f.add(s.words[i].Class, 0, 0)
	}
	for _, i := range [...]int32{s2, b1, b2} {
		f.add(s.words[i].Norm, 0, 0)
		f.add(s.tag(i), 0, 0)
		f.add(s.lexical[i], 0, 0)
	}
	s.pair(f, s0, b0)
	s.pair(f, s1, s0)
	s.pair(f, s1, b0)
	f.add(s.tag(b0), s.tag(b1), 0)
	f.add(s.lexical[b0], s.tag(b1), 0)
	f.add(s.words[b0].Norm, s.words[b1].Norm, 0)
	s.triples(f, s0, s1, s2, b0, b1, b2)
	s.kin(f, s0, s1, b0, b1)
	s.between(f, s0, s1, b0, b1)
}

func (s *State) tag(i int32) uint32 { return uint32(s.tags[i]) }

// pair adds combined features of the words and tags of two nodes.
func (s *State) pair(f *features, a, b int32) {
	f.add(s.lexical[a], s.lexical[b], 0)
	f.add(s.lexical[a], s.tag(b), 0)
	f.add(s.tag(a), s.lexical[b], 0)
	f.add(s.words[a].Norm, s.words[b].Norm, 0)
	f.add(s.tag(a), s.tag(b), 0)
	f.add(s.words[a].Class, s.words[b].Class, 0)
	f.add(s.words[a].Suffix[2], s.words[b].Suffix[2], 0)
}

func (s *State) triples(f *features, s0, s1, s2, b0, b1, b2 int32) {
	t := s.tag
	f.add(t(b0), t(b1), t(b2))
	f.add(t(s0), t(b0), t(b1))
	f.add(t(s1), t(s0), t(b0))
	f.add(t(s2), t(s1), t(s0))
	f.add(t(s1)<<8|t(s0), t(b0), t(b1))
	f.add(t(s2)<<8|t(s1), t(s0), t(b0))
	f.add(t(s1), s.words[s0].Norm, t(b0))
	f.add(s.words[s1].Norm, s.words[s0].Norm, t(b0))
	f.add(s.words[s1].Norm, t(s0), s.words[b0].Norm)
	f.add(s.words[s1].Norm, t(s0), t(b0))
	f.add(t(s1), t(s0), s.words[b0].Norm)
	f.add(t(s0), s.words[b0].Norm, t(b1))
	f.add(t(s0), t(b0), s.words[b1].Norm)
	f.add(s.words[s1].Class, s.words[s0].Class, s.words[b0].Class)
	f.add(s.words[s0].Norm, s.words[b0].Norm, t(b1))
	f.add(s.words[s0].Norm, t(b0), t(b1))
	f.add(s.words[s1].Norm, s.words[s0].Norm, s.words[b0].Norm)
	// The words next to the top of the stack, whether or not they have a head.
	f.add(t(s0), t(s.beside(s0, 1)), t(b0))
	f.add(t(s.beside(s0, -1)), t(s0), t(b0))
	f.add(t(s.beside(b0, -1)), t(s0), t(b0))
	f.add(t(s.beside(b0, -1)), t(b0), s.words[s0].Norm)
}

// beside returns the node at a distance from a word in the sentence.
func (s *State) beside(i int32, distance int) int32 {
	j := int(i) + distance
	if int(i) >= s.n || j < 0 || j >= s.n {
		return int32(s.n + 1)
	}
	return int32(j)
}

// kin adds features of the dependents attached so far.
func (s *State) kin(f *features, s0, s1, b0, b1 int32) {
	t := s.tag
	c0, c1, cb := &s.children[s0], &s.children[s1], &s.children[b0]
	for _, i := range [...]int32{c0.left, c0.right, c1.left, c1.right, cb.left, cb.near, c0.near} {
		f.add(s.words[i].Norm, 0, 0)
		f.add(t(i), uint32(s.labels[i]), 0)
	}
	f.add(t(s0), t(c0.left), t(b0))
	f.add(t(s0), t(c0.right), t(b0))
	f.add(t(s0), t(b0), t(cb.left))
	f.add(t(s0), t(b0), uint32(s.labels[cb.left]))
	f.add(t(s1), t(c1.right), t(s0))
	f.add(t(s1), t(s0), t(c0.left))
	f.add(t(s1), t(s0), t(c0.right))
	f.add(t(s1), t(s0), t(c1.left))
	f.add(t(s1), t(s0), uint32(s.labels[c0.left]))
	f.add(t(s1), t(s0), uint32(s.labels[c0.right]))
	f.add(t(s1), s.words[s0].Norm, s.words[c0.right].Norm)
	f.add(s.words[s1].Norm, s.words[s0].Norm, s.words[c0.right].Norm)
	f.add(s.words[s0].Norm, s.words[c0.right].Norm, t(b0))
	f.add(t(s1), t(c0.right), uint32(s.labels[c1.right]))
	f.add(s.words[s0].Norm, c0.lefts, c0.rights)
	f.add(t(s0), c0.lefts, c0.rights)
	f.add(s.words[b0].Norm, cb.lefts, 0)
	f.add(t(b0), cb.lefts, t(s0))
	f.add(s.words[s1].Norm, c1.rights, t(s0))
	f.add(t(s1), c1.lefts<<8|c1.rights, t(s0))
	f.add(t(s0), fold(c0.leftSet), 0)
	f.add(t(s0), fold(c0.rightSet), t(b0))
	f.add(s.words[s0].Norm, fold(c0.leftSet), 0)
	f.add(s.words[s0].Norm, fold(c0.rightSet), 0)
	f.add(t(b0), fold(cb.leftSet), t(s0))
	f.add(t(s1), fold(c1.rightSet), t(s0))
	f.add(t(s1), fold(c1.leftSet), t(s0))
	f.add(t(s0), fold(c0.leftSet|c0.rightSet), t(s1))
	f.add(t(b0), t(b1), fold(cb.leftSet))
}

func fold(set uint64) uint32 { return uint32(set) ^ uint32(set>>32)*0x9e3779b1 }

// between adds features of the distances, commas, conjunctions and verbs between nodes.
func (s *State) between(f *features, s0, s1, b0, b1 int32) {
	t := s.tag
	near, far := s.gap(s0, b0), s.gap(s1, s0)
	f.add(t(s0), t(b0), distance(s0, b0))
	f.add(s.words[s0].Norm, distance(s0, b0), 0)
	f.add(s.words[b0].Norm, distance(s0, b0), 0)
	f.add(t(s1), t(s0), distance(s1, s0))
	f.add(s.words[s1].Norm, distance(s1, s0), t(s0))
	f.add(s.words[s0].Norm, distance(s1, s0), t(s1))
	f.add(t(s0), t(b0), near)
	f.add(s.words[s0].Norm, t(b0), near)
	f.add(t(s0), s.words[b0].Norm, near)
	f.add(t(s1), t(s0), far)
	f.add(t(s1), t(s0), far<<8|t(b0))
	f.add(t(s0), t(b0), near<<8|t(b1))
	f.add(s.words[s1].Norm, t(s0), far)
	f.add(t(s1), t(s0), s.gap(s0, int32(s.n)))
	f.add(uint32(min(len(s.stack), 7)), t(s0), t(b0))
}

// gap returns the numbers of commas, conjunctions and verbs after node a and before node b.
func (s *State) gap(a, b int32) uint32 {
	if a >= b || int(b) > s.n {
		return outside
	}
	count := func(sums []uint16) uint32 { return uint32(min(sums[b]-sums[a+1], 3)) }
	return count(s.commas)<<4 | count(s.joins)<<2 | count(s.verbs)
}

func distance(a, b int32) uint32 {
	switch d := max(a, b) - min(a, b); {
	case d <= 5:
		return uint32(d)
	case d <= 7:
		return 6
	case d <= 10:
		return 7
	case d <= 15:
		return 8
	default:
		return 9
	}
}

// labelFeatures collects the features of the relation of an arc.
func (s *State) labelFeatures(f *features, action int) {
	f.reset()
	h, d := s.arc(action)
	t, side := s.tag, uint32(action)
	ch, cd := &s.children[h], &s.children[d]
	f.add(side, 0, 0)
	f.add(s.words[h].Norm, side, 0)
	f.add(s.words[d].Norm, side, 0)
	f.add(t(h), side, 0)
	f.add(t(d), side, 0)
	f.add(s.words[h].Norm, s.words[d].Norm, side)
	f.add(s.lexical[h], t(d), side)
	f.add(t(h), s.lexical[d], side)
	f.add(t(h), t(d), side)
	f.add(t(h), t(d), distance(h, d)<<2|side)
	f.add(t(h), t(d), s.gap(min(h, d), max(h, d))<<2|side)
	f.add(s.words[d].Suffix[2], t(h), side)
	f.add(s.words[h].Suffix[2], t(d), side)
	f.add(s.words[h].Class, s.words[d].Class, side)
	f.add(s.words[h].Class, t(d), side)
	f.add(s.words[d].Class, t(h), side)
	f.add(s.words[d].Form, side, 0)
	f.add(s.words[d].Shape, t(d), t(h))
	for _, i := range [...]int32{cd.left, cd.near, cd.right} {
		f.add(s.words[i].Norm, t(h), side)
		f.add(s.words[i].Norm, t(d), t(h))
		f.add(uint32(s.labels[i]), t(d), t(h))
	}
	f.add(t(h), t(d), fold(cd.leftSet)<<2|side)
	f.add(t(h), t(d), fold(cd.rightSet)<<2|side)
	f.add(s.words[h].Norm, t(d), fold(cd.leftSet))
	for _, i := range [...]int32{ch.left, ch.near, ch.right} {
		f.add(s.words[i].Norm, t(h), t(d))
		f.add(uint32(s.labels[i]), t(h), t(d))
		f.add(uint32(s.labels[i]), s.words[h].Norm, t(d))
	}
	f.add(t(h), t(d), fold(ch.leftSet)<<2|side)
	f.add(t(h), t(d), fold(ch.rightSet)<<2|side)
	f.add(s.words[h].Norm, t(d), fold(ch.rightSet))
	f.add(t(s.beside(d, -1)), t(d), t(s.beside(d, 1)))
	f.add(t(s.beside(h, -1)), t(h), t(s.beside(h, 1)))
	f.add(s.words[s.beside(d, 1)].Norm, t(d), t(h))
	f.add(s.words[s.beside(d, -1)].Norm, t(d), t(h))
	f.add(s.words[s.beside(h, 1)].Norm, t(d), t(h))
	f.add(s.words[s.beside(h, -1)].Norm, t(d), t(h))
	f.add(t(s.ahead(0)), t(d), t(h))
	f.add(t(s.top(2)), t(d), t(h))
}
