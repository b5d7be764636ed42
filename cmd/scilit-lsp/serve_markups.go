package main

import (
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/server/page"
)

// natbib is the citation style for LaTeX. The package natbib defines a separate command for each
// form of citation, and biblatex accepts both commands with its option natbib.
var natbib = doc.CiteStyle{Parenthetical: "citep", Textual: "citet"}

// markups returns the markup languages that a user can choose on the server's web page.
func markups() []page.Markup {
	return []page.Markup{
		markupOf("LaTeX", workspace.LaTeX, natbib), markupOf("Markdown", workspace.Markdown, doc.CiteStyle{}),
		markupOf("Typst", workspace.Typst, doc.CiteStyle{}), markupOf("Org", workspace.Org, doc.CiteStyle{}),
	}
}

func markupOf(name string, m *workspace.Markup, style doc.CiteStyle) page.Markup {
	return page.Markup{Name: name, Write: func(before string, keys []string, after string, textual bool) string {
		return m.Escape(before, false) + m.Cite(style, keys, textual) + m.Escape(after, false)
	}}
}
