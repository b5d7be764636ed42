package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// TypedQueries returns queries that find works for a partly typed citation key. The text may be the
// beginning of an identifier or of a key in the library, or consist of names or title words. Names
// have a separate query, since title words may match many more papers.
func TypedQueries(typed string) (all []engine.Query) {
	add := func(limit int, keywords ...string) {
		if len(keywords) > 0 {
			all = append(all, engine.Query{Keywords: strings.Join(keywords, "; "), Limit: limit, Strict: true})
		}
	}
	switch id := paper.ReadTyped(typed); {
	case id.DOI != "":
		add(papersByWords, beginning("doi", id.DOI))
		return all
	case id.ArXiv != "":
		add(papersByWords, beginning("arxiv", id.ArXiv))
		return all
	}
	if key := strings.TrimSpace(typed); len(strings.Fields(key)) == 1 && len(key) >= shortestTyped {
		add(papersByWords, beginning("key", key))
	}
	words := wordsTyped(typed)
	var anywhere []string
	for _, word := range words {
		anywhere = append(anywhere, anyField(word))
	}
	names := slices.Clone(anywhere)
	if len(words) > 0 && !isDigits(words[0]) {
		names[0] = beginning("author", words[0])
	}
	add(papersByName, names...)
	add(papersByWords, anywhere...)
	return all
}

// Limits on the number of papers per query. The limit for names is high, since any paper by a
// matching author may be the intended one.
const (
	papersByName  = 150
	papersByWords = 40
)

// shortestTyped is the minimum length of a searchable word, in bytes.
const shortestTyped = 2

// wordsTyped returns the normalized words of a typed text that can be searched.
func wordsTyped(typed string) (words []string) {
	for _, token := range text.Tokens(typed) {
		if len(token.Text) >= shortestTyped && !text.IsStop(token.Text) {
			words = append(words, token.Text)
		}
	}
	return words
}

func anyField(word string) string {
	if isDigits(word) && len(word) <= 4 && word[0] != '0' {
		return beginning("title", word) + " | " + yearsBeginning(word)
	}
	return beginning("author", word) + " | " + beginning("title", word)
}

// beginning returns a prefix query for a field. It removes quotation marks from the typed letters.
func beginning(field, letters string) string {
	return fmt.Sprintf(`%s: "%s"*`, field, strings.ReplaceAll(letters, `"`, ""))
}

// yearsBeginning returns the range of years that begin with the given digits.
func yearsBeginning(digits string) string {
	missing := 4 - len(digits)
	return digits + "0000"[:missing] + ".." + digits + "9999"[:missing]
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
