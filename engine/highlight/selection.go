package highlight

// A Selection is the state of a greedy selection of passages.
type Selection struct {
	*tfidf
	model    *extractorModel
	features [][]float32 // features of each passage that do not depend on taken
	sums     [][]float32 // contribution of these features to the first layer of model.gain
	taken    []int

	next, nextPair       []float32 // probability of another occurrence of each term and pair in the abstract
	expected             float32   // expected number of abstract words that occur in the text
	matched, matchedPair float32   // expected number of words and pairs common to the abstract and the taken passages
	length               float32   // length of the taken passages, in words
	alike                []float32 // highest cosine between each passage and a taken one

	room    buffer
	dynamic []float32
}

func newSelection(p *Paper, m *extractorModel) *Selection {
	r := read(p)
	m.weigh(r)
	s := &Selection{tfidf: newWeighting(r), model: m, alike: make([]float32, len(r.passages))}
	for _, t := range r.terms {
		s.next = append(s.next, t.inAbstract)
		s.expected += t.inAbstract / (1 - t.another)
	}
	for _, p := range r.pairs {
		s.nextPair = append(s.nextPair, p.inAbstract)
	}
	s.describe()
	for _, f := range s.features {
		sum := append([]float32(nil), m.gain[0].bias...)
		m.gain[0].add(sum, 0, f)
		s.sums = append(s.sums, sum)
	}
	return s
}

// Passages returns all passages of the paper.
func (s *Selection) Passages() []Passage { return s.passages }

// Take adds a passage to the selection.
func (s *Selection) Take(passage int) {
	words, pairs := s.news(passage)
	s.matched += words
	s.matchedPair += pairs
	s.length += float32(len(s.words[passage]))
	for _, id := range s.words[passage] {
		s.next[id] *= s.terms[id].another
	}
	for _, id := range s.pairsOf[passage] {
		s.nextPair[id] *= anotherPair
	}
	for i, c := range s.cosines(0, len(s.passages), s.words[passage]) {
		s.alike[i] = max(s.alike[i], c)
	}
	s.taken = append(s.taken, passage)
}

// news returns the expected number of words and pairs that a passage has in common with the abstract,
// excluding those of the taken passages.
func (s *Selection) news(passage int) (words, pairs float32) {
	return expect(s.words[passage], s.next, func(id int32) float32 { return s.terms[id].another }),
		expect(s.pairsOf[passage], s.nextPair, func(int32) float32 { return anotherPair })
}

// expect returns the sum of the probabilities of ids. Each occurrence lowers the probability of the
// next one. It restores chances before it returns.
func expect(ids []int32, chances []float32, another func(int32) float32) (sum float32) {
	var room [96]float32
	before := room[:0]
	for _, id := range ids {
		before = append(before, chances[id])
		sum += chances[id]
		chances[id] *= another(id)
	}
	for i := len(ids) - 1; i >= 0; i-- {
		chances[ids[i]] = before[i]
	}
	return sum
}

// Gain returns the predicted increase in ROUGE-1 plus ROUGE-2 against the abstract, in points, if a
// passage is taken. It is negative if the passage makes the selection worse.
func (s *Selection) Gain(passage int) float32 {
	s.dynamic = s.given(passage, s.dynamic)
	s.room[0] = append(s.room[0][:0], s.sums[passage]...)
	first := s.model.gain[0]
	first.add(s.room[0], first.in-len(s.dynamic), s.dynamic)
	return gainUnit * s.model.gain.finish(s.room[0], &s.room)[0]
}

// gainUnit converts the model's output to points of ROUGE.
const gainUnit = 2

// Features returns the features of a passage that do not depend on the selection.
func (s *Selection) Features(passage int) []float32 { return s.features[passage] }

// Given returns the features of a passage that depend on the taken passages.
func (s *Selection) Given(passage int) []float32 { return s.given(passage, nil) }

// beyondText is the ratio of an abstract's length to the number of its words that also occur in the
// full text.
const beyondText = 1.15

func (s *Selection) given(passage int, f []float32) []float32 {
	newWords, newPairs := s.news(passage)
	words, abstract := float32(len(s.words[passage])), beyondText*s.expected
	f1 := func(matched, length float32) float32 { return 100 * 2 * matched / (length + abstract) }
	rouge1, rouge2 := f1(s.matched, s.length), f1(s.matchedPair, s.length)
	f = append(f[:0],
		f1(s.matched+newWords, s.length+words)-rouge1, f1(s.matchedPair+newPairs, s.length+words)-rouge2,
		newWords/max(words, 1), newPairs/max(words, 1), words/abstract, s.length/abstract, (s.length+words)/abstract,
		float32(len(s.taken))/8, s.matched/s.expected, rouge1/50, s.alike[passage])
	return append(f, s.neighbours(passage)...)
}

// neighbours returns features for the taken passages near a passage: whether the passages directly
// before and after it are taken, and how many are taken in its section and paragraph.
func (s *Selection) neighbours(passage int) []float32 {
	p := s.passages[passage]
	var before, after, section, paragraph float32
	for _, t := range s.taken {
		before += number(t == passage-1)
		after += number(t == passage+1)
		section += number(s.passages[t].Section == p.Section)
		paragraph += number(s.passages[t].Paragraph == p.Paragraph)
	}
	return []float32{before, after, section / 3, paragraph}
}
