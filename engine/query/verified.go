package query

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// The longest keyword that may be sent. Unit: words, bytes.
const (
	maxPhrase  = 6
	maxKeyword = 80
)

// Verified are the keywords that something else than this package proposes for a claim, as
// far as they may be sent: words that the claim, its context or the title has in this order,
// with no name, path or address in them, and neither a whole sentence nor the title.
func Verified(s Selection, claim string, proposed []string) (kept []string) {
	names, seen := nameWords(s.Authors), make(map[string]bool)
	own := ownWords(s, claim)
	for _, keyword := range proposed {
		keyword = strings.Join(strings.Fields(keyword), " ")
		words := wordsOf(keyword)
		if len(kept) < MaxKeywords && !seen[words] && maySend(keyword, names) && strings.Contains(own, " "+words+" ") && !sameWords(keyword, s.Title) && !sameWords(keyword, claim) {
			kept, seen[words] = append(kept, keyword), true
		}
	}
	return kept
}

// ownWords are the words of the user that may be sent, with a bar between texts.
func ownWords(s Selection, claim string) string {
	var own strings.Builder
	for _, part := range append([]string{claim, text.Cut(s.Title, maxSentence)}, s.Context[max(0, len(s.Context)-maxContext):]...) {
		own.WriteString(" " + wordsOf(withoutPrivate(part)) + " |")
	}
	return own.String()
}

func wordsOf(s string) string {
	var words []string
	text.EachToken(s, func(word string, _, _ int) bool {
		words = append(words, word)
		return true
	})
	return strings.Join(words, " ")
}

// maySend reports whether a keyword is short, has no name and means something by itself.
func maySend(keyword string, names map[string]bool) bool {
	words := strings.Fields(wordsOf(keyword))
	if len(words) == 0 || len(words) > maxPhrase || len(keyword) > maxKeyword || strings.ContainsFunc(keyword, isStrange) || slices.ContainsFunc(words, func(w string) bool { return names[w] }) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return len(w) > 1 && !text.IsStop(w) && !general[text.Stem(w)] })
}

// isStrange finds what no keyword needs and a host might obey.
func isStrange(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'’.+", r)
}
