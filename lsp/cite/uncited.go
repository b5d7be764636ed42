package cite

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// An UncitedEntry is an entry that no manuscript cites.
type UncitedEntry struct {
	Bib   workspace.Bibliography
	Entry *bib.Entry
}

// UncitedIn returns the entries in a scope that no manuscript cites and no other entry refers to.
// It returns none if a manuscript cites all entries.
func UncitedIn(scope workspace.Scope) (all []UncitedEntry) {
	cited := make(map[string]bool)
	if CitesAll(scope) {
		return nil
	}
	fold := func(key string) string { return key }
	if len(scope.Bibs) > 0 && scope.Bibs[0].FoldsKeys {
		fold = strings.ToLower
	}
	for _, p := range scope.Parts {
		for _, key := range p.Manuscript.CitedKeys() {
			cited[fold(key)] = true
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			for _, name := range []string{"crossref", "xdata", "xref"} {
				for key := range strings.SplitSeq(b.File.Entries[i].Field(name), ",") {
					cited[fold(strings.TrimSpace(key))] = true
				}
			}
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			if e := &b.File.Entries[i]; e.Key != "" && !cited[fold(e.Key)] {
				all = append(all, UncitedEntry{b, e})
			}
		}
	}
	return all
}

// CitesAll reports whether a manuscript cites all entries, with \nocite{*} in LaTeX or "@*" in
// Pandoc's nocite.
func CitesAll(scope workspace.Scope) bool {
	return slices.ContainsFunc(scope.Parts, func(p workspace.Part) bool {
		text := p.Doc.Text
		return strings.Contains(text, `\nocite{*}`) || strings.Contains(text, "nocite:") && strings.Contains(text, "@*")
	})
}
