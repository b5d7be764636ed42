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
func (s *suggestions) copyAction(ctx context.Context, d *workspace.Document, position protocol.Position) codeActions {
	key, ok := d.Manuscript().KeyAt(s.offset(d, position))
	if !ok || workspace.EntryIn(s.files.Bibliographies(ctx, d), key.Name) == nil {
		return nil
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}
	return codeActions{rewriteBy(commandReference, titleCopy, e)}
}

// copyReference returns the formatted reference of a key and also shows it to the user. Some
// editors copy the result to the clipboard. If no format is given, it asks the user for one.
func (s *suggestions) copyReference(ctx context.Context, d *workspace.Document, e actionData) (protocol.LSPAny, error) {
	entry := workspace.EntryIn(s.files.Bibliographies(ctx, d), e.Key)
	if entry == nil {
		return nil, fmt.Errorf("none of this document's .bib files contains the key %q: add the entry first", e.Key)
	}
	format := e.Format
	if format == "" {
		names := slices.Concat(reference.StyleNames(), reference.FormatNames()[1:])
		question := "In which format do you want to copy the reference?"
		chosen, err := s.choice(ctx, protocol.MessageTypeInfo, question, names...)
		if err != nil || chosen == "" {
			return nil, err
		}
		format = chosen
	}
	style := s.currentSettings().ReferenceStyle
	if _, isStyle := reference.StyleNamed(format); isStyle {
		format, style = reference.Plain, format
	}
	text, err := reference.Export([]reference.Work{reference.Of(entry)}, format, style)
	if err != nil {
		return nil, err
	}
	s.say(ctx, protocol.MessageTypeInfo, text)
	return anyOf(text), nil
}
