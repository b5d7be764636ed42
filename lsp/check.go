package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// commandCheck names the command that compares .bib entries with the records in the indexes. Its
// argument is an entriesParams.
const commandCheck = "scilit.check"

// entriesParams identify a .bib, or a manuscript to select all of its .bib files.
type entriesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Quiet        bool                            `json:"quiet"` // do not show the summary to the user
}

// entriesOf decodes the argument of a command on .bib entries. It also allows the server to start
// the next requests before the command ends.
func (s *diagnostics) entriesOf(
	ctx context.Context, p *protocol.ExecuteCommandParams,
) (asked entriesParams, d *workspace.Document, err error) {
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return asked, nil, fmt.Errorf("%s expects one argument: an object with the field textDocument", p.Command)
	}
	d, err = s.files.Document(asked.TextDocument.URI)
	if err == nil && d.Markup == nil && !d.IsBib() {
		err = fmt.Errorf("%s works only in a manuscript or a .bib file", p.Command)
	}
	if err == nil {
		releaseOrder(ctx)
	}
	return asked, d, err
}

// A checkedEntry is a finding about an entry, in the form returned to editors.
type checkedEntry struct {
	Key      string                      `json:"key"`
	Code     string                      `json:"code"`
	Severity protocol.DiagnosticSeverity `json:"severity"`
	Message  string                      `json:"message"`
	URI      uri.URI                     `json:"uri"` // URI of the .bib
	Range    protocol.Range              `json:"range"`
}

// check handles scilit.check. It compares entries with the records in the indexes and reports
// entries without a record. It also shows a summary, since many editors ignore the result of a
// command.
func (s *diagnostics) check(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	ctx, task := s.begun(ctx, p.WorkDoneToken, "Checking references")
	defer func() { task.end("done") }()
	var found []diagnose.Finding
	listed := []checkedEntry{}
	for _, b := range s.files.BibsOf(ctx, d) {
		if !b.Exists || b.Problem != nil {
			continue // published as a diagnostic instead
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
	s.scheduleOpen((*workspace.Document).IsBib)
	if !asked.Quiet {
		s.inform(ctx, diagnose.Summary(found))
	}
	return anyOf(listed), nil
}

// bibActions returns the code actions for the entry at the cursor.
func (s *server) bibActions(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) []protocol.CommandOrCodeAction {
	if !wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil
	}
	return append(s.diagnostics.fixes(ctx, d, p), s.online.entryActions(ctx, d, p.Range.End)...)
}

// fixes returns the quick fixes for the diagnostics of a .bib.
func (s *diagnostics) fixes(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (all []protocol.CommandOrCodeAction) {
	at := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	file, rules := s.files.BibOf(ctx, d).File, s.rules()
	for _, fix := range slices.Concat(s.compared.Fixes(file, d.Text, at, rules),
		s.compared.Corrections(file, d.Text, rules)) {
		var edits []protocol.TextEdit
		for _, e := range fix.Edits {
			edits = append(edits, protocol.TextEdit{Range: s.protocolRange(d.Snapshot, doc.Span(e.Span)), NewText: e.Text})
		}
		all = append(
			all,
			&protocol.CodeAction{
				Title: fix.Title, Kind: ptr(protocol.CodeActionKindQuickFix), Edit: s.editOf(d, edits...),
			},
		)
	}
	return all
}
