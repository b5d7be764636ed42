package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// The codes of diagnostics that quick fixes go by.
const codeUndefinedKey = "undefined-key"

// missingBibs marks the names of .bib files that do not exist, while the keys
// are looked up in the others.
func (s *server) missingBibs(ctx context.Context, d *workspace.Document) (found []protocol.Diagnostic) {
	if !s.currentSettings().Diagnostics.UndefinedKeys {
		return nil
	}
	for _, ref := range s.files.MissingBibs(ctx, d) {
		message := fmt.Sprintf("%s is missing: correct the name, or make the file; keys are looked up in the others", ref.Path)
		found = append(found, s.diagnostic(d, ref.Span, protocol.DiagnosticSeverityWarning, "missing-bib", message))
	}
	return found
}

func (s *server) keywordMistakes(d *workspace.Document) (found []protocol.Diagnostic) {
	if !s.currentSettings().Diagnostics.Keywords {
		return nil
	}
	for _, directive := range d.Manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			span := doc.Span{Start: directive.Keywords.Start + m.Start, End: directive.Keywords.Start + m.End}
			severity := protocol.DiagnosticSeverityWarning
			if m.Hint {
				severity = protocol.DiagnosticSeverityInformation
			}
			found = append(found, s.diagnostic(d, span, severity, "keywords", m.Message))
		}
	}
	return found
}

func (s *server) undefinedKeys(ctx context.Context, d *workspace.Document) (found []protocol.Diagnostic) {
	want := s.currentSettings().Diagnostics
	if !want.UndefinedKeys || d.Markup == workspace.LaTeX && s.besideTexlab() {
		return nil
	}
	keys := s.files.Undefined(ctx, d)
	for _, key := range keys[:min(len(keys), maxDiagnostics)] {
		message := fmt.Sprintf("no .bib of this document has the key %q", key.Name)
		found = append(found, s.diagnostic(d, key.Span, protocol.DiagnosticSeverityWarning, codeUndefinedKey, message))
	}
	return found
}
