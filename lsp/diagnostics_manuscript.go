package lsp

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// The codes of diagnostics that quick fixes go by.
const codeUndefinedKey = "undefined-key"

func (s *server) keywordMistakes(d *workspace.Document) (found []protocol.Diagnostic) {
	if !s.currentSettings().Diagnostics.Keywords {
		return nil
	}
	for _, directive := range d.Manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			span := doc.Span{Start: directive.Keywords.Start + m.Start, End: directive.Keywords.Start + m.End}
			found = append(found, s.diagnostic(d, span, protocol.DiagnosticSeverityWarning, "keywords", m.Message))
		}
	}
	return found
}

func (s *server) undefinedKeys(d *workspace.Document) (found []protocol.Diagnostic) {
	want := s.currentSettings().Diagnostics
	if !want.UndefinedKeys || want.BesideTexlab && d.Markup == workspace.LaTeX {
		return nil
	}
	keys := s.files.Undefined(d)
	for _, key := range keys[:min(len(keys), mostDiagnostics)] {
		message := fmt.Sprintf("no .bib of this document has the key %q", key.Name)
		found = append(found, s.diagnostic(d, key.Span, protocol.DiagnosticSeverityWarning, codeUndefinedKey, message))
	}
	return found
}
