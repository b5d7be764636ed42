package workspace

import (
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/markdown"
)

// A Markup reads and writes one kind of manuscript.
type Markup struct {
	Scan   func(text string) *doc.Manuscript
	Cite   func(style doc.CiteStyle, keys []string, textual bool) string
	Escape func(text string, ascii bool) string
	// Typing finds the key that is being typed at offset.
	Typing    func(text string, m *doc.Manuscript, offset int) (doc.Typing, bool)
	Key       func(key string) string // as it stands in a citation
	MarkPlace func(text string, m *doc.Manuscript, offset int, key string) (at int, insert string)
	Tie       string // what stands between a word and a citation
	// UsesCommands reports whether authors can only be named where the document
	// has a command for it.
	UsesCommands bool
}

var (
	LaTeX = &Markup{
		Scan: latex.Scan, Cite: latex.Cite, Escape: latex.Escape, MarkPlace: latex.MarkPlace, Typing: latex.Typing, Key: latex.Key, Tie: "~", UsesCommands: true,
	}
	Markdown = &Markup{
		Scan: markdown.Scan, Cite: markdown.Cite, MarkPlace: markdown.MarkPlace, Typing: markdown.Typing, Key: markdown.Key, Tie: " ",
		Escape: func(text string, _ bool) string { return markdown.Escape(text) },
	}
)

// MarkupOf goes by the editor's name for the language, then by the file's.
func MarkupOf(uri, languageID string) *Markup {
	switch strings.ToLower(languageID) {
	case "latex", "tex", "plaintex", "latex-expl3":
		return LaTeX
	case "markdown", "quarto", "rmd", "rmarkdown", "pandoc", "gfm":
		return Markdown
	}
	switch strings.ToLower(filepath.Ext(uri)) {
	case ".tex", ".ltx":
		return LaTeX
	case ".md", ".markdown", ".qmd", ".rmd":
		return Markdown
	}
	return nil
}
