package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// diagnoseDelay lets a burst of typing pass.
const diagnoseDelay = 200 * time.Millisecond

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
		rest := s.diagnoseBib(ctx, d)
		return func() {
			rest()
			if s.desk.Recall(ctx, s.files.BibOf(ctx, d).File) {
				s.diagnoseSoon(d)
			}
		}
	}
	s.publish(ctx, d, diagnose.Manuscript(ctx, s.files, d, s.diagnosticRules()))
	return func() {}
}

func (s *server) diagnosticRules() diagnose.Rules {
	return diagnose.Rules{Diagnostics: s.currentSettings().Diagnostics, BesideTexlab: s.besideTexlab()}
}

// diagnoseBib shows the mistakes of the file itself and what is known of its entries,
// and returns how to learn more of them.
func (s *server) diagnoseBib(ctx context.Context, d *workspace.Document) (rest func()) {
	file, rules := s.files.BibOf(ctx, d).File, s.diagnosticRules()
	found := append(diagnose.Bib(ctx, d, file, rules), diagnose.Hinted(file, s.fates)...)
	if !rules.Disagreements {
		s.publish(ctx, d, found)
		return func() {}
	}
	show := func() (all bool) {
		disagreements, all := s.compared.Findings(file, d.Text, rules.NotFound)
		s.publish(ctx, d, slices.Concat(found, disagreements))
		return all
	}
	if show() {
		return func() {}
	}
	return func() {
		step := func(int, int) {
			show()
			_ = s.activity.WaitIdle(ctx) // what the user asks for comes first; the comparison sees that ctx ended
		}
		if s.compared.CompareInUse(ctx, s.engines, file, step) == nil {
			show()
		}
	}
}

// fates are what is known against the work of an entry.
func (s *server) fates(e *bib.Entry) (all []diagnose.Fate) {
	for _, hint := range s.desk.Hints(e) {
		all = append(all, diagnose.Fate{Kind: hint.Kind, Text: show.Hint(hint)})
	}
	return all
}

// publish shows what was found, unless the file has changed meanwhile.
func (s *server) publish(ctx context.Context, d *workspace.Document, found []diagnose.Finding) {
	if ctx.Err() != nil || !s.files.IsCurrent(d) {
		return
	}
	shown := make([]protocol.Diagnostic, min(len(found), diagnose.MaxFindings))
	for i := range shown {
		shown[i] = s.diagnostic(d, found[i])
	}
	_ = s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{
		URI: uri.URI(d.URI), Version: protocol.NewOptional(d.Version), Diagnostics: shown,
	})
}

var severities = map[diagnose.Severity]protocol.DiagnosticSeverity{
	diagnose.Error: protocol.DiagnosticSeverityError, diagnose.Warning: protocol.DiagnosticSeverityWarning,
	diagnose.Information: protocol.DiagnosticSeverityInformation, diagnose.Hint: protocol.DiagnosticSeverityHint,
}

func (in *dialect) diagnostic(d *workspace.Document, f diagnose.Finding) protocol.Diagnostic {
	shown := protocol.Diagnostic{
		Range: in.protocolRange(d.Snapshot, f.Span), Severity: severities[f.Severity], Source: protocol.NewOptional("scilit"),
		Code: protocol.String(f.Code), Message: f.Message,
	}
	if f.First != nil {
		shown.RelatedInformation = []protocol.DiagnosticRelatedInformation{{
			Location: protocol.Location{URI: uri.URI(d.URI), Range: in.protocolRange(d.Snapshot, *f.First)}, Message: "the first one",
		}}
	}
	return shown
}

const (
	titleAdd   = "Add from index"
	titleByKey = "Cite by its key"
)

// quickFixes offers records of the index for an undefined key at the cursor.
func (s *server) quickFixes(ctx context.Context, d *workspace.Document, position protocol.Position) (all []protocol.CommandOrCodeAction, err error) {
	key, ok := diagnose.UndefinedAt(ctx, s.files, d, s.offset(d, position))
	if !ok {
		return nil, nil
	}
	base, lazily := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}, s.canResolve(ctx, d)
	e, err := s.engines.Get(ctx)
	if err != nil {
		return s.lookUpAction(ctx, base), nil // hovers say why
	}
	papers, isIdentifier, err := diagnose.PapersMeant(ctx, e, key.Name)
	title, does := titleAdd, cite.WriteEntry
	if isIdentifier {
		title, does = titleByKey, cite.ReplaceKey
	}
	for _, p := range papers {
		fix := s.action(title+": "+show.LabelWithOrigin(p), base.of(p, does), lazily)
		fix.Kind = ptr(protocol.CodeActionKindQuickFix)
		all = append(all, fix)
	}
	if len(all) == 0 && err == nil {
		all = s.lookUpAction(ctx, base)
	}
	return all, err
}
