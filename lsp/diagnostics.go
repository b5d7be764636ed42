package lsp

import (
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// diagnoseDelay lets a burst of typing pass.
const diagnoseDelay = 200 * time.Millisecond

// diagnoseSoon reports the mistakes in the directives of a file once its user
// pauses. There is one timer a file, and it holds no version's text.
func (s *server) diagnoseSoon(d *document) {
	if d.markup == nil {
		return
	}
	file := uri.URI(d.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	if timer, ok := s.pending[d.URI]; ok {
		timer.Reset(diagnoseDelay)
		return
	}
	s.pending[d.URI] = time.AfterFunc(diagnoseDelay, func() {
		s.aside("diagnostics", func() { s.diagnose(file) })
	})
}

func (s *server) diagnose(file uri.URI) {
	d, err := s.document(file)
	if err != nil || s.ctx.Err() != nil {
		return // closed in the meantime
	}
	_ = s.client.PublishDiagnostics(s.ctx, &protocol.PublishDiagnosticsParams{
		URI: file, Version: protocol.NewOptional(d.Version), Diagnostics: s.diagnostics(d),
	})
}

func (s *server) diagnostics(d *document) []protocol.Diagnostic {
	found := []protocol.Diagnostic{}
	for _, directive := range d.manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			span := doc.Span{Start: directive.Keywords.Start + m.Start, End: directive.Keywords.Start + m.End}
			found = append(found, protocol.Diagnostic{
				Range: s.protocolRange(d.Snapshot, span), Severity: protocol.DiagnosticSeverityWarning,
				Source: protocol.NewOptional("scilit"), Code: protocol.String("keywords"), Message: protocol.String(m.Message),
			})
		}
	}
	return found
}
