package query

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits on a keyword, in words and bytes.
const (
	maxPhrase  = 6
	maxKeyword = 80
)

// Verified returns the proposed keywords that may be sent. Each must be a sequence of words in the
// claim or its context, must pass the screen, and must not contain names or paths or be a whole
// sentence.
func Verified(s Selection, claim string, proposed []string, known Vocabulary) (kept []string) {
	names, seen := nameWords(s.Authors), make(map[string]bool)
	own := newGatherer(claim, s.Context, s, known).ownWords()
	for _, keyword := range proposed {
		keyword = strings.Join(strings.Fields(keyword), " ")
		words := wordsOf(keyword)
		if len(kept) < MaxKeywords && !seen[words] && maySend(keyword, names) &&
			strings.Contains(own, " "+words+" ") && !sameWords(keyword, s.Title) && !sameWords(keyword, claim) {
			kept, seen[words] = append(kept, keyword), true
		}
	}
	return kept
}

// ownWords returns the words in the claim and its context that may be sent. It replaces all other
// words with bars, which also separate the texts.
func (g *gatherer) ownWords() string {
	var own strings.Builder
	for _, part := range append([]string{g.claim}, g.context...) {
		screen := newScreen(withoutPrivate(part), g.known)
		for i, token := range screen.tokens {
			if g.isWithheld(screen, i) {
				own.WriteString(" |")
				continue
			}
			own.WriteString(" " + token.Text)
		}
		own.WriteString(" |")
	}
	return own.String()
}

func wordsOf(s string) string {
	var words []string
	for _, token := range text.Tokens(s) {
		words = append(words, token.Text)
	}
	return strings.Join(words, " ")
}

// maySend reports whether a keyword is short, contains no name and has a specific word.
func maySend(keyword string, names map[string]bool) bool {
	words := strings.Fields(wordsOf(keyword))
	if len(words) == 0 || len(words) > maxPhrase || len(keyword) > maxKeyword ||
		strings.ContainsFunc(keyword, isStrange) ||
		slices.ContainsFunc(words, func(w string) bool { return names[w] }) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return len(w) > 1 && !text.IsStop(w) && !general[text.Stem(w)]
	})
}

// isStrange reports whether a character is forbidden in keywords.
func isStrange(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'’.+", r)
}
