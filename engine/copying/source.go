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

// Longest returns the run of a sentence with the highest Length outside quotation marks. Among
// equals, it prefers the run with more words, then the first. If no word is shared, it returns the
// zero Run.
func (s *Source) Longest(sentence string) (longest Run) {
	for _, r := range s.Runs(sentence, 1) {
		if r.Length() > longest.Length() || r.Length() == longest.Length() && r.Words > longest.Words {
			longest = r
		}
	}
	return longest
}

// maxSentence is the maximum number of words compared per sentence. The limit is necessary since
// runs may overlap.
const maxSentence = 500

// Runs returns the runs of a sentence whose Length is at least n, in order. It skips quotations, and
// runs that are part of a longer one.
func (s *Source) Runs(sentence string, n int) (all []Run) {
	w := split(sentence)
	w = w.part(0, min(maxSentence, len(w.ids)))
	w.shut(Quoted(sentence))
	state, length := int32(0), 0
	for i, word := range w.ids {
		after, longer := s.next(state, length, word)
		if longer != length+1 {
			all = s.add(all, w, i, length, state, n)
		}
		state, length = after, longer
	}
	return s.add(all, w, len(w.ids), length, state, n)
}

// add appends the run of the given length that ends before the word at end, if its Length is at least n.
func (s *Source) add(all []Run, w words, end, length int, state int32, n int) []Run {
	if length < n || length == 0 {
		return all
	}
	here, there := w.part(end-length, length), s.words.part(int(s.states[state].end)+1-length, length)
	r := Run{Text: spanOf(here.marks), Source: spanOf(there.marks), Words: length, Own: own(here, there, s.fixed)}
	if r.Length() < n {
		return all
	}
	return append(all, r)
}

func (w words) part(from, n int) words {
	return words{text: w.text, ids: w.ids[from : from+n], marks: w.marks[from : from+n]}
}

// spanOf returns the range from the first word to the last.
func spanOf(words []mark) Span { return Span{int(words[0].start), int(words[len(words)-1].end)} }

// shut replaces the words in the given ranges with barriers. The ranges must be sorted.
func (w words) shut(ranges []Span) {
	for _, r := range ranges {
		i, _ := slices.BinarySearchFunc(w.marks, r.Start, func(m mark, at int) int { return int(m.start) - at })
		for ; i < len(w.marks) && int(w.marks[i].start) < r.End; i++ {
			w.ids[i] = barrier
		}
	}
}
