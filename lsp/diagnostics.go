package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// diagnoseDelay is how long the user must stop typing before a file is diagnosed.
const diagnoseDelay = 200 * time.Millisecond

// A diagnosis is a scheduled or running check of one file.
type diagnosis struct {
	timer *time.Timer
	stop  context.CancelFunc // cancels the check if it is running
}

// diagnostics finds mistakes in open files and publishes diagnostics.
type diagnostics struct {
	*session
	online   *online
	compared *diagnose.References
	copies   *diagnose.Copies

	mu      sync.Mutex
	pending map[string]*diagnosis // scheduled and running checks, keyed by URI
	running sync.Mutex            // held while a file is checked
}

func newDiagnostics(s *session, online *online) *diagnostics {
	return &diagnostics{
		session: s, online: online, compared: diagnose.NewReferences(), copies: diagnose.NewCopies(),
		pending: make(map[string]*diagnosis),
	}
}

// schedule diagnoses a file once the user stops typing, and cancels a running diagnosis of an older
// version. Each file has one timer, which does not retain its text.
func (s *diagnostics) schedule(d *workspace.Document) {
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
		s.safely("diagnostics", func() { s.run(file) })
	})}
}

// forget cancels the diagnosis of a closed file.
func (s *diagnostics) forget(file uri.URI) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.copies.Forget(string(file))
	if known, ok := s.pending[string(file)]; ok {
		known.timer.Stop()
		known.stop()
		delete(s.pending, string(file))
	}
}

// scheduleOpen schedules a diagnosis of each open file that satisfies which. It is called after
// another file has changed.
func (s *diagnostics) scheduleOpen(which func(*workspace.Document) bool) {
	for _, d := range s.files.Open() {
		if which(d) {
			s.schedule(d)
		}
	}
}

// isManuscript reports whether d is a manuscript, whose diagnostics depend on .bib files.
func isManuscript(d *workspace.Document) bool { return d.Markup != nil }

func isAny(*workspace.Document) bool { return true }

// run diagnoses a file. To limit memory, only one file is diagnosed at a time; if another diagnosis
// is in progress, run tries again later.
func (s *diagnostics) run(file uri.URI) {
	d, err := s.files.Document(file)
	if err != nil || s.ctx.Err() != nil {
		return // the file was closed in the meantime
	}
	if !s.running.TryLock() {
		s.schedule(d)
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	s.mu.Lock()
	if known, ok := s.pending[d.URI]; ok {
		known.stop = stop
	}
	s.mu.Unlock()
	s.inspect(ctx, d)()
}

// inspect publishes the diagnostics of a file. It returns a function that runs the slower checks,
// which may wait for the engine.
func (s *diagnostics) inspect(ctx context.Context, d *workspace.Document) (rest func()) {
	defer s.running.Unlock()
	for _, problem := range s.files.Problems(ctx, d) {
		s.warnOnce(ctx, files.Explain(problem))
	}
	if d.IsBib() {
		s.scheduleOpen(isManuscript)
		rest := s.inspectBib(ctx, d)
		return func() {
			rest()
			if s.online.lookups.Recall(ctx, s.files.BibOf(ctx, d).File) {
				s.schedule(d)
			}
		}
	}
	return s.inspectManuscript(ctx, d)
}

// inspectManuscript publishes the diagnostics of a manuscript. The returned function compares the
// cited entries with their records, and the text with the cited works.
func (s *diagnostics) inspectManuscript(ctx context.Context, d *workspace.Document) (rest func()) {
	rules, bibs := s.rules(), s.files.BibsOf(ctx, d)
	found := diagnose.Manuscript(ctx, s.files, d, rules)
	show := func() {
		all := slices.Concat(found, s.compared.AtCitations(bibs, d, rules, s.fates))
		if rules.Copied {
			all = append(all, s.copies.In(d)...)
		}
		s.publish(ctx, d, all)
	}
	show()
	return func() {
		_ = s.activity.WaitIdle(ctx) // user requests have priority; the comparison itself checks ctx
		if rules.Disagreements && s.compared.CompareKeys(ctx, s.engines, bibs, d.Manuscript().CitedKeys()) == nil {
			show()
		}
		if rules.Copied && s.copies.Compare(ctx, s.engines, s.files, d) {
			show()
		}
	}
}

func (s *diagnostics) rules() diagnose.Rules {
	return diagnose.Rules{Diagnostics: s.currentSettings().Diagnostics, BesideTexlab: s.besideTexlab()}
}

// inspectBib publishes the diagnostics of a .bib file and the cached findings about its entries. The
// returned function compares the remaining entries.
func (s *diagnostics) inspectBib(ctx context.Context, d *workspace.Document) (rest func()) {
	file, rules := s.files.BibOf(ctx, d).File, s.rules()
	found := append(diagnose.Bib(ctx, d, file, rules), diagnose.Notices(file, s.fates)...)
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
			_ = s.activity.WaitIdle(ctx) // user requests have priority; the comparison itself checks ctx
		}
		if s.compared.CompareInUse(ctx, s.engines, file, nil, step) == nil {
			show()
		}
	}
}

// fates returns the notices about an entry's work, such as a retraction.
func (s *diagnostics) fates(e *bib.Entry) (all []diagnose.Notice) {
	for _, hint := range s.online.lookups.Hints(e) {
		all = append(all, diagnose.Notice{Kind: hint.Kind, Text: show.Hint(hint)})
	}
	return all
}

// publish sends diagnostics, unless the file has changed in the meantime.
func (s *diagnostics) publish(ctx context.Context, d *workspace.Document, found []diagnose.Finding) {
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
		Range: in.protocolRange(d.Snapshot, f.Span), Severity: severities[f.Severity],
		Source: protocol.NewOptional("scilit"), Code: protocol.String(f.Code), Message: protocol.String(f.Message),
	}
	if f.First != nil {
		shown.RelatedInformation = []protocol.DiagnosticRelatedInformation{{
			Location: protocol.Location{
				URI: uri.URI(d.URI), Range: in.protocolRange(d.Snapshot, *f.First),
			}, Message: "the earlier entry",
		}}
	}
	return shown
}

const (
	titleAdd   = "Add from index"
	titleByKey = "Replace identifier with citation key"
)

// quickFixes offers papers from the indexes for an undefined key at the cursor.
func (s *suggestions) quickFixes(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) (all codeActions, err error) {
	key, ok := diagnose.UndefinedAt(ctx, s.files, d, s.offset(d, position))
	if !ok {
		return nil, nil
	}
	base, lazily := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}, s.canResolve(ctx, d)
	e, err := s.engines.Get(ctx)
	if err != nil {
		return s.online.lookUpAction(ctx, base), nil // the hover explains why no paper can be offered
	}
	papers, isIdentifier, err := diagnose.PapersOfKey(ctx, e, key.Name)
	title, does := titleAdd, cite.WriteEntry
	if isIdentifier {
		title, does = titleByKey, cite.ReplaceKey
	}
	for _, p := range papers {
		fix := citeAction(title+": "+show.LabelWithOrigin(p), base.of(p, does), lazily)
		fix.Kind = new(protocol.CodeActionKindQuickFix)
		all = append(all, fix)
	}
	if len(all) == 0 && err == nil {
		all = s.online.lookUpAction(ctx, base)
	}
	return all, err
}
