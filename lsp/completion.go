package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/complete"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// completionTriggers are the characters that precede a citation key.
var completionTriggers = []string{"{", ",", "@", "`", "<"}

// indexPatience is the maximum time that a completion waits for the indexes. Results that arrive
// later appear at the next keystroke. Tests override it.
var indexPatience = 150 * time.Millisecond

// Completion lists works to cite while the user types a key.
func (s *server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil || s.features(d).Completion == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	offset := s.offset(d, p.Position)
	typing, ok := d.Markup.Typing(d.Text, d.Manuscript(), offset)
	if !ok || !s.completer.Cites(ctx, d, typing) {
		return nil, nil
	}
	found, more := s.completer.Works(ctx, d, typing, s.currentSettings().KeyPattern)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list := &protocol.CompletionList{IsIncomplete: more, Items: make([]protocol.CompletionItem, len(found))}
	for i, f := range found {
		list.Items[i] = s.completionItem(d, typing, d.Text[typing.Start:offset], i, f)
	}
	return list, nil
}

// completionItem builds a completion item. before is the text typed so far, which editors match
// against the filter text.
func (in *dialect) completionItem(
	d *workspace.Document, t doc.Typing, before string, rank int, f complete.Suggestion,
) protocol.CompletionItem {
	paper := f.Paper
	if f.Entry != nil {
		paper = show.PaperOf(f.Entry)
	}
	label, who := show.Label(paper), " "+display.Byline(paper)
	item := protocol.CompletionItem{
		Label:        f.Key,
		LabelDetails: &protocol.CompletionItemLabelDetails{Detail: &who, Description: new(f.Origin())},
		Kind:         protocol.CompletionItemKindReference,
		Detail:       protocol.NewOptional(label + " (" + f.Origin() + ")"),
		SortText:     protocol.NewOptional(fmt.Sprintf("%03d", rank)),
		// All items start with the typed text, so that every editor keeps them in this order.
		FilterText: protocol.NewOptional(strings.TrimSpace(before + " " + f.Key + " " + label)),
		TextEdit:   &protocol.TextEdit{Range: in.protocolRange(d.Snapshot, t.Span), NewText: d.Markup.Key(f.Key)},
	}
	e := actionData{URI: d.URI, Version: d.Version, Key: f.Key, Mode: cite.WriteEntry}
	if f.Paper != nil {
		e.Paper, e.Corpus = f.Paper.ID, f.Paper.Corpus
	}
	item.Data = anyOf(e)
	if f.Entry == nil {
		item.Command = command("Add the entry", commandCite, e)
	}
	return item
}

// CompletionResolve adds the reference shown next to a completion item.
func (s *server) CompletionResolve(
	ctx context.Context, item *protocol.CompletionItem,
) (*protocol.CompletionItem, error) {
	var e actionData
	if item.Data == nil || json.Unmarshal(item.Data, &e) != nil || e.Key == "" {
		return item, nil
	}
	d, err := s.files.Document(uri.URI(e.URI))
	if err != nil {
		return item, nil // the document was closed in the meantime
	}
	releaseOrder(ctx)
	text := s.referenceOf(ctx, d, e)
	if text == "" {
		return item, nil
	}
	resolved := *item
	resolved.Documentation = markupContent(text, s.caps.markdownDocumentation)
	return &resolved, nil
}

func (s *server) referenceOf(ctx context.Context, d *workspace.Document, e actionData) string {
	if entry := workspace.EntryIn(s.files.Bibliographies(ctx, d), e.Key); entry != nil {
		return s.hovers().Reference(entry)
	}
	paper, err := s.writer.Paper(ctx, engine.WorkRef{ID: e.Paper, Corpus: e.Corpus})
	if err != nil {
		return ""
	}
	text := s.hovers().Reference(plan.EntryOf(paper))
	if paper.Abstract != "" {
		text += "\n\n" + show.Escape(paper.Abstract)
	}
	return text
}
