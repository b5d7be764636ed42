package lsp

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
)

// The codes of diagnostics that quick fixes go by.
const codeUndefinedKey = "undefined-key"

func (s *server) keywordMistakes(d *document) (found []protocol.Diagnostic) {
	if !s.currentSettings().Diagnostics.Keywords {
		return nil
	}
	for _, directive := range d.manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			span := doc.Span{Start: directive.Keywords.Start + m.Start, End: directive.Keywords.Start + m.End}
			found = append(found, s.diagnostic(d, span, protocol.DiagnosticSeverityWarning, "keywords", m.Message))
		}
	}
	return found
}

func (s *server) undefinedKeys(d *document) (found []protocol.Diagnostic) {
	want := s.currentSettings().Diagnostics
	if !want.UndefinedKeys || want.BesideTexlab && d.markup == latexMarkup {
		return nil
	}
	for _, key := range s.undefined(d) {
		message := fmt.Sprintf("no .bib of this document has the key %q", key.Name)
		found = append(found, s.diagnostic(d, key.Span, protocol.DiagnosticSeverityWarning, codeUndefinedKey, message))
	}
	return found
}

// undefined are the keys that a document cites and no .bib of it has; none
// where keys may come from elsewhere.
func (s *server) undefined(d *document) (keys []doc.CiteKey) {
	bibs := s.bibliographies(d)
	if s.definesElsewhere(d, bibs) {
		return nil
	}
	for _, citation := range d.manuscript().Citations {
		for _, key := range citation.Keys {
			if key.Name != "*" && !hasKey(bibs, key.Name) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func hasKey(bibs []bibliography, key string) bool {
	for _, b := range bibs {
		if b.file.ByKey(key) != nil {
			return true
		}
	}
	return false
}

// inlineReferences are lists of references in the document itself.
var inlineReferences = regexp.MustCompile(`\\bibitem\b|(?m:^references:)`)

// definesElsewhere tells whether a document has other sources of keys than
// .bib files that exist: a list of its own, or a list in another format.
func (s *server) definesElsewhere(d *document, bibs []bibliography) bool {
	for _, b := range bibs {
		if !b.exists || !strings.EqualFold(filepath.Ext(b.path), ".bib") {
			return true
		}
	}
	return len(bibs) == 0 || inlineReferences.MatchString(d.Text)
}
