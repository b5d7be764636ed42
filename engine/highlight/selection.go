package highlight

// A Selection is a paper of which passages are taken one after another, as an
// extractor sees it at each step.
type Selection struct {
	*weighting
	model    *extractorModel
	features [][]float32 // of each passage, whatever is taken
	sums     [][]float32 // what these add to the first layer of model.gain
	taken    []int

	next, nextPair       []float32 // chance that the abstract has one more copy, by term, by pair
	expected             float32   // words of the abstract that the text has, copies counted
	matched, matchedPair float32   // what those taken are expected to have of them
	length               float32   // words taken
	alike                []float32 // highest cosine of each passage with one taken

	room    buffer
	dynamic []float32
}

func newSelection(p *Paper, m *extractorModel) *Selection {
	r := read(p)
	m.weigh(r)
	s := &Selection{weighting: newWeighting(r), model: m, alike: make([]float32, len(r.passages))}
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

// Passages are what can be taken.
func (s *Selection) Passages() []Passage { return s.passages }

// Take takes a passage.
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

// news is how many words and pairs of a passage the abstract is expected to
// have, beyond those of the passages taken.
func (s *Selection) news(passage int) (words, pairs float32) {
	return expect(s.words[passage], s.next, func(id int32) float32 { return s.terms[id].another }),
		expect(s.pairsOf[passage], s.nextPair, func(int32) float32 { return anotherPair })
}

// expect adds up the chances of ids, where each copy lowers that of the next
// one. It leaves chances as they were.
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

// Gain is what taking a passage is predicted to add to the sum of ROUGE-1 and
// ROUGE-2 against the abstract, in points; negative where it is better to stop.
func (s *Selection) Gain(passage int) float32 {
	s.dynamic = s.given(passage, s.dynamic)
	s.room[0] = append(s.room[0][:0], s.sums[passage]...)
	first := s.model.gain[0]
	first.add(s.room[0], first.in-len(s.dynamic), s.dynamic)
	return gainUnit * s.model.gain.finish(s.room[0], &s.room)[0]
}

// gainUnit is the unit that the model predicts gains in. Unit: points of ROUGE.
const gainUnit = 2

// Features describe a passage by itself.
func (s *Selection) Features(passage int) []float32 { return s.features[passage] }

// Given describes a passage beside those taken.
func (s *Selection) Given(passage int) []float32 { return s.given(passage, nil) }

// beyondText is how much longer an abstract is than what the text has of it.
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

// neighbours reports which of those taken are near a passage: right before,
// right after, how many in its section and paragraph.
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
