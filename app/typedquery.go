package app

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// TypedQueries find papers by what is typed of a key: the beginning of an
// identifier, of a key of the user's library, of names and of words of the title.
// Names are asked for apart, since there may be many more papers whose title has
// such a word.
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
	var names []string
	for i, word := range words {
		if i == 0 && !isDigits(word) {
			names = append(names, beginning("author", word))
		} else {
			names = append(names, anyField(word))
		}
	}
	add(papersByName, names...)
	var anywhere []string
	for _, word := range words {
		anywhere = append(anywhere, anyField(word))
	}
	add(papersByWords, anywhere...)
	return all
}

// How many papers are looked for by what is typed. All that a name begins may
// be of the author who is meant.
const (
	papersByName  = 150
	papersByWords = 40
)

// shortestTyped is how many bytes of a word are looked for.
const shortestTyped = 2

// wordsTyped are the words that an index can be asked for, folded.
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

// beginning is in quotes, which what is typed cannot close.
func beginning(field, letters string) string {
	return fmt.Sprintf(`%s: "%s"*`, field, strings.ReplaceAll(letters, `"`, ""))
}

// yearsBeginning are the years that begin with some digits.
func yearsBeginning(digits string) string {
	missing := 4 - len(digits)
	return digits + "0000"[:missing] + ".." + digits + "9999"[:missing]
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
