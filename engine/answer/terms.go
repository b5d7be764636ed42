package answer

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// terms maps terms to weights based on their rarity.
type terms map[string]float64

// asking holds the stems of words that occur only in the phrasing of questions.
var asking = func() map[string]bool {
	stems := make(map[string]bool)
	for _, word := range english.Words("question words") {
		stems[text.Stem(word)] = true
	}
	return stems
}()

// howMuch matches question words for quantities. An answer need not repeat them: "3 km" answers
// "how long".
var howMuch = regexp.MustCompile(`(?i)\bhow (?:many|much|often|long|large|big|old|far|fast|high|well)\b`)

// termsOf returns the searchable stems of a question. Their values are rarity times weight.
func termsOf(question string, weight float64) terms {
	all := make(terms)
	text.EachUnigram(howMuch.ReplaceAllString(question, " "), func(term string) {
		if !asking[term] {
			all[term] = weight * english.Rarity(term)
		}
	})
	return all
}

// pairsOf returns the pairs of adjacent searchable stems, with the lower of their weights.
func pairsOf(question string, weight float64) terms {
	single, all := termsOf(question, weight), make(terms)
	previous := ""
	text.EachUnigram(question, func(term string) {
		if a, b := single[previous], single[term]; a > 0 && b > 0 {
			all[previous+" "+term] = min(a, b)
		}
		previous = term
	})
	return all
}

// addAll adds terms. For a term in both, it keeps the larger weight.
func (t terms) addAll(more terms) {
	for term, weight := range more {
		t[term] = max(t[term], weight)
	}
}

// share returns the weighted share of the terms that occur in a text.
func (t terms) share(has map[string]int) float64 {
	sum, all := 0.0, 0.0
	for _, term := range slices.Sorted(maps.Keys(t)) {
		all += t[term]
		if has[term] > 0 {
			sum += t[term]
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// rarestMissing returns the rarity of the rarest term that does not occur in a text, from 0 to 1.
func (t terms) rarestMissing(has map[string]int) (rarest float64) {
	for term, weight := range t {
		if has[term] == 0 {
			rarest = max(rarest, weight)
		}
	}
	return math.Min(1, rarest/rarestStem)
}

// rarestStem is the maximum value of english.Rarity.
const rarestStem = 10.5

// A termCounts holds the number of occurrences of an inquiry's terms in a text.
type termCounts struct {
	words, pairs map[string]int
	length       int // number of words in the text
	stems        map[string]bool
}

func (in *inquiry) count(s string, short shorts) termCounts {
	c := termCounts{words: make(map[string]int), pairs: make(map[string]int), stems: make(map[string]bool)}
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			if in.pairs[term] > 0 {
				c.pairs[term]++
			}
			return
		}
		c.length++
		c.stems[term] = true
		if in.words[term] > 0 {
			c.words[term]++
		}
	})
	for abbreviation, stems := range short {
		if !hasWord(s, abbreviation) {
			continue
		}
		for _, stem := range stems {
			c.words[stem]++
		}
	}
	return c
}

// shorts maps a paper's abbreviations to the question's stems in their long forms.
type shorts map[string][]string

// shortsOf returns the abbreviations defined in the title and abstract, such as "Most Frequent
// Sense (MFS)".
func (in *inquiry) shortsOf(p *engine.Paper) shorts {
	found := make(shorts)
	for short, long := range check.Definitions([]string{p.Title, text.Cut(p.Abstract, maxAbout)}) {
		for _, stem := range text.Terms(long) {
			if in.words[stem] > 0 && !slices.Contains(found[short], stem) {
				found[short] = append(found[short], stem)
			}
		}
	}
	return found
}

// hasWord reports whether a text contains a whole word, without letters or digits around it.
func hasWord(s, word string) bool {
	for at := 0; ; {
		next := strings.Index(s[at:], word)
		if next < 0 {
			return false
		}
		start, end := at+next, at+next+len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		if !isWordRune(before) && !isWordRune(after) {
			return true
		}
		at = end
	}
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
