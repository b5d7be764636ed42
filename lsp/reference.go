package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

const titleCopy = "Copy reference as ..."

// copyAction offers to copy the reference of the citation at the cursor.
func (s *suggestions) copyAction(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) []protocol.CommandOrCodeAction {
	citation, ok := d.Manuscript().CitationAt(s.offset(d, position))
	if !ok {
		return nil
	}
	key, ok := citation.KeyAt(s.offset(d, position))
	if !ok || workspace.EntryIn(s.files.Bibliographies(ctx, d), key.Name) == nil {
		return nil
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}
	return []protocol.CommandOrCodeAction{rewriteBy(commandReference, titleCopy, e)}
}

// copyReference returns the formatted reference of a key and also shows it to the user. Some
// editors copy the result to the clipboard. If no format is given, it asks the user for one.
func (s *suggestions) copyReference(ctx context.Context, d *workspace.Document, e actionData) (protocol.LSPAny, error) {
	entry := workspace.EntryIn(s.files.Bibliographies(ctx, d), e.Key)
	if entry == nil {
		return nil, fmt.Errorf("no .bib file of this document contains the key %q: add the entry first", e.Key)
	}
	format := e.Format
	if format == "" {
		question := &protocol.ShowMessageRequestParams{
			Type: protocol.MessageTypeInfo, Message: "In which format do you want to copy the reference?",
		}
		for _, name := range slices.Concat(reference.StyleNames(), reference.FormatNames()[1:]) {
			question.Actions = append(question.Actions, protocol.MessageActionItem{Title: name})
		}
		chosen, err := s.client.ShowMessageRequest(ctx, question)
		if err != nil || chosen == nil {
			return nil, err
		}
		format = chosen.Title
	}
	style := s.currentSettings().ReferenceStyle
	if _, isStyle := reference.StyleNamed(format); isStyle {
		format, style = reference.Plain, format
	}
	text, err := reference.Export([]reference.Work{reference.Of(entry)}, format, style)
	if err != nil {
		return nil, err
	}
	_ = s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: text})
	return anyOf(text), nil
}
