package navigate

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// A Symbol is an entry or a macro in the outline of a .bib.
type Symbol struct {
	Name        string
	Whole, Key  doc.Span
	Entry       *bib.Entry // nil for a macro
	IsDescribed bool       // by its work, which is slow in a large file
}

// maxDescribed bounds the entries that are described in an outline, since editors
// request it at each change.
const maxDescribed = 5000

// Symbols returns the named entries and macros of a .bib.
func Symbols(file *bib.File) (all []Symbol) {
	for i := range file.Entries {
		if e := &file.Entries[i]; e.Key != "" {
			all = append(
				all, Symbol{e.Key, doc.Span(e.Span), doc.Span(e.KeySpan), e, len(file.Entries) <= maxDescribed},
			)
		}
	}
	for _, macro := range file.Strings {
		if macro.Name != "" {
			all = append(all, Symbol{Name: macro.Name, Whole: doc.Span(macro.Span), Key: doc.Span(macro.Span)})
		}
	}
	return all
}

// A Link is a range of a .bib that points to a page or a file.
type Link struct {
	Span   doc.Span
	Target uri.URI
}

// Links returns the links in the entries of a .bib in a folder.
func Links(ctx context.Context, file *bib.File, folder string) (all []Link) {
	for _, link := range file.Links() {
		if target, ok := targetOf(ctx, link, folder); ok {
			all = append(all, Link{doc.Span(link.Span), target})
		}
	}
	return all
}

// targetOf resolves a file against the folder of its .bib.
func targetOf(ctx context.Context, link bib.Link, folder string) (target uri.URI, ok bool) {
	if link.Path != "" {
		return uri.File(workspace.Resolve(ctx, config.ExpandHome(link.Path), folder)), true
	}
	target, err := uri.Parse(link.URL)
	return target, err == nil
}
