package cite

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// An Uncited entry is one that no manuscript cites.
type Uncited struct {
	Bib   workspace.Bibliography
	Entry *bib.Entry
}

// UncitedIn lists the entries of a scope that nothing cites, neither a manuscript
// nor, as a crossref, another entry; none where a manuscript cites every entry.
func UncitedIn(scope workspace.Scope) (all []Uncited) {
	cited := make(map[string]bool)
	if CitesAll(scope) {
		return nil
	}
	for _, p := range scope.Parts {
		for _, key := range p.Manuscript.CitedKeys() {
			cited[key] = true
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			for _, name := range []string{"crossref", "xdata", "xref"} {
				for key := range strings.SplitSeq(b.File.Entries[i].Field(name), ",") {
					cited[strings.TrimSpace(key)] = true
				}
			}
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			if e := &b.File.Entries[i]; e.Key != "" && !cited[e.Key] {
				all = append(all, Uncited{b, e})
			}
		}
	}
	return all
}

// CitesAll reports whether a manuscript cites every entry: by \nocite{*}, or by
// "@*" of Pandoc's nocite.
func CitesAll(scope workspace.Scope) bool {
	return slices.ContainsFunc(scope.Parts, func(p workspace.Part) bool {
		text := p.Doc.Text
		return strings.Contains(text, `\nocite{*}`) || strings.Contains(text, "nocite:") && strings.Contains(text, "@*")
	})
}
