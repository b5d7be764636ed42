package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
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
	var found []diagnose.Finding
	listed := []checkedEntry{}
	for _, b := range s.files.BibsOf(ctx, d) {
		if !b.Exists || b.Problem != nil {
			continue // diagnostics say so
		}
		name := filepath.Base(b.Path)
		step := func(done, of int) { task.step(fmt.Sprintf("%s: %d of %d entries", name, done, of), done, of) }
		against, err := s.compared.Check(ctx, s.engines, b, step)
		if err != nil {
			return nil, err
		}
		found = append(found, against...)
		for _, f := range against {
			listed = append(listed, checkedEntry{
				Key: text.Clean(f.Key), Code: f.Code, Severity: severities[f.Severity], Message: f.Message,
				URI: uri.File(b.Path), Range: s.protocolRange(b.Snapshot, f.Span),
			})
		}
	}
	s.diagnoseOpen((*workspace.Document).IsBib)
	if !asked.Quiet {
		s.inform(ctx, diagnose.Summary(found))
	}
	return anyOf(listed), nil
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
