package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A word is a token with what the comparison needs of it.
type word struct {
	raw     string // as it is written
	text    string // lower case, folded
	stem    string
	root    string // the stem without its derivational endings
	weight  float64
	topical float64 // how much it belongs to one field
	gap     string  // what is between it and the word before it
	kind    kind
	name    bool // capitals behind its first letter, or a capital inside a sentence
	denied  bool // in the scope of a negation
	clause  int  // number of its clause, which punctuation and conjunctions divide
}

type kind uint8

const (
	function kind = iota // closed-class words
	content
	frame  // words that any paper is reported with
	number // digits
)

// maxWords bounds what is read of one sentence.
const maxWords = 160

// wordsOf reads the words of a sentence.
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
			w.weight, w.topical = weightOf(w.stem)
		}
		w.name = w.kind != function && isName(w.raw, len(words) > 0 && !strings.ContainsAny(w.gap, ".:") && !strings.Contains(w.gap, "“"))
		words = append(words, w)
		last = end
		return len(words) < maxWords
	})
	markDenied(words)
	return words
}

// numberTails are what a number may end in: "10k", "5th".
var numberTails = map[string]bool{"": true, "k": true, "m": true, "x": true, "st": true, "nd": true, "rd": true, "th": true, "s": true}

var divides = set("but however although though whereas while which because")

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

// isName takes words with a capital or a digit behind the first letter and,
// inside a sentence, those that begin with a capital.
func isName(raw string, inside bool) bool {
	first, size := utf8.DecodeRuneInString(raw)
	for _, r := range raw[size:] {
		if unicode.IsUpper(r) || unicode.IsDigit(r) && unicode.IsLetter(first) {
			return true
		}
	}
	return inside && unicode.IsUpper(first) && len(raw) > 2
}

// endings are cut off stems, the longest first, so that "classification",
// "classifier" and "classify" meet.
var endings = strings.Fields(`ational ization isation ation ition ificat ators ator ative ativ ating iveness ment ness ional ion ibl abl anc enc ism ist ish iti ity ive
	ifi ize ise iz is al ial ic er or at iv ant ent ous if ly i e y`)

// shortestRoot is the fewest letters that a root has.
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

func set(words string) map[string]bool {
	all := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}

// groups maps each word of a line to the line's number, which begins at 1.
func groups(lines string) map[string]int {
	numbers := make(map[string]int)
	for i, line := range strings.Split(lines, "\n") {
		for _, word := range strings.Fields(line) {
			if stem := text.Stem(word); numbers[stem] == 0 {
				numbers[stem] = i + 1
			}
		}
	}
	return numbers
}
