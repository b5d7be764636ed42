package text

// A Phrase matches adjacent words in a text. The zero value matches every text.
type Phrase struct{ words []phraseWord }

type phraseWord struct {
	stem      string
	afterMark bool // whether punctuation precedes the word in the phrase, and may thus precede it in the text
}

// longestPhrase is the maximum number of words compared, which must fit into a bit set.
const longestPhrase = 64

// NewPhrase parses a phrase. Words match if they have the same stem. Punctuation between two words
// of a text prevents a match unless the phrase has punctuation there too, such as the colon of a
// title.
func NewPhrase(s string) Phrase {
	var p Phrase
	last := 0
	EachToken(s, func(word string, start, end int) bool {
		p.words = append(p.words, phraseWord{Stem(word), len(p.words) > 0 && !joined(s[last:start])})
		last = end
		return len(p.words) < longestPhrase
	})
	return p
}

// In reports whether s contains the phrase.
func (p Phrase) In(s string) bool {
	if len(p.words) == 0 {
		return true
	}
	m := phraseMatcher{source: s, phrase: p.words}
	EachToken(s, m.next)
	return m.found
}

// A phraseMatcher holds the lengths of the phrase prefixes that end at the previous word, as a bit
// set.
type phraseMatcher struct {
	source string
	phrase []phraseWord
	active uint64
	end    int
	found  bool
}

func (m *phraseMatcher) next(word string, start, end int) bool {
	apart := m.active != 0 && !joined(m.source[m.end:start])
	m.end = end
	m.advance(Stem(word), apart)
	return !m.found
}

func (m *phraseMatcher) advance(stem string, apart bool) {
	open := m.active<<1 | 1 // bit i is set if the word may match phrase[i]
	m.active = 0
	for i, want := range m.phrase {
		if open&(1<<i) != 0 && want.stem == stem && (i == 0 || !apart || want.afterMark) {
			m.active |= 1 << i
		}
	}
	m.found = m.active&(1<<(len(m.phrase)-1)) != 0
}
