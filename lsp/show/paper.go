// Package show turns records, and answers of the engine, into texts for people: names
// of papers in menus, references, and hovers in Markdown.
package show

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Label names a paper in a menu: "Martins et al. 2009, Concise Integer ...".
func Label(p *engine.Paper) string {
	title := Shorten(text.OneLine(p.Title), longestTitle)
	if by := app.Byline(p); by != "" {
		return by + ", " + title
	}
	return title
}

// LabelWithOrigin is Label, and whether the user has the work.
func LabelWithOrigin(p *engine.Paper) string {
	if p.Own {
		return Label(p) + " (" + engine.LibraryCorpus + ")"
	}
	return Label(p)
}

const longestTitle = 70

// Shorten cuts a text at a word.
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

// PaperOf is an entry as a menu names papers.
func PaperOf(e *bib.Entry) *engine.Paper {
	p := &engine.Paper{Title: e.Field("title"), Year: e.Year()}
	for _, a := range e.Authors() {
		p.Authors = append(p.Authors, engine.Author{Given: a.Given, Family: a.Family})
	}
	return p
}

// Support is a support as people see it: in hundredths, and never certain.
func Support(p float64) float64 { return min(0.99, math.Floor(p*100)/100) }

// Evidence is the sentence that supports what was written, with how well it does.
func Evidence(h engine.Highlight) string {
	return fmt.Sprintf("the paper says (support %.2f of 1): %s", Support(h.Score), h.Text)
}

// AsSentence begins with a capital and ends with a full stop.
func AsSentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
