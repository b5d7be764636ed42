package text

// EachTerm calls yield with the index terms of s in order: the stem of each
// word that is no stop word, and each bigram of two such words that stand side
// by side ("neural network" for "Neural networks"), stems joined by a space.
// Punctuation between two words keeps them from being a bigram; a hyphen does
// not. This is the vocabulary of SciLit's inverted index.
func EachTerm(s string, yield func(term string, bigram bool)) {
	previous, previousEnd := "", 0
	EachToken(s, func(word string, start, end int) bool {
		if IsStop(word) {
			previous = ""
			return true
		}
		stem := Stem(word)
		yield(stem, false)
		if previous != "" && joined(s[previousEnd:start]) {
			yield(previous+" "+stem, true)
		}
		previous, previousEnd = stem, end
		return true
	})
}

// joined tells whether what stands between two words leaves them a phrase.
func joined(between string) bool {
	for i := range len(between) {
		switch between[i] {
		case ' ', '-', '\n', '\r', '\t', '\'', '"', '/':
		default:
			if between[i] < 0x80 {
				return false
			}
		}
	}
	return true
}

// Terms returns the unigrams of s in order.
func Terms(s string) []string {
	var terms []string
	EachTerm(s, func(term string, bigram bool) {
		if !bigram {
			terms = append(terms, term)
		}
	})
	return terms
}

// Stems returns the stems of all words of s, stop words too.
func Stems(s string) []string {
	var stems []string
	EachToken(s, func(word string, _, _ int) bool {
		stems = append(stems, Stem(word))
		return true
	})
	return stems
}

// ContainsPhrase tells whether the words of s contain phrase, a list of stems
// as Stems returns them, one right after the other and not across punctuation.
func ContainsPhrase(s string, phrase []string) bool {
	if len(phrase) == 0 {
		return true
	}
	m := phraseMatcher{source: s, phrase: phrase}
	EachToken(s, m.next)
	return m.found
}

// A phraseMatcher holds the lengths of the prefixes of phrase that end at the
// word before, as a bit set: phrases have fewer than 64 words.
type phraseMatcher struct {
	source string
	phrase []string
	active uint64
	end    int
	found  bool
}

func (m *phraseMatcher) next(word string, start, end int) bool {
	if m.active != 0 && !joined(m.source[m.end:start]) {
		m.active = 0
	}
	m.end = end
	m.advance(Stem(word))
	return !m.found
}

func (m *phraseMatcher) advance(stem string) {
	open := m.active<<1 | 1 // bit i: the word may be phrase[i]
	m.active = 0
	for i, want := range m.phrase {
		if open&(1<<i) != 0 && want == stem {
			m.active |= 1 << i
		}
	}
	m.found = m.active&(1<<(len(m.phrase)-1)) != 0
}
