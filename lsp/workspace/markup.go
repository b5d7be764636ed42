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

// A Markup reads and writes one markup language.
type Markup struct {
	Languages  []string // identifiers that editors use for the language
	Extensions []string
	Scan       func(text string) *doc.Manuscript
	// ScanWith is like Scan, but also recognizes the given citation macros from other files. It is
	// nil if the markup has no macros.
	ScanWith func(text string, macros map[string]doc.CiteMacro) *doc.Manuscript
	Cite     func(style doc.CiteStyle, keys []string, textual bool) string
	Escape   func(text string, ascii bool) string
	// Typing finds the key that is being typed at offset.
	Typing func(text string, m *doc.Manuscript, offset int) (doc.Typing, bool)
	Key    func(key string) string // formats a key as it is written in a citation
	// InsertMark returns the edit that inserts a citation at offset.
	InsertMark func(text string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit
	// Inset scans the note, caption or cell at offset. It is nil if insets cannot contain
	// citations.
	Inset func(text string, m *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript
	Tie   string // text that separates a word from its citation
	// KeySeparator separates the keys of a citation.
	KeySeparator string
	// UsesCommands reports whether citations that print the authors' names need a command that the
	// document may lack.
	UsesCommands bool
	// Includes reports whether a document can include other files.
	Includes bool
	// NamesWork reports whether a key identifies a work without a .bib entry. inRole is set for keys
	// in MyST roles. NamesWork is nil if no key in the markup does.
	NamesWork func(key string, inRole bool) bool
	Roles     doc.CiteStyle // citation style of documents that use MyST roles
	// NameBib returns the markup that names a .bib file in a document.
	NameBib func(name string) string
}

var (
	LaTeX = &Markup{
		Languages:  []string{"latex", "tex", "plaintex", "context", "latex-expl3", "rsweave", "rnoweb", "sweave"},
		Extensions: []string{".tex", ".ltx", ".rnw", ".snw", ".rtex"},
		Scan:       latex.Scan, ScanWith: latex.ScanWith, Cite: latex.Cite, Escape: latex.Escape,
		InsertMark: latex.InsertMark, Inset: latex.ScanInset, Typing: latex.Typing, Key: asWritten, Tie: "~",
		KeySeparator: ",", UsesCommands: true, Includes: true,
		NameBib: func(name string) string { return `\bibliography{` + strings.TrimSuffix(name, ".bib") + "}" },
	}
	Markdown = &Markup{
		Languages:  []string{"markdown", "quarto", "rmd", "rmarkdown", "pandoc", "gfm", "myst"},
		Extensions: []string{".md", ".markdown", ".qmd", ".rmd"},
		Scan:       markdown.Scan, Cite: markdown.Cite, InsertMark: markdown.InsertMark, Inset: markdown.ScanInset,
		Typing: markdown.Typing, Key: markdown.Key, Tie: " ", KeySeparator: ";",
		Escape:    func(text string, _ bool) string { return markdown.Escape(text) },
		NamesWork: markdown.NamesWork, Roles: markdown.Roles,
		NameBib: func(name string) string { return "bibliography: " + name },
	}
	Org = &Markup{
		Languages: []string{"org"}, Extensions: []string{".org"},
		Scan: org.Scan, Cite: org.Cite, InsertMark: org.InsertMark, Typing: org.Typing, Key: asWritten,
		Tie: " ", KeySeparator: ";", Includes: true,
		Escape:  func(text string, _ bool) string { return org.Escape(text) },
		NameBib: func(name string) string { return "#+bibliography: " + name },
	}
	Typst = &Markup{
		Languages: []string{"typst"}, Extensions: []string{".typ"},
		Scan: typst.Scan, Cite: typst.Cite, InsertMark: typst.InsertMark, Typing: typst.Typing,
		Key: asWritten, Tie: " ", Includes: true,
		Escape:  func(text string, _ bool) string { return typst.Escape(text) },
		NameBib: func(name string) string { return `#bibliography("` + name + `")` },
	}
	markups = []*Markup{LaTeX, Markdown, Org, Typst}
)

// asWritten returns a key that needs no escaping in a citation.
func asWritten(key string) string { return key }

// ManuscriptExtensions lists the file extensions of all markups.
var ManuscriptExtensions = slices.Concat(
	LaTeX.Extensions, Markdown.Extensions, Org.Extensions, Typst.Extensions)

// MarkupOf returns the markup for a language identifier or, if the identifier is unknown, for the
// extension of uri. It returns nil if both are unknown.
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
