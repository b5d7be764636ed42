package protocol

import "go.lsp.dev/uri"

// DiagnosticSeverity says how bad it is.
type DiagnosticSeverity uint32

// The severities in use.
const (
	DiagnosticSeverityError       DiagnosticSeverity = 1
	DiagnosticSeverityWarning     DiagnosticSeverity = 2
	DiagnosticSeverityInformation DiagnosticSeverity = 3
	DiagnosticSeverityHint        DiagnosticSeverity = 4
)

// A Diagnostic is what is wrong with a range.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           DiagnosticSeverity             `json:"severity,omitzero"`
	Code               IntegerOrString                `json:"code,omitzero"`
	Source             Optional[string]               `json:"source,omitzero"`
	Message            string                         `json:"message"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
}

// DiagnosticRelatedInformation is another place that a diagnostic is about.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are those of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         uri.URI         `json:"uri"`
	Version     Optional[int32] `json:"version,omitzero"`
	Diagnostics []Diagnostic    `json:"diagnostics"`
}
