package lsp

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/markdown"
)

// A document is one version of an open file. Its manuscript is scanned when a
// request needs it, once.
type document struct {
	*doc.Snapshot
	markup     *markup // nil for files that are no manuscripts, such as a .bib
	manuscript func() *doc.Manuscript
}

func newDocument(snapshot *doc.Snapshot) *document {
	d := &document{Snapshot: snapshot, markup: markupOf(snapshot.URI, snapshot.LanguageID)}
	d.manuscript = sync.OnceValue(func() *doc.Manuscript {
		if d.markup == nil {
			return &doc.Manuscript{}
		}
		return d.markup.scan(snapshot.Text)
	})
	return d
}

// isBib tells whether the file is a bibliography.
func (d *document) isBib() bool {
	switch strings.ToLower(d.LanguageID) {
	case "bibtex", "biblatex", "bib":
		return true
	}
	return d.markup == nil && strings.EqualFold(filepath.Ext(d.URI), ".bib")
}

// A markup reads and writes one kind of manuscript.
type markup struct {
	scan   func(text string) *doc.Manuscript
	cite   func(style doc.CiteStyle, keys []string, textual bool) string
	escape func(text string, ascii bool) string
	// typing finds the key that is being typed at offset.
	typing    func(text string, m *doc.Manuscript, offset int) (doc.Typing, bool)
	key       func(key string) string // as it stands in a citation
	markPlace func(text string, m *doc.Manuscript, offset int, key string) (at int, insert string)
	tie       string // what stands between a word and a citation
	// usesCommands tells whether authors can only be named where the document
	// has a command for it.
	usesCommands bool
}

var (
	latexMarkup = &markup{
		scan: latex.Scan, cite: latex.Cite, escape: latex.Escape, markPlace: latex.MarkPlace, typing: latex.Typing, key: latex.Key, tie: "~", usesCommands: true,
	}
	markdownMarkup = &markup{
		scan: markdown.Scan, cite: markdown.Cite, markPlace: markdown.MarkPlace, typing: markdown.Typing, key: markdown.Key, tie: " ",
		escape: func(text string, _ bool) string { return markdown.Escape(text) },
	}
)

// markupOf goes by the editor's name for the language, then by the file's.
func markupOf(uri, languageID string) *markup {
	switch strings.ToLower(languageID) {
	case "latex", "tex", "plaintex", "latex-expl3":
		return latexMarkup
	case "markdown", "quarto", "rmd", "rmarkdown", "pandoc", "gfm":
		return markdownMarkup
	}
	switch strings.ToLower(filepath.Ext(uri)) {
	case ".tex", ".ltx":
		return latexMarkup
	case ".md", ".markdown", ".qmd", ".rmd":
		return markdownMarkup
	}
	return nil
}
