package choice

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An analysis holds the properties of a text used to compute features.
type analysis struct {
	words   []string           // folded words in text order
	stems   map[string]float64 // rarity of each content word
	order   []string           // keys of stems in order of occurrence, which makes sums reproducible
	weight  float64            // sum of the rarities in stems
	pairs   map[string]bool    // pairs of adjacent content words
	cues    []int              // number of cues of each kind
	names   int                // number of capitalised words and abbreviations after the first word
	numbers int
	percent bool
	asks    bool
	cites   bool // whether the text contains a citation
	past    int  // number of words that end in -ed, which are mostly past-tense verbs
	passive int
	colon   bool // whether it begins with a label such as "RESULTS:"
}

// analyze returns an analysis of all texts together. Each text is truncated to maxSentence.
func analyze(texts ...string) *analysis {
	r := &analysis{stems: make(map[string]float64), pairs: make(map[string]bool)}
	for _, s := range texts {
		r.add(text.Cut(s, maxSentence))
	}
	r.cues = countCues(r.words)
	return r
}

func (r *analysis) add(s string) {
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			r.pairs[term] = true
			return
		}
		if _, known := r.stems[term]; !known {
			rarity := english.Rarity(term)
			r.stems[term] = rarity
			r.order = append(r.order, term)
			r.weight += rarity
		}
	})
	before := ""
	text.EachToken(s, func(word string, start, end int) bool {
		r.words = append(r.words, word)
		r.addWord(word, before, s[start:end], start == 0)
		before = word
		return true
	})
	r.percent = r.percent || strings.Contains(s, "%")
	r.asks = r.asks || strings.HasSuffix(strings.TrimSpace(s), "?")
	r.cites = r.cites || strings.Contains(s, text.CiteMark) || strings.Contains(s, "et al") || hasYear(s)
	head, _, labelled := strings.Cut(s[:min(len(s), longestLabel)], ":")
	r.colon = r.colon || labelled && head == strings.ToUpper(head)
}

// longestLabel is the maximum length, in bytes, of a label in an abstract such as "RESULTS:".
const longestLabel = 24

func (r *analysis) addWord(word, before, written string, first bool) {
	switch {
	case word[0] >= '0' && word[0] <= '9':
		r.numbers++
	case !first && strings.IndexFunc(written, unicode.IsUpper) >= 0:
		r.names++
	}
	if strings.HasSuffix(word, "ed") && len(word) > 4 {
		r.past++
		if before == "was" || before == "were" || before == "is" || before == "are" || before == "been" {
			r.passive++
		}
	}
	if word == "was" || word == "were" {
		r.past++
	}
}

// hasYear reports whether a text contains the year of a citation, as in "2004)".
func hasYear(s string) bool {
	for i := strings.IndexByte(s, ')'); i >= 0; {
		if i >= 4 && (s[i-4:i-2] == "19" || s[i-4:i-2] == "20") {
			return true
		}
		next := strings.IndexByte(s[i+1:], ')')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// An overlap holds the shares of content words that two texts have in common, weighted by rarity.
type overlap struct {
	of   float64 // share of the first text's words that the second contains
	in   float64 // share of the second text's words that the first contains
	both float64 // harmonic mean of both shares
}

func (r *analysis) overlap(other *analysis) (o overlap) {
	a, b := r, other
	if len(a.order) > len(b.order) {
		a, b = b, a
	}
	shared := 0.0
	for _, stem := range a.order {
		shared += b.stems[stem]
	}
	if shared == 0 {
		return o
	}
	return overlap{shared / r.weight, shared / other.weight, 2 * shared / (r.weight + other.weight)}
}

// sharedPairs returns the number of pairs of adjacent words that both texts contain.
func (r *analysis) sharedPairs(other *analysis) (n int) {
	for pair := range r.pairs {
		if other.pairs[pair] {
			n++
		}
	}
	return n
}
