package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/markdown"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/org"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/typst"
)

// A Markup reads and writes one kind of manuscript.
type Markup struct {
	Languages  []string // editors' language identifiers
	Extensions []string
	Scan       func(text string) *doc.Manuscript
	// ScanWith is Scan with the citation commands that other files of the document define; nil if
	// the markup has none.
	ScanWith func(text string, macros map[string]doc.CiteMacro) *doc.Manuscript
	Cite     func(style doc.CiteStyle, keys []string, textual bool) string
	Escape   func(text string, ascii bool) string
	// Typing finds the key at offset.
	Typing func(text string, m *doc.Manuscript, offset int) (doc.Typing, bool)
	Key    func(key string) string // as written in a citation
	// InsertMark returns the edit that inserts a citation at offset.
	InsertMark func(text string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit
	// Inset scans the note, caption or cell at offset; nil if the markup has none
	// that can cite.
	Inset func(text string, m *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript
	Tie   string // the text between a word and a citation
	// KeySeparator separates the keys of a citation.
	KeySeparator string
	// UsesCommands reports whether naming authors needs a command of the document.
	UsesCommands bool
	// Includes reports whether documents can consist of several files.
	Includes bool
	// NamesWork reports whether a key, in a role or not, identifies a work without a
	// .bib; nil if the markup has no such keys.
	NamesWork func(key string, inRole bool) bool
	Roles     doc.CiteStyle // of documents that cite by roles, if the markup has them
	// NameBib returns the text by which a document names a .bib.
	NameBib func(name string) string
}

var (
	LaTeX = &Markup{
		Languages: []string{"latex", "tex", "plaintex", "context", "latex-expl3"}, Extensions: []string{".tex", ".ltx"},
		Scan: latex.Scan, ScanWith: latex.ScanWith, Cite: latex.Cite, Escape: latex.Escape, InsertMark: latex.InsertMark,
		Inset: latex.ScanInset, Typing: latex.Typing, Key: latex.Key, Tie: "~", KeySeparator: ",",
		UsesCommands: true, Includes: true,
		NameBib: func(name string) string { return `\bibliography{` + strings.TrimSuffix(name, ".bib") + "}" },
	}
	Markdown = &Markup{
		Languages: []string{
			"markdown", "quarto", "rmd", "rmarkdown", "pandoc", "gfm", "myst",
		}, Extensions: []string{".md", ".markdown", ".qmd", ".rmd"},
		Scan: markdown.Scan, Cite: markdown.Cite, InsertMark: markdown.InsertMark,
		Inset: markdown.ScanInset, Typing: markdown.Typing, Key: markdown.Key, Tie: " ",
		KeySeparator: ";",
		Escape:       func(text string, _ bool) string { return markdown.Escape(text) },
		NamesWork:    markdown.NamesWork, Roles: markdown.Roles,
		NameBib: func(name string) string { return "bibliography: " + name },
	}
	Org = &Markup{
		Languages: []string{"org"}, Extensions: []string{".org"},
		Scan: org.Scan, Cite: org.Cite, InsertMark: org.InsertMark, Typing: org.Typing, Key: org.Key,
		Tie: " ", KeySeparator: ";", Includes: true,
		Escape:  func(text string, _ bool) string { return org.Escape(text) },
		NameBib: func(name string) string { return "#+bibliography: " + name },
	}
	Typst = &Markup{
		Languages: []string{"typst"}, Extensions: []string{".typ"},
		Scan: typst.Scan, Cite: typst.Cite, InsertMark: typst.InsertMark, Typing: typst.Typing,
		Key: typst.Key, Tie: " ", Includes: true,
		Escape:  func(text string, _ bool) string { return typst.Escape(text) },
		NameBib: func(name string) string { return `#bibliography("` + name + `")` },
	}
	markups = []*Markup{LaTeX, Markdown, Org, Typst}
)

// ManuscriptExtensions are the extensions that MarkupOf knows.
var ManuscriptExtensions = func() (all []string) {
	for _, m := range markups {
		all = append(all, m.Extensions...)
	}
	return all
}()

// MarkupOf returns the markup for a language identifier, else for a file name.
func MarkupOf(uri, languageID string) *Markup {
	for _, m := range markups {
		if slices.Contains(m.Languages, strings.ToLower(languageID)) {
			return m
		}
	}
	extension := strings.ToLower(filepath.Ext(uri))
	for _, m := range markups {
		if slices.Contains(m.Extensions, extension) {
			return m
		}
	}
	return nil
}
