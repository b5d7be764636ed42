package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"go.lsp.dev/uri"
)

// commandCheck checks references; its argument is entriesParams.
const commandCheck = "scilit.check"

// entriesParams name a manuscript, whose .bib files are meant, or a .bib.
type entriesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Quiet        bool                            `json:"quiet"` // nothing is shown: the editor uses the answer
}

// entriesAsked reads the argument of a command about entries, and releases the order of
// requests.
func (s *server) entriesAsked(ctx context.Context, p *protocol.ExecuteCommandParams) (asked entriesParams, d *workspace.Document, err error) {
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return asked, nil, fmt.Errorf("%s takes one object with textDocument", p.Command)
	}
	d, err = s.files.Document(asked.TextDocument.URI)
	if err == nil && d.Markup == nil && !d.IsBib() {
		err = fmt.Errorf("%s needs a manuscript or a .bib", p.Command)
	}
	if err == nil {
		releaseOrder(ctx)
	}
	return asked, d, err
}

// A checkedEntry is a finding about an entry, as editors list it.
type checkedEntry struct {
	Key      string                      `json:"key"`
	Code     string                      `json:"code"`
	Severity protocol.DiagnosticSeverity `json:"severity"`
	Message  string                      `json:"message"`
	URI      uri.URI                     `json:"uri"` // of the .bib
	Range    protocol.Range              `json:"range"`
}

// checkCommand answers scilit.check: what the records of the indexes say against the
// entries, those without a record included. Where the editor does nothing with the
// answer, it shows how many there are.
func (s *server) checkCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesAsked(ctx, p)
	if err != nil {
		return nil, err
	}
	ctx, task := s.begun(ctx, p.WorkDoneToken, "Checking references")
	defer func() { task.end("done") }()
	all := []checkedEntry{}
	for _, b := range s.files.BibsOf(ctx, d) {
		if !b.Exists || b.Problem != nil {
			continue // diagnostics say so
		}
		found, err := s.checkBib(ctx, b, task)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	s.diagnoseOpen((*workspace.Document).IsBib)
	if !asked.Quiet {
		s.inform(ctx, summaryOf(all))
	}
	return anyOf(all), nil
}

func (s *server) checkBib(ctx context.Context, b workspace.Bibliography, task *task) (all []checkedEntry, err error) {
	name := filepath.Base(b.Path)
	step := func(done, of int) { task.step(fmt.Sprintf("%s: %d of %d entries", name, done, of), done, of) }
	s.compared.Stale()
	if err := s.compareWithIndexes(ctx, b.File, step); err != nil {
		return nil, err
	}
	found, _ := s.compared.Findings(b.File, b.Snapshot.Text, true)
	for _, f := range found {
		all = append(all, checkedEntry{
			Key: text.Clean(f.Key), Code: f.Code, Severity: severities[f.Severity], Message: f.Message,
			URI: uri.File(b.Path), Range: s.protocolRange(b.Snapshot, f.Span),
		})
	}
	return all, nil
}

func summaryOf(all []checkedEntry) string {
	if len(all) == 0 {
		return "no record of your indexes speaks against an entry"
	}
	wrong, missing := 0, 0
	for _, e := range all {
		switch {
		case e.Code == string(verify.NoRecord):
			missing++
		case e.Severity == protocol.DiagnosticSeverityWarning:
			wrong++
		}
	}
	said := fmt.Sprintf("references: %s of a record, %d to look at", text.Count(wrong, "contradiction"), len(all)-wrong-missing)
	switch missing {
	case 0:
		return said
	case 1:
		return said + "; of 1 entry your indexes have no record, which says nothing about whether the work exists"
	}
	return fmt.Sprintf("%s; of %d entries your indexes have no record, which says nothing about whether the works exist", said, missing)
}

func (s *server) compareWithIndexes(ctx context.Context, file *bib.File, step func(done, all int)) error {
	e, err := s.engines.Get(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		e = engine.New(engine.Parts{}) // entries are still compared with themselves
	}
	return s.compared.Compare(ctx, e, file, step)
}

// bibActions are what can be done about the entry at the cursor.
func (s *server) bibActions(ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams) []protocol.CommandOrCodeAction {
	if !wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil
	}
	return append(s.bibFixes(ctx, d, p), s.entryActions(ctx, d, p.Range.End)...)
}

// bibFixes are the quick fixes for what diagnostics show in a .bib.
func (s *server) bibFixes(ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams) (all []protocol.CommandOrCodeAction) {
	at := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	for _, fix := range s.compared.Fixes(s.files.BibOf(ctx, d).File, d.Text, at, s.diagnosticRules()) {
		edit := protocol.TextEdit{Range: s.protocolRange(d.Snapshot, fix.Span), NewText: fix.Text}
		all = append(all, &protocol.CodeAction{Title: fix.Title, Kind: ptr(protocol.CodeActionKindQuickFix), Edit: s.oneEdit(d, edit)})
	}
	return all
}
