package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// abbreviations maps a paper's abbreviations to their long forms.
type abbreviations map[string]string

var bracketed = pattern.MustCompile(`\(([\p{L}\d][\p{L}\d-]{1,9})\)`)

// findAbbreviations parses definitions such as "chronic hypoxia (CH)", where the short form
// consists of the initials of the preceding words, or of letters within them.
func findAbbreviations(sources []Source) abbreviations {
	found := make(abbreviations)
	for _, source := range sources {
		s := source.Text
		if len(s) > maxSentence {
			continue
		}
		for _, at := range bracketed.FindAllStringSubmatchIndex(s, 8) {
			short := s[at[2]:at[3]]
			long := text.LongForm(s[:at[0]], short)
			if long == "" {
				long = looseLongForm(s[:at[0]], short)
			}
			if long != "" && found[short] == "" {
				found[short] = lowerPhrase(long)
			}
		}
	}
	return found
}

// FamiliarShort returns, joined by spaces, the familiar words that may be abbreviations defined in
// the abstract. Works that differ only in other familiar words yield the same statements.
func (w Work) FamiliarShort() string {
	var words []string
	for _, source := range w.Abstract {
		for _, m := range bracketed.FindAllStringSubmatch(source.Text, -1) {
			for _, word := range []string{m[1], m[1] + "s"} {
				if w.Familiar[word] {
					words = append(words, word)
				}
			}
		}
	}
	return strings.Join(words, " ")
}

// looseLongForm returns the shortest run of words at the end of s that contains the letters of an
// abbreviation in order, the first one at the start of a word: "choline acetyltransferase" for
// ChAT. This is the algorithm of Schwartz and Hearst (2003).
func looseLongForm(s, short string) string {
	s = strings.TrimRight(s, " ")
	low, at := strings.ToLower(s), len(s)
	if len(low) != at {
		return "" // as with "İzmir", offsets would differ
	}
	used := make(map[int]bool) // starts of the words with a letter of the abbreviation
	letters := strings.ToLower(strings.TrimSuffix(short, "s"))
	for k := len(letters) - 1; k >= 0; k-- {
		if letters[k] == '-' {
			continue
		}
		for at--; at >= 0 && (low[at] != letters[k] || k == 0 && at > 0 && low[at-1] != ' ' && low[at-1] != '-'); at-- {
		}
		if at < 0 {
			return ""
		}
		used[strings.LastIndexByte(s[:at], ' ')+1] = true
	}
	at = strings.LastIndexByte(s[:at], ' ') + 1
	long := s[at:]
	if len(low) != len(s) || strings.ToLower(short) == short || !unicode.IsLetter(rune(short[0])) ||
		strings.ContainsAny(long, ",;:.()[]") || len(long) < 2*len(short) ||
		len(used) < contentLength(long) || !strings.HasPrefix(strings.ToLower(long), letters[:1]) {
		return ""
	}
	return long
}

// contentLength returns the number of words other than prepositions, articles and conjunctions.
func contentLength(s string) (n int) {
	for _, w := range bareWords(s) {
		if !closedClass[w] {
			n++
		}
	}
	return n
}

// lowerPhrase lower-cases a long form that is capitalized only because it begins a sentence.
func lowerPhrase(s string) string {
	words := strings.Fields(s)
	capitals := 0
	for _, w := range words {
		if unicode.IsUpper([]rune(w)[0]) {
			capitals++
		}
	}
	if capitals == 1 && unicode.IsUpper([]rune(words[0])[0]) && !hasOwnForm(words[0]) &&
		isCommonWord(strings.ToLower(words[0])) {
		words[0] = strings.ToLower(words[0])
	}
	return strings.Join(words, " ")
}

// isCommonWord reports whether no part of a word can be a name.
func isCommonWord(low string) bool {
	return !slices.ContainsFunc(strings.Split(low, "-"), func(part string) bool {
		return !isCommonForm(part) && !closedClass[part] && !listed()[part]
	})
}

// maxExpansions is the maximum number of abbreviations expanded in one sentence.
const maxExpansions = 3

// expand replaces abbreviations that may be unknown to the reader with their long forms.
func (a abbreviations) expand(s string, familiar map[string]bool) string {
	if len(a) == 0 {
		return s
	}
	done := 0
	words := strings.Fields(s)
	seen := make(map[string]bool)
	expanded := make(map[int]string) // short forms by the index of their word
	for i, w := range words {
		short := strings.Trim(w, ",.;:")
		if strings.HasPrefix(w, "(") {
			seen[strings.Trim(short, "()")] = true
			continue
		}
		long := a[short]
		if single, plural := strings.CutSuffix(short, "s"); long == "" && plural && a[single] != "" && !familiar[single] &&
			!strings.HasSuffix(a[single], "s") {
			long = a[single][:len(a[single])-len(lastWord(a[single]))] + english.Plural(lastWord(a[single]))
		}
		if long == "" || familiar[short] || seen[short] || done == maxExpansions || strings.Contains(s, long) ||
			strings.Contains(s, "("+short) {
			continue
		}
		seen[short], expanded[i] = true, short
		done++
		words[i] = strings.Replace(w, short, long, 1)
		if i > 0 && isArticle(words[i-1]) {
			words[i-1] = matchCase(words[i-1], english.Indefinite(long))
		}
	}
	return withShort(words, expanded)
}

// withShort joins words and puts an abbreviation after its long form if the sentence still uses it, unless the
// phrase has its own abbreviation, as in "continuous ant colony optimization (CACO)".
func withShort(words []string, expanded map[int]string) string {
	s := strings.Join(words, " ")
	for i, short := range expanded {
		if hasWord(s, short) && !strings.HasPrefix(at(words, i+1), "(") {
			long := strings.TrimRight(words[i], ",.;:")
			words[i] = long + " (" + short + ")" + words[i][len(long):]
		}
	}
	return strings.Join(words, " ")
}

// hasWord reports whether s contains an abbreviation or its plural outside longer words.
func hasWord(s, short string) bool {
	for before, after, found := strings.Cut(s, short); found; before, after, found = strings.Cut(after, short) {
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, "s"))
		if !isLetterOrDigit(last) && !isLetterOrDigit(next) {
			return true
		}
	}
	return false
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lastWord returns the last word of a phrase.
func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// lower removes capitals from long forms whose words the paper writes in lower case elsewhere.
func (a abbreviations) lower(c casing, title string) {
	common := make(map[string]bool)
	for _, w := range strings.Fields(title) {
		if w == strings.ToLower(w) {
			common[bare(w)] = true
		}
	}
	for short, long := range a {
		words := strings.Fields(long)
		for i, w := range words {
			low := strings.ToLower(w)
			_, isCompound := c.loweredCompound(w)
			isCommon := common[low] || c.lower[low] || isLongCompound(w) || english.IsUsuallyLower(low) ||
				i == 0 && isCompound && strings.Contains(w, "-")
			if w == low || hasOwnForm(w) || !isCommon {
				continue
			}
			words[i] = low
		}
		if first := words[0]; len(words) > 1 && first != strings.ToLower(first) && !hasOwnForm(first) &&
			words[1] != strings.Fields(long)[1] {
			continue // a form such as "Neural machine translation" would mix both cases
		}
		a[short] = strings.Join(words, " ")
	}
}

// isLongCompound reports whether a word is a compound of three or more parts with only its first
// letter capitalized, such as "Minimum-error-rate".
func isLongCompound(w string) bool {
	return strings.Count(w, "-") > 1 && strings.ToLower(w[1:]) == w[1:]
}
