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
	Languages  []string // the editors' names for it
	Extensions []string
	Scan       func(text string) *doc.Manuscript
	Cite       func(style doc.CiteStyle, keys []string, textual bool) string
	Escape     func(text string, ascii bool) string
	// Typing finds the key that is being typed at offset.
	Typing func(text string, m *doc.Manuscript, offset int) (doc.Typing, bool)
	Key    func(key string) string // as a citation spells it
	// InsertMark is how a bare citation is written for a cursor at offset.
	InsertMark func(text string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit
	// Inset reads the note, the caption or the cell that offset is in; nil where
	// none can be cited in.
	Inset func(text string, m *doc.Manuscript, inset doc.Inset, offset int) *doc.Manuscript
	Tie   string // the text between a word and a citation
	// KeySeparator separates the keys of a citation.
	KeySeparator string
	// UsesCommands reports whether authors can only be named where the document
	// has a command for it.
	UsesCommands bool
	// Includes reports whether a document can be made of several files that
	// include each other.
	Includes bool
	// NamesWork reports whether a key, in a role or not, is itself the name of a
	// work, which no .bib need have; nil where none is.
	NamesWork func(key string, inRole bool) bool
	Roles     doc.CiteStyle // of documents that cite by roles, where the markup has some
	// NameBib is how a document names a .bib.
	NameBib func(name string) string
}

var (
	LaTeX = &Markup{
		Languages: []string{"latex", "tex", "plaintex", "context", "latex-expl3"}, Extensions: []string{".tex", ".ltx"},
		Scan: latex.Scan, Cite: latex.Cite, Escape: latex.Escape, InsertMark: latex.InsertMark, Inset: latex.ScanInset, Typing: latex.Typing, Key: latex.Key, Tie: "~", KeySeparator: ",",
		UsesCommands: true, Includes: true,
		NameBib: func(name string) string { return `\bibliography{` + strings.TrimSuffix(name, ".bib") + "}" },
	}
	Markdown = &Markup{
		Languages: []string{"markdown", "quarto", "rmd", "rmarkdown", "pandoc", "gfm", "myst"}, Extensions: []string{".md", ".markdown", ".qmd", ".rmd"},
		Scan: markdown.Scan, Cite: markdown.Cite, InsertMark: markdown.InsertMark, Inset: markdown.ScanInset, Typing: markdown.Typing, Key: markdown.Key, Tie: " ", KeySeparator: ";",
		Escape: func(text string, _ bool) string { return markdown.Escape(text) }, NamesWork: markdown.NamesWork, Roles: markdown.Roles,
		NameBib: func(name string) string { return "bibliography: " + name },
	}
	Org = &Markup{
		Languages: []string{"org"}, Extensions: []string{".org"},
		Scan: org.Scan, Cite: org.Cite, InsertMark: org.InsertMark, Typing: org.Typing, Key: org.Key, Tie: " ", KeySeparator: ";", Includes: true,
		Escape:  func(text string, _ bool) string { return org.Escape(text) },
		NameBib: func(name string) string { return "#+bibliography: " + name },
	}
	Typst = &Markup{
		Languages: []string{"typst"}, Extensions: []string{".typ"},
		Scan: typst.Scan, Cite: typst.Cite, InsertMark: typst.InsertMark, Typing: typst.Typing, Key: typst.Key, Tie: " ", Includes: true,
		Escape:  func(text string, _ bool) string { return typst.Escape(text) },
		NameBib: func(name string) string { return `#bibliography("` + name + `")` },
	}
	markups = []*Markup{LaTeX, Markdown, Org, Typst}
)

// ManuscriptExtensions are those of the files that MarkupOf knows.
var ManuscriptExtensions = func() (all []string) {
	for _, m := range markups {
		all = append(all, m.Extensions...)
	}
	return all
}()

// MarkupOf goes by the editor's name for the language, then by the file's.
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
