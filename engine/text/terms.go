package text

// EachTerm calls yield with the index terms of s in order: the stem of each word except stop words,
// and each bigram of adjacent stems, joined by a space ("neural network" for "Neural networks").
// Punctuation other than a hyphen separates bigrams. This is the vocabulary of SciLit's inverted
// index.
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

// joined reports whether the text between two words allows them to form a bigram.
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

// EachUnigram calls yield with the unigrams of EachTerm in order.
func EachUnigram(s string, yield func(term string)) {
	EachToken(s, func(word string, _, _ int) bool {
		if !IsStop(word) {
			yield(Stem(word))
		}
		return true
	})
}

// Terms returns the unigrams of s in order.
func Terms(s string) []string {
	var terms []string
	EachUnigram(s, func(term string) { terms = append(terms, term) })
	return terms
}

// Stems returns the stems of all words of s, including stop words.
func Stems(s string) []string {
	var stems []string
	EachToken(s, func(word string, _, _ int) bool {
		stems = append(stems, Stem(word))
		return true
	})
	return stems
}

// TermSet returns the set of unigrams of the texts.
func TermSet(texts ...string) map[string]bool {
	set := make(map[string]bool)
	for _, s := range texts {
		EachUnigram(s, func(term string) { set[term] = true })
	}
	return set
}
