package app

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// RefOf returns the reference for looking up the work of a .bib entry.
func RefOf(e *bib.Entry) engine.WorkRef {
	ref := engine.WorkRef{DOI: paper.DOI(e.Field("doi")), Title: e.Field("title")}
	if strings.EqualFold(e.Field("archiveprefix"), "arxiv") || strings.EqualFold(e.Field("eprinttype"), "arxiv") {
		ref.ArXiv = paper.ArXiv(e.Field("eprint"))
	}
	if authors := e.Authors(); len(authors) > 0 {
		ref.Author = authors[0].Family
	}
	return ref
}
