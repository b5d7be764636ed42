package reword

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/copying"
)

// maxRun is the number of words at which a run of the paper's words counts as a copy.
const maxRun = 8

// maxSource is the maximum length of the compared text, in bytes.
const maxSource = 1 << 20

// A Paper holds the words of a paper that sentences must not repeat. It is safe for concurrent use.
type Paper struct {
	source *copying.Source
	kept   map[string]bool // words of the title and the terms, which are not exchanged
	terms  map[string]bool // words of the terms, which are left out last
	lower  map[string]int  // frequencies of the words that begin with a lower-case letter
}

// NewPaper prepares the texts of a paper. Sentences may repeat the title and the terms.
func NewPaper(title string, texts []string, terms []string) *Paper {
	var all strings.Builder
	for _, s := range texts {
		if all.Len()+len(s) > maxSource {
			break
		}
		all.WriteString(s)
		all.WriteString(" | ")
	}
	lower := make(map[string]int)
	for word := range strings.FieldsFuncSeq(all.String(), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLower(first) {
			lower[word]++
		}
	}
	wanted := wordsOf(terms)
	kept := wordsOf([]string{title})
	maps.Copy(kept, wanted)
	return &Paper{copying.NewSource(all.String(), copying.Excuses{Titles: []string{title}, Terms: terms}),
		kept, wanted, lower}
}

// wordsOf returns the words of phrases in lower case.
func wordsOf(phrases []string) map[string]bool {
	words := make(map[string]bool)
	for _, s := range phrases {
		for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
			words[word] = true
		}
	}
	return words
}

// Copies reports whether a sentence repeats a long run of the paper's words outside quotation marks.
func (p *Paper) Copies(sentence string) bool { return len(p.source.Runs(sentence, maxRun)) > 0 }

// excess returns the total number of words by which copied runs in a sentence are too long.
func (p *Paper) excess(sentence string) (n int) {
	for _, run := range p.source.Runs(sentence, maxRun) {
		n += run.Length() - maxRun + 1
	}
	return n
}
