// Package show formats records and answers for users, as menu labels, references, messages and
// hovers. In hovers, which are in Markdown, it escapes the text of records.
package show

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Label returns the menu label of a paper: "Martins et al. 2009, Concise Integer ...".
func Label(p *engine.Paper) string {
	title := Shorten(text.OneLine(p.Title), longestTitle)
	if by := display.Byline(p); by != "" {
		return by + ", " + title
	}
	return title
}

// LabelWithOrigin is like Label, but adds a note if the paper is in the user's library.
func LabelWithOrigin(p *engine.Paper) string {
	if p.Own {
		return Label(p) + " (" + engine.LibraryCorpus + ")"
	}
	return Label(p)
}

const longestTitle = 70

// Shorten truncates a text to at most longest characters, at a word boundary if possible.
func Shorten(text string, longest int) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	cut := string(runes[:longest])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + " ..."
}

// PaperOf converts an entry to a paper, so that Label can format it.
func PaperOf(e *bib.Entry) *engine.Paper {
	p := &engine.Paper{Title: e.Field("title"), Year: e.Year()}
	for _, a := range e.Authors() {
		p.Authors = append(p.Authors, engine.Author{Given: a.Given, Family: a.Family})
	}
	return p
}

// Support rounds a support score down to two decimals, at most 0.99.
func Support(p float64) float64 { return min(0.99, math.Floor(p*100)/100) }

// Evidence formats the supporting sentence of a paper with its support score.
func Evidence(h engine.Highlight) string {
	return fmt.Sprintf("the paper says (support %.2f out of 1): %s", Support(h.Score), h.Text)
}

// Sentence capitalizes s and appends a full stop.
func Sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
