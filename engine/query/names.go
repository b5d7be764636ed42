package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const maxNames = 4 // maximum number of names collected from one citation

// addCited adds the names of cited authors: "Kim et al.", "(Kim & Lee, 2019)", "Kim and Lee show",
// "by Dr. Kim". It may also add capitalised words that are not names.
func addCited(names map[string]bool, s string) {
	r := scanner{s: s, tokens: text.Tokens(s), lower: make(map[string]bool)}
	for _, t := range r.tokens {
		if first, _ := utf8.DecodeRuneInString(s[t.Start:]); unicode.IsLower(first) {
			r.lower[text.Stem(t.Text)] = true
		}
	}
	for i := range r.tokens {
		if r.isName(i) && r.isCited(i) {
			r.addGroup(names, i)
		}
	}
}

// A scanner finds names among the tokens of a text.
type scanner struct {
	s string
	tokens
	lower map[string]bool // stems of the words that also occur in lower case
}

type tokens []text.Token

// word returns a token, folded, or "" if i is out of range.
func (t tokens) word(i int) string {
	if i < 0 || i >= len(t) {
		return ""
	}
	return t[i].Text
}

// isName reports whether a word is capitalised like a name.
func (r scanner) isName(i int) bool {
	written := r.s[r.tokens[i].Start:r.tokens[i].End]
	first, size := utf8.DecodeRuneInString(written)
	return unicode.IsUpper(first) && strings.ContainsFunc(written[size:], unicode.IsLower) &&
		!strings.ContainsFunc(written, unicode.IsDigit) && !text.IsStop(r.tokens[i].Text)
}

// gap returns the text between a token and the next.
func (r scanner) gap(i int) string {
	end := len(r.s)
	if i+1 < len(r.tokens) {
		end = r.tokens[i+1].Start
	}
	return r.s[r.tokens[i].End:end]
}

// isCited reports whether the text around a name cites it.
func (r scanner) isCited(i int) bool {
	next := r.word(i + 1)
	switch {
	case next == "et" && r.word(i+2) == "al", next == "and" && r.word(i+2) == "colleagues", honorifics[r.word(i-1)]:
		return true
	case isYear(next) && strings.Trim(r.gap(i), " ,([") == "":
		return true
	case isMark(r.gap(i), next):
		return before[r.word(i-1)]
	case !reporting[next] || strings.TrimSpace(r.gap(i)) != "":
		return false
	}
	return r.joined(i-1) || !r.lower[text.Stem(r.word(i))]
}

// addGroup adds a name and the names before it, as in "Vaswani, Shazeer and Kim".
func (r scanner) addGroup(names map[string]bool, i int) {
	for range maxNames {
		names[r.word(i)] = true
		switch {
		case i > 0 && r.joined(i-1) && r.word(i-1) == "and" && i > 1 && r.isName(i-2):
			i -= 2
		case i > 0 && r.isName(i-1) && isJoint(r.gap(i-1)):
			i--
		default:
			return
		}
	}
}

// joined reports whether "and", "&" or a comma joins two names.
func (r scanner) joined(i int) bool {
	return i >= 0 && (r.word(i) == "and" || r.isName(i) && strings.ContainsAny(r.gap(i), "&,"))
}

// isMark reports whether a citation mark follows a name.
func isMark(gap, next string) bool {
	switch {
	case strings.HasSuffix(gap, "["):
		return next == "cite"
	case strings.HasSuffix(gap, `\`):
		return strings.HasPrefix(next, "cit")
	}
	return strings.HasSuffix(gap, "[@")
}

// isJoint reports whether the text between two names, or between two parts of a name, joins them.
func isJoint(gap string) bool { return strings.Trim(gap, " .,&-") == "" && len(gap) <= 4 }

func isYear(w string) bool {
	return len(w) >= 4 && len(w) <= 5 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) &&
		!strings.ContainsFunc(w[:4], isNoDigit)
}

func isNoDigit(r rune) bool { return r < '0' || r > '9' }

var (
	honorifics = setOf("dr prof professor mr mrs ms")
	before     = setOf("by from following see cf")
	// reporting lists reporting verbs, such as "propose", that are not also nouns.
	reporting = setOf(`show shows showed propose proposes proposed argue argues argued suggest suggests suggested
		demonstrate demonstrates demonstrated introduce introduces introduced describe describes described
		prove proves proved conclude concludes concluded reported found presented observed claimed noted
		developed investigated examined`)
)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
