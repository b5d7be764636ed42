package copying

import "slices"

// A Run is a sequence of words that occurs in a text and in its source.
type Run struct {
	Text, Source Span // ranges in bytes
	Words        int
	Own          int // number of words that the author could have replaced
}

// Length returns the number of words that are regarded as copied. It is at most 3/2 of Own.
func (r Run) Length() int { return min(r.Words, r.Own*3/2) }

// A Source compares one text with single sentences. It is safe for concurrent use.
type Source struct {
	words
	fixed phraseSet
	automaton
}

// NewSource prepares a text for comparison, which takes about 200 ns per word.
func NewSource(source string, excused Excuses) *Source {
	s := &Source{words: split(source), fixed: newPhraseSet(excused)}
	s.build(s.ids)
	return s
}

// Longest returns the run of a sentence with the highest Length outside quotation marks. If several have
// it, Longest prefers the one with more words, then the first. If no word is shared, it returns the zero
// Run.
func (s *Source) Longest(sentence string) (longest Run) {
	for _, r := range s.Runs(sentence, 1) {
		if r.Length() > longest.Length() || r.Length() == longest.Length() && r.Words > longest.Words {
			longest = r
		}
	}
	return longest
}

// maxSentence is the maximum number of words of a sentence that are compared. It is limited since the
// runs may overlap.
const maxSentence = 500

// Runs returns the runs of a sentence whose Length is at least n, in order. It skips quotations, and
// runs that are part of a longer one.
func (s *Source) Runs(sentence string, n int) (all []Run) {
	w := split(sentence)
	w = w.part(0, min(maxSentence, len(w.ids)))
	w.shut(Quoted(sentence))
	state, length := int32(0), 0
	for i := range len(w.ids) + 1 {
		if i < len(w.ids) {
			after, longer := s.next(state, length, w.ids[i])
			if longer == length+1 {
				state, length = after, longer
				continue
			}
			all = s.add(all, w, i, length, state, n)
			state, length = after, longer
			continue
		}
		all = s.add(all, w, i, length, state, n)
	}
	return all
}

// add appends the run of the given length that ends before the word at end, if its Length is at least n.
func (s *Source) add(all []Run, w words, end, length int, state int32, n int) []Run {
	if length < n || length == 0 {
		return all
	}
	there := int(s.states[state].end) + 1
	r := runOf(w, s.words, end-length, there-length, length, s.fixed)
	if r.Length() < n {
		return all
	}
	return append(all, r)
}

// runOf returns the run of length words that begins at here in text and at there in source.
func runOf(text, source words, here, there, length int, phrases ...phraseSet) Run {
	a, b := text.part(here, length), source.part(there, length)
	return Run{
		Text:   Span{int(a.marks[0].start), int(a.marks[length-1].end)},
		Source: Span{int(b.marks[0].start), int(b.marks[length-1].end)},
		Words:  length, Own: own(a, b, phrases...),
	}
}

func (w words) part(from, n int) words {
	return words{text: w.text, ids: w.ids[from : from+n], marks: w.marks[from : from+n]}
}

// shut replaces the words in the given ranges with barriers. The ranges must be sorted.
func (w words) shut(ranges []Span) {
	for _, r := range ranges {
		i, _ := slices.BinarySearchFunc(w.marks, r.Start, func(m mark, at int) int { return int(m.start) - at })
		for ; i < len(w.marks) && int(w.marks[i].start) < r.End; i++ {
			w.ids[i] = barrier
		}
	}
}
