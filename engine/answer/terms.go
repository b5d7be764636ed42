package answer

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// terms have a weight each: how rare they are.
type terms map[string]float64

// asking are stems of words by which papers are asked, whatever about.
var asking = func() map[string]bool {
	stems := make(map[string]bool)
	for _, word := range []string{
		"paper", "papers", "study", "studies", "author", "authors", "article", "work", "publication", "researchers", "describe", "described", "report", "reported", "propose", "proposed",
		"present", "presented", "discuss", "mention", "say", "said", "state", "claim", "find", "found", "show", "shown", "tell", "explain", "question", "answer", "many", "much", "kind", "kinds", "type", "types",
		"main", "according", "exist", "exists", "call", "called", "term", "name", "give", "made", "make", "use", "used", "using", "does", "do", "did", "what", "which", "who", "how", "why", "when", "where", "known", "mean", "means", "please",
	} {
		stems[text.Stem(word)] = true
	}
	return stems
}()

// howMuch asks for a quantity that papers need not call so: "how long" is answered by a length.
var howMuch = regexp.MustCompile(`(?i)\bhow (?:many|much|often|long|large|big|old|far|fast|high|well)\b`)

// termsOf are the stems of a question that papers can have.
func termsOf(question string, weight float64) terms {
	all := make(terms)
	text.EachTerm(howMuch.ReplaceAllString(question, " "), func(term string, bigram bool) {
		if !bigram && !asking[term] {
			all[term] = weight * check.Rarity(term)
		}
	})
	return all
}

// pairsOf are the pairs of such words side by side, with the weight of the more common one.
func pairsOf(question string, weight float64) terms {
	single, all := termsOf(question, weight), make(terms)
	previous := ""
	text.EachTerm(question, func(term string, bigram bool) {
		if bigram {
			return
		}
		if a, b := single[previous], single[term]; a > 0 && b > 0 {
			all[previous+" "+term] = min(a, b)
		}
		previous = term
	})
	return all
}

// addAll keeps the larger weight of a term.
func (t terms) addAll(more terms) {
	for term, weight := range more {
		t[term] = max(t[term], weight)
	}
}

// share is how much of the terms a text has, by their weight.
func (t terms) share(has map[string]int) float64 {
	sum, all := 0.0, 0.0
	for _, term := range sortedKeys(t) {
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

// rarestMissing is the weight of the rarest term that a text lacks, from 0 to 1.
func (t terms) rarestMissing(has map[string]int) (rarest float64) {
	for term, weight := range t {
		if has[term] == 0 {
			rarest = max(rarest, weight)
		}
	}
	return math.Min(1, rarest/rarestStem)
}

const rarestStem = 10.5

// counted is how often a text has the terms of an inquiry.
type counted struct {
	words, pairs map[string]int
	length       int // in words
	stems        map[string]bool
}

func (in *inquiry) count(s string, short shorts) counted {
	c := counted{words: make(map[string]int), pairs: make(map[string]int), stems: make(map[string]bool)}
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

// shorts are abbreviations of a paper with the question's words that each represents.
type shorts map[string][]string

// shortsOf are those that title and abstract introduce: "Most Frequent Sense (MFS)".
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

// hasWord reports whether a word is in a text, between what is neither letter nor digit.
func hasWord(s, word string) bool {
	for at := 0; ; {
		next := strings.Index(s[at:], word)
		if next < 0 {
			return false
		}
		start, end := at+next, at+next+len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		behind, _ := utf8.DecodeRuneInString(s[end:])
		if !isWordRune(before) && !isWordRune(behind) {
			return true
		}
		at = end
	}
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
