package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// entriesParams identify a .bib file, or a manuscript, which selects all of its .bib files.
type entriesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Quiet        bool                            `json:"quiet"` // do not show the summary to the user
}

// entriesOf decodes the argument of a command on .bib entries. It also lets the server start the
// next requests before the command finishes.
func (s *diagnostics) entriesOf(
	ctx context.Context, p *protocol.ExecuteCommandParams,
) (asked entriesParams, d *workspace.Document, err error) {
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return asked, nil, fmt.Errorf("%s expects one argument: an object with a textDocument field", p.Command)
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
	URI      uri.URI                     `json:"uri"` // URI of the .bib file
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
			continue // reported as a diagnostic instead
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

func (s *server) bibActions(ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams) codeActions {
	if !wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil
	}
	return append(s.diagnostics.fixes(ctx, d, p), s.online.entryActions(ctx, d, p.Range.End)...)
}

func (s *diagnostics) fixes(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (all codeActions) {
	at := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	file, rules := s.files.BibOf(ctx, d).File, s.rules()
	fixes := append(s.compared.Fixes(file, d.Text, at, rules), s.compared.Corrections(file, d.Text, rules)...)
	for _, fix := range fixes {
		var edits []protocol.TextEdit
		for _, e := range fix.Edits {
			edits = append(edits, protocol.TextEdit{Range: s.protocolRange(d.Snapshot, doc.Span(e.Span)), NewText: e.Text})
		}
		all = append(all, &protocol.CodeAction{
			Title: fix.Title, Kind: new(protocol.CodeActionKindQuickFix), Edit: s.editOf(d, edits...),
		})
	}
	return all
}

const titleQuote = "Put in quotation marks"

// copiedFixes returns the quick fixes for the copied passages in a range.
func (s *diagnostics) copiedFixes(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (all codeActions) {
	if !s.currentSettings().Diagnostics.Copied {
		return nil
	}
	at := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	for _, c := range s.copies.In(d) {
		if c.Span.Start > at.End || at.Start > c.Span.End {
			continue
		}
		site, ok := s.writer.SiteAt(ctx, d, c.Span.End)
		if !ok {
			continue
		}
		edit, err := site.Quote(c.Span, c.Key)
		if err != nil {
			continue // for example, the passage contains only one brace of a pair
		}
		text := protocol.TextEdit{Range: s.protocolRange(d.Snapshot, edit.Span), NewText: edit.Text}
		all = append(all, &protocol.CodeAction{
			Title: titleQuote + ", citing " + c.Key, Kind: new(protocol.CodeActionKindQuickFix), Edit: s.editOf(d, text),
		})
	}
	return all
}

// A recentPlace is a recent paper and a related sentence of the manuscript, in the form returned to
// editors. A paper can have up to three related sentences.
type recentPlace struct {
	Title    string         `json:"title"`
	Year     int            `json:"year,omitempty"`
	DOI      string         `json:"doi,omitempty"`
	Cites    string         `json:"cites,omitempty"` // title of a work that both the sentence and the paper cite
	Sentence string         `json:"sentence"`
	URI      uri.URI        `json:"uri"`
	Range    protocol.Range `json:"range"`
}

const shownRecent = 5 // maximum number of titles in a message

// recent handles scilit.publishedSince. It reads the papers found by earlier updates of grown
// corpora and sends no requests. It also shows the titles, since many editors ignore the result of
// a command.
func (s *diagnostics) recent(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	opened, err := s.engines.Wait(ctx)
	if err != nil {
		return nil, explained(err)
	}
	var embedder recent.Embedder
	if s.opts.Titles != nil {
		embedder = s.opts.Titles()
	}
	found, failed := cite.RecentPlaces(ctx, opened.Engine, embedder, backend.LocalCorpora(s.currentSettings()),
		cite.CitingPlaces(ctx, s.files, d))
	if len(failed) > 0 && len(found) == 0 {
		return nil, explained(failed[0])
	}
	all, titles := []recentPlace{}, []string{}
	for i, r := range found {
		all = append(all, recentPlace{r.Paper.Title, r.Paper.Year, r.Paper.DOI, text.OneLine(r.Cites), text.OneLine(r.Text),
			uri.File(r.Path), s.protocolRange(r.Doc.Snapshot, r.Span)})
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			titles = append(titles, r.Paper.Title)
		}
	}
	if !asked.Quiet {
		s.inform(ctx, recentMessage(titles))
	}
	return anyOf(all), nil
}

func recentMessage(titles []string) string {
	if len(titles) == 0 {
		return "no new papers related to this manuscript are known: run `scilit-lsp corpus update` to look for them"
	}
	shown := titles[:min(len(titles), shownRecent)]
	more := ""
	if n := len(titles) - len(shown); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("new papers related to this manuscript (%d): “%s”%s", len(titles),
		strings.Join(shown, "”, “"), more)
}
