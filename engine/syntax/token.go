package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokenization follows the treebank. Punctuation, brackets, slashes and hyphens are separate
// tokens, except for the hyphen after a prefix ("non-invasive"). "cannot" and "doesn't" are split
// into two tokens each. A number, an abbreviation, a URL or a formula between dollar signs is a
// single token.

// span is a range of bytes.
type span struct{ start, end int }

// tokenize returns up to most tokens. all is false if the sentence has more.
func tokenize(s string, most int) (tokens []span, all bool) {
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if unicode.IsSpace(r) || isInvisible(r) {
			at += size
			continue
		}
		if len(tokens) >= most {
			return tokens, false
		}
		end := at + tokenEnd(s, at)
		tokens = append(tokens, span{at, end})
		at = end
	}
	return divideNegations(s, tokens), true
}

// isInvisible reports whether r is a control or format character, which has no width.
func isInvisible(r rune) bool { return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) }

// tokenEnd returns the length of the token that begins at a byte offset.
func tokenEnd(s string, at int) int {
	rest := s[at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '$':
		if n := strings.IndexByte(rest[1:min(len(rest), longestToken)], '$'); n >= 0 {
			return n + 2
		}
		return 1
	case r == '°' && startsLetter(rest[size:]):
		_, next := utf8.DecodeRuneInString(rest[size:])
		return size + next
	case r == '\'' || r == '’':
		if n := clitic(rest, size); n > 0 {
			return n
		}
		return size
	case strings.ContainsRune("*.-=<>", r):
		return repeated(rest, byte(r))
	case isWordRune(r):
		return wordEnd(s, at)
	}
	return size
}

// longestToken is the maximum length of a formula or a URL in bytes.
const longestToken = 200

func startsLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '\\'
}

func repeated(s string, sign byte) int {
	n := 1
	for n < min(len(s), longestToken) && s[n] == sign {
		n++
	}
	return n
}

// clitic returns the length of "'s", "'re", "'ve", "'ll", "'d" or "'m" at the start of s, or 0.
// quote is the length of the apostrophe.
func clitic(s string, quote int) int {
	for _, ending := range []string{"s", "re", "ve", "ll", "d", "m"} {
		n := quote + len(ending)
		if len(s) >= n && s[quote:n] == ending && !startsWord(s[n:]) {
			return n
		}
	}
	return 0
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && isWordRune(r)
}

// wordEnd returns the length of the word at an offset: its letters and digits, and the punctuation
// that belongs to it.
func wordEnd(s string, at int) int {
	rest := s[at:]
	if n := address(rest); n > 0 {
		return n
	}
	end := 0
	for end < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[end:])
		if !isWordRune(r) && !joins(rest, end, size) {
			break
		}
		end += size
	}
	word := rest[:end]
	if strings.HasPrefix(rest[end:], ".") && isAbbreviation(word, rest[end+1:]) {
		return end + 1
	}
	if strings.HasPrefix(rest[end:], "+") && isIon(word) && !startsWord(rest[end+1:]) {
		return end + 1
	}
	return end
}

// joins reports whether the punctuation mark at an offset belongs to a word or number.
func joins(s string, at, size int) bool {
	if at == 0 || !startsWord(s[at+size:]) {
		return false
	}
	before, after := s[at-1], s[at+size]
	switch s[at : at+size] {
	case ".":
		isInitial := isUpper(before) && (at == 1 || s[at-2] == '.')
		return isDigit(after) || isInitial || !isUpper(after)
	case ",":
		return isDigit(before) && len(s) >= at+4 && isDigit(s[at+1]) && isDigit(s[at+2]) && isDigit(s[at+3])
	case "-":
		return prefixes[strings.ToLower(s[:at])]
	case "'", "’":
		return clitic(s[at:], size) == 0 && !isNegation(s[at-1:]) && isUpper(after)
	}
	return false
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }

// address returns the length of the URL at the start of s, or 0.
func address(s string) int {
	limit := min(len(s), longestToken)
	for _, start := range []string{"http://", "https://", "ftp://", "www."} {
		if !strings.HasPrefix(s, start) {
			continue
		}
		n := strings.IndexFunc(s[:limit], unicode.IsSpace)
		if n < 0 {
			n = len(strings.ToValidUTF8(s[:limit], ""))
		}
		return len(strings.TrimRight(s[:n], ".,;:)]}>"))
	}
	return 0
}

// isIon reports whether a word before a plus sign forms an ion, such as Ca2+ or Na+.
func isIon(word string) bool {
	switch strings.TrimRight(word, "23") {
	case "Ca", "Mg", "Zn", "Fe", "Cu", "Mn", "Na":
		return true
	}
	return false
}

var prefixes = setOf(`anti non co pre post over re sub inter auto mid pro semi pan multi intra micro pseudo hetero
	de mis extra counter un mal bi ortho peri trans ultra super supra hyper hypo infra macro mono nano neo para quasi
	self-co tri uni e meta`)

var abbreviations = setOf(`al fig figs dr drs st no nos inc vs cf corp ltd co prof eq eqs sec sect ref refs ca approx
	resp spp sp mr mrs ms vol pp jr tab chap ed eds var cat viz esp`)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// isAbbreviation reports whether the full stop after a word belongs to the word. At the end of a
// sentence, this is so only for abbreviations such as "e.g.", and for "etc." if a bracket or
// quotation mark follows.
func isAbbreviation(word, after string) bool {
	last := len(after) <= longestClose && strings.Trim(after, " .)]\"”") == ""
	lower := strings.ToLower(word)
	switch {
	case len(word) > 8:
		return false
	case strings.Contains(word, "."):
		return !strings.ContainsAny(word, "0123456789") && longestPart(word) <= 2
	case lower == "al" || lower == "etc":
		return !last || lower == "etc" && after != ""
	case last:
		return false
	case abbreviations[lower]:
		return true
	}
	return len(word) == 1 && isUpper(word[0])
}

// longestClose is the maximum length of the full stops and brackets that end a sentence, in bytes.
const longestClose = 8

func longestPart(word string) int {
	longest := 0
	for part := range strings.SplitSeq(word, ".") {
		longest = max(longest, len(part))
	}
	return longest
}

// isNegation reports whether s begins with "n't".
func isNegation(s string) bool {
	return strings.HasPrefix(s, "n't") || strings.HasPrefix(s, "n’t")
}

// divideNegations splits "cannot" into two tokens, and joins the parts of "n't" into one token.
func divideNegations(s string, tokens []span) []span {
	divided := tokens[:0:0]
	for i, t := range tokens {
		form := s[t.start:t.end]
		last := len(divided) - 1
		switch {
		case strings.EqualFold(form, "cannot"):
			divided = append(divided, span{t.start, t.start + 3}, span{t.start + 3, t.end})
		case i >= 2 && form == "t" && last >= 1 && divided[last].end == t.start &&
			strings.HasSuffix(s[divided[last-1].start:divided[last-1].end], "n") &&
			(s[t.start-1] == '\'' || strings.HasSuffix(s[:t.start], "’")) && divided[last-1].end == divided[last].start &&
			divided[last-1].end-divided[last-1].start > 1:
			divided[last-1].end--
			divided[last] = span{divided[last-1].end, t.end}
		default:
			divided = append(divided, t)
		}
	}
	return divided
}
