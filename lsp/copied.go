package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// titleQuote is the start of the title of quick fixes for copied passages.
const titleQuote = "Put in quotation marks"

// copiedFixes returns the quick fixes for the copied passages in a range.
func (s *diagnostics) copiedFixes(
	ctx context.Context, d *workspace.Document, p *protocol.CodeActionParams,
) (all []protocol.CommandOrCodeAction) {
	settings := s.currentSettings()
	if !settings.Diagnostics.Copied {
		return nil
	}
	at := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	for _, c := range s.copies.In(d) {
		if c.Span.Start > at.End || at.Start > c.Span.End {
			continue
		}
		site, ok := cite.SiteAt(ctx, s.files, settings, d, c.Span.End)
		if !ok {
			continue
		}
		edit, err := site.Quote(c.Span, c.Key)
		if err != nil {
			continue // for example, a brace of the markup is only half inside the passage
		}
		text := protocol.TextEdit{Range: s.protocolRange(d.Snapshot, edit.Span), NewText: edit.Text}
		all = append(all, &protocol.CodeAction{
			Title: titleQuote + ", citing " + c.Key, Kind: ptr(protocol.CodeActionKindQuickFix), Edit: s.editOf(d, text),
		})
	}
	return all
}
