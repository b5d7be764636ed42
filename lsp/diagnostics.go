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

// diagnoseSoon reports the mistakes in the directives of d, unless a newer
// version comes first.
func (s *server) diagnoseSoon(d *document) {
	if d.markup == nil {
		return
	}
	time.AfterFunc(diagnoseDelay, func() {
		if s.ctx.Err() == nil && s.stillCurrent(d) {
			s.aside("diagnostics", func() { s.publish(d) })
		}
	})
}

func (s *server) publish(d *document) {
	_ = s.client.PublishDiagnostics(s.ctx, &protocol.PublishDiagnosticsParams{
		URI: uri.URI(d.URI), Version: protocol.NewOptional(d.Version), Diagnostics: s.diagnostics(d),
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
