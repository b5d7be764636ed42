package navigate

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// A Symbol is an entry or macro in the outline of a .bib.
type Symbol struct {
	Name        string
	Whole, Key  doc.Span
	Entry       *bib.Entry // nil for a macro
	IsDescribed bool       // the outline may show the work's title and authors; false if the file is large
}

// maxDescribed is the maximum number of entries in an outline that describes the works. Editors
// request the outline after each change, so a large one would be slow.
const maxDescribed = 5000

// Symbols returns the named entries and macros of a .bib.
func Symbols(file *bib.File) (all []Symbol) {
	isDescribed := len(file.Entries) <= maxDescribed
	for i := range file.Entries {
		if e := &file.Entries[i]; e.Key != "" {
			all = append(all, Symbol{e.Key, doc.Span(e.Span), doc.Span(e.KeySpan), e, isDescribed})
		}
	}
	for _, macro := range file.Strings {
		if macro.Name != "" {
			all = append(all, Symbol{Name: macro.Name, Whole: doc.Span(macro.Span), Key: doc.Span(macro.Span)})
		}
	}
	return all
}

// A Link is a range in a .bib and the web page or file that it links to.
type Link struct {
	Span   doc.Span
	Target uri.URI
}

// Links returns the links in a .bib located in folder.
func Links(ctx context.Context, file *bib.File, folder string) (all []Link) {
	for _, link := range file.Links() {
		if target, ok := targetOf(ctx, link, folder); ok {
			all = append(all, Link{doc.Span(link.Span), target})
		}
	}
	return all
}

// targetOf returns the target of a link. It resolves a path relative to the folder of the .bib.
func targetOf(ctx context.Context, link bib.Link, folder string) (target uri.URI, ok bool) {
	if link.Path != "" {
		return uri.File(workspace.Resolve(ctx, config.ExpandHome(link.Path), folder)), true
	}
	target, err := uri.Parse(link.URL)
	return target, err == nil
}
