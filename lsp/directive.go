package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const titleDirective = "Remove the scilit comment"

// directiveParams identify a directive by its text, since its position changes when a sentence is
// inserted.
type directiveParams struct {
	URI  string `json:"uri"`
	Text string `json:"text"`
}

func (s *edits) directive(ctx context.Context, p *protocol.ExecuteCommandParams) error {
	var asked directiveParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return fmt.Errorf("%s expects one argument: an object with the fields uri and text", p.Command)
	}
	releaseOrder(ctx)
	return s.removeDirective(ctx, asked)
}

// removeDirective asks whether to remove a directive now that its sentence is inserted, and removes
// it if the user agrees.
func (s *edits) removeDirective(ctx context.Context, asked directiveParams) error {
	const remove = "Remove"
	question := "The sentence was inserted. Remove the comment “scilit: " + text.OneLine(asked.Text) + "”?"
	answer, err := s.choice(ctx, protocol.MessageTypeInfo, question, remove, "Keep")
	if err != nil || answer != remove {
		return err
	}
	d, err := s.files.Document(uri.URI(asked.URI))
	if err != nil {
		return err
	}
	directives := d.Manuscript().Directives
	i := slices.IndexFunc(directives, func(d doc.Directive) bool { return d.Text == asked.Text })
	if i < 0 {
		return nil // the user has already removed it
	}
	return s.send(ctx, d, cite.Change{Range: doc.WithoutDirective(d.Text, directives[i])}, titleDirective)
}
