package copying

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a paragraph of a manuscript.
type Passage struct {
	Text   string
	Quoted []Span // ranges inside quotation markup, in order
}

// A Match is a run of words in a passage that also occurs in a part of a source. Its Source is a range
// in that part.
type Match struct {
	Passage, Part int
	Run
}

// A Manuscript compares its passages with any number of sources. It is not safe for concurrent use.
type Manuscript struct {
	passages []Passage
	n        int
	words          // words of all passages; a barrier follows each passage
	begin    []int // index of the first word of each passage
	fixed    phraseSet
	grams    map[uint64]int32 // index of the first occurrence of each n-gram, by the n-gram's hash
	gramAt   []int32          // for each word, the first occurrence of the n-gram that begins there, or -1
	foundAt  []int32          // for each first occurrence, the index of the n-gram in the source, or -1
}

// NewManuscript prepares passages for finding runs whose Length is at least n. It excuses terms that the
// passages use in several contexts.
func NewManuscript(passages []Passage, n int, excused Excuses) *Manuscript {
	m := &Manuscript{passages: passages, n: max(n, 2), fixed: newPhraseSet(excused), grams: make(map[uint64]int32)}
	for _, p := range passages {
		m.begin = append(m.begin, len(m.ids))
		w := split(p.Text)
		w.shut(Quoted(p.Text))
		w.shut(p.Quoted)
		m.join(w)
	}
	m.findTerms()
	m.gramAt = slices.Repeat([]int32{-1}, len(m.ids))
	eachGram(m.ids, m.n, func(i int, hash uint64) {
		if _, known := m.grams[hash]; !known {
			m.grams[hash] = int32(i)
		}
		if first := m.grams[hash]; slices.Equal(m.ids[first:int(first)+m.n], m.ids[i:i+m.n]) {
			m.gramAt[i] = first
		}
	})
	return m
}

// Words returns the number of words in the passages.
func (m *Manuscript) Words() int { return len(m.ids) - len(m.begin) }

// factor is the multiplier of the hash. It is odd, so that each word affects the hash.
const factor = 0x9E3779B97F4A7C15

// eachGram calls found with the index and the hash of each n-gram that contains no barrier.
func eachGram(ids []uint64, n int, found func(i int, hash uint64)) {
	hash, clear, highest := uint64(0), 0, uint64(1)
	for range n - 1 {
		highest *= factor
	}
	for i, id := range ids {
		if clear++; id == barrier {
			hash, clear = 0, 0
			continue
		}
		if clear > n {
			hash -= ids[i-n] * highest
		}
		if hash = hash*factor + id; clear >= n {
			found(i-n+1, hash)
		}
	}
}

// join appends the words of a text, and then a barrier.
func (w *words) join(text words) {
	w.ids = append(append(w.ids, text.ids...), barrier)
	w.marks = append(append(w.marks, text.marks...), mark{})
}

// textAt returns the index of the text that contains a word. Texts may be empty.
func textAt(begin []int, at int) int {
	return sort.Search(len(begin), func(i int) bool { return begin[i] > at }) - 1
}

// Runs returns the runs that occur in a part of a source, in order and without overlaps.
func (m *Manuscript) Runs(parts []string, excused Excuses) (all []Match) {
	var w words
	begin := make([]int, len(parts)) // index of the first word of each part
	for i, part := range parts {
		begin[i] = len(w.ids)
		w.join(split(part))
	}
	var found []int32
	eachGram(w.ids, m.n, func(i int, hash uint64) {
		first, known := m.grams[hash]
		if !known || !slices.Equal(m.ids[first:int(first)+m.n], w.ids[i:i+m.n]) {
			return
		}
		if m.foundAt == nil {
			m.foundAt = slices.Repeat([]int32{-1}, len(m.ids))
		}
		if m.foundAt[first] < 0 {
			m.foundAt[first] = int32(i)
			found = append(found, first)
		}
	})
	if len(found) == 0 {
		return nil
	}
	phrases := newPhraseSet(excused)
	for i := 0; i < len(m.gramAt); i++ {
		end := i
		for end < len(m.gramAt) && m.gramAt[end] >= 0 && m.foundAt[m.gramAt[end]] >= 0 &&
			textAt(begin, int(m.foundAt[m.gramAt[end]])) == textAt(begin, int(m.foundAt[m.gramAt[i]])) {
			end++
		}
		if end == i {
			continue
		}
		first := textAt(begin, int(m.foundAt[m.gramAt[i]]))
		w.text = parts[first]
		match := m.match(i, end, w, phrases)
		if match.Part = first; match.Length() >= m.n {
			all = append(all, match)
		}
		i = end - 1
	}
	for _, first := range found {
		m.foundAt[first] = -1
	}
	return all
}

// match returns the run that consists of the n-grams at from..to-1.
func (m *Manuscript) match(from, to int, source words, phrases phraseSet) Match {
	length := to - from + m.n - 1
	there := words{text: source.text, marks: make([]mark, length)}
	same, start := 0, m.sourceOf(from, from, to)
	for i := range length {
		at := m.sourceOf(from+i, from, to)
		there.marks[i] = source.marks[at]
		if same == i && at == start+i {
			same++
		}
	}
	p := textAt(m.begin, from)
	here := m.part(from, length)
	here.text = m.passages[p].Text
	return Match{Passage: p, Run: Run{
		Text: spanOf(here.marks), Source: spanOf(there.marks[:same]), Words: length,
		Own: own(here, there, m.fixed, phrases),
	}}
}

// sourceOf returns the index in the source of word i of a run. The run's n-grams begin before to.
func (m *Manuscript) sourceOf(i, from, to int) int {
	gram := min(i, to-1)
	return int(m.foundAt[m.gramAt[gram]]) + i - gram
}

// severalContexts is the number of different words that must occur before and after a term. It
// ensures that repeating a passage does not turn its words into terms.
const severalContexts = 3

// contexts holds the different words before and after a pair of words.
type contexts struct{ before, after [severalContexts]uint64 }

// findTerms excuses pairs of content words that the manuscript uses in several contexts.
func (m *Manuscript) findTerms() {
	stop := make([]bool, len(m.ids))
	p := 0
	for i, id := range m.ids {
		for p+1 < len(m.begin) && m.begin[p+1] <= i {
			p++
		}
		if id != barrier {
			stop[i] = text.IsStop(strings.ToLower(m.passages[p].Text[m.marks[i].start:m.marks[i].end]))
		}
	}
	pairs := make(map[[2]uint64]*contexts)
	for i := 1; i+2 < len(m.ids); i++ {
		if around := m.ids[i-1 : i+3]; !stop[i] && !stop[i+1] && !slices.Contains(around, barrier) {
			pair := [2]uint64{around[1], around[2]}
			c := cmp.Or(pairs[pair], &contexts{})
			pairs[pair] = c
			put(&c.before, around[0])
			put(&c.after, around[3])
		}
	}
	for pair, c := range pairs {
		if c.before[severalContexts-1] != 0 && c.after[severalContexts-1] != 0 {
			m.fixed.add(pair[:])
		}
	}
}

// put adds a word to a set unless the set is full.
func put(set *[severalContexts]uint64, word uint64) {
	if at := slices.IndexFunc(set[:], func(w uint64) bool { return w == word || w == 0 }); at >= 0 {
		set[at] = word
	}
}
