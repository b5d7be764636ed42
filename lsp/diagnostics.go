package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// diagnoseDelay lets a burst of typing pass.
const diagnoseDelay = 200 * time.Millisecond

// maxDiagnostics bounds what is told of one file.
const maxDiagnostics = 500

// A diagnosis of a file is to come or under way.
type diagnosis struct {
	timer *time.Timer
	stop  context.CancelFunc // ends the one under way
}

// diagnoseSoon looks at a file once its user pauses, and ends a look at an
// older version. There is one timer a file, and it holds no version's text.
func (s *server) diagnoseSoon(d *workspace.Document) {
	if d.Markup == nil && !d.IsBib() && !d.Oversized {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.pending[d.URI]; ok {
		known.stop()
		known.timer.Reset(diagnoseDelay)
		return
	}
	file := uri.URI(d.URI)
	s.pending[d.URI] = &diagnosis{stop: func() {}, timer: time.AfterFunc(diagnoseDelay, func() {
		s.safely("diagnostics", func() { s.diagnose(file) })
	})}
}

// diagnoseOpen looks again at open files, of which something else has changed.
func (s *server) diagnoseOpen(which func(*workspace.Document) bool) {
	for _, d := range s.files.Open() {
		if which(d) {
			s.diagnoseSoon(d)
		}
	}
}

// isManuscript reports whether a .bib that changes can change what is said of d.
func isManuscript(d *workspace.Document) bool { return d.Markup != nil }

func isAny(*workspace.Document) bool { return true }

// diagnose looks at one file at a time: looks at large files that overtake each
// other would each hold a version of them. One that finds another at work tries
// again a moment later.
func (s *server) diagnose(file uri.URI) {
	d, err := s.files.Document(file)
	if err != nil || s.ctx.Err() != nil {
		return // closed in the meantime
	}
	if !s.diagnosing.TryLock() {
		s.diagnoseSoon(d)
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	s.mu.Lock()
	if known, ok := s.pending[d.URI]; ok {
		known.stop = stop
	}
	s.mu.Unlock()
	s.look(ctx, d)()
}

// look shows what is wrong with a file and returns what is left to do, which
// waits for the engine and its indexes.
func (s *server) look(ctx context.Context, d *workspace.Document) (rest func()) {
	defer s.diagnosing.Unlock()
	for _, problem := range s.files.Problems(ctx, d) {
		s.warnOnce(ctx, files.Explain(problem))
	}
	if d.IsBib() {
		s.diagnoseOpen(isManuscript)
		return s.diagnoseBib(ctx, d)
	}
	s.publish(ctx, d, slices.Concat(s.keywordMistakes(d), s.missingBibs(ctx, d), s.undefinedKeys(ctx, d)))
	return func() {}
}

// publish shows what was found, unless the file has changed meanwhile.
func (s *server) publish(ctx context.Context, d *workspace.Document, found []protocol.Diagnostic) {
	if ctx.Err() != nil || !s.files.IsCurrent(d) {
		return
	}
	if found == nil {
		found = []protocol.Diagnostic{}
	}
	_ = s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{
		URI: uri.URI(d.URI), Version: protocol.NewOptional(d.Version), Diagnostics: found[:min(len(found), maxDiagnostics)],
	})
}

func (s *server) diagnostic(d *workspace.Document, span doc.Span, severity protocol.DiagnosticSeverity, code, message string) protocol.Diagnostic {
	return protocol.Diagnostic{
		Range: s.protocolRange(d.Snapshot, span), Severity: severity, Source: protocol.NewOptional("scilit"),
		Code: protocol.String(code), Message: message,
	}
}
