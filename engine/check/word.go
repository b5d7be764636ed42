package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A word is a token with the properties that comparisons use.
type word struct {
	raw     string // word as written
	text    string // word folded to lower case
	stem    string
	root    string // stem without derivational suffixes
	weight  float64
	topical float64 // how specific the word is to one field; see english.Weight
	gap     string  // text between the previous word and this one
	kind    kind
	name    bool // whether it has inner capitals, or starts with a capital inside a sentence
	denied  bool // whether it is in the scope of a negator
	clause  int  // number of the clause; punctuation and conjunctions separate clauses
}

type kind uint8

const (
	function kind = iota // function words
	content
	frame  // words that can report on any paper
	number // numbers written in digits
)

// maxWords is the maximum number of words read from one sentence.
const maxWords = 160

// wordsOf splits a sentence into words.
func wordsOf(s string) []word {
	var words []word
	last, clause := 0, 0
	text.EachToken(s, func(token string, start, end int) bool {
		w := word{raw: s[start:end], text: token, gap: s[last:start]}
		w.kind = kindOf(token)
		if strings.ContainsAny(w.gap, ";:()") || strings.Contains(w.gap, ", ") || divides[token] {
			clause++
		}
		w.clause = clause
		if w.kind == content || w.kind == frame {
			w.stem = text.Stem(token)
			w.root = rootOf(w.stem)
			w.weight, w.topical = english.Weight(w.stem)
		}
		w.name = w.kind != function && isName(w.raw, len(words) > 0 && !strings.ContainsAny(w.gap, ".:") &&
			!strings.Contains(w.gap, "“"))
		words = append(words, w)
		last = end
		return len(words) < maxWords
	})
	markDenied(words)
	return words
}

// numberTails holds suffixes of numbers, as in "10k" and "5th".
var numberTails = map[string]bool{"": true, "k": true, "m": true, "x": true, "st": true, "nd": true,
	"rd": true, "th": true, "s": true}

var divides = english.Set("clause dividers")

func kindOf(token string) kind {
	switch {
	case token[0] >= '0' && token[0] <= '9' && numberTails[strings.TrimLeft(token, "0123456789")]:
		return number
	case text.IsStop(token) || functionWords[token] || len(token) < 2 || spelledOut[token] > 0:
		return function
	case frameWords[token]:
		return frame
	}
	return content
}

// isName reports whether a word has inner capitals or digits, or starts with a capital inside a
// sentence.
func isName(raw string, inside bool) bool {
	first, size := utf8.DecodeRuneInString(raw)
	for _, r := range raw[size:] {
		if unicode.IsUpper(r) || unicode.IsDigit(r) && unicode.IsLetter(first) {
			return true
		}
	}
	return inside && unicode.IsUpper(first) && len(raw) > 2
}

var endings = english.Words("word endings")

// shortestRoot is the minimum length of a root, in bytes.
const shortestRoot = 4

func rootOf(stem string) string {
	for range 2 {
		for _, ending := range endings {
			if len(stem)-len(ending) >= shortestRoot && strings.HasSuffix(stem, ending) {
				stem = stem[:len(stem)-len(ending)]
				break
			}
		}
	}
	return stem
}

// groups maps the stem of each listed word to its line number, counted from 1.
func groups(list string) map[string]int {
	numbers := make(map[string]int)
	for i, group := range english.Groups(list) {
		for _, word := range group {
			if stem := text.Stem(word); numbers[stem] == 0 {
				numbers[stem] = i + 1
			}
		}
	}
	return numbers
}
