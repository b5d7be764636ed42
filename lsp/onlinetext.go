package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// textActions offer to fetch the full text of a cited paper of which the abstract alone is
// known, where a source that is turned on may have it.
func (s *server) textActions(ctx context.Context, d *workspace.Document, position protocol.Position) []protocol.CommandOrCodeAction {
	citation, ok := d.Manuscript().CitationAt(s.offset(d, position))
	if !ok || !s.searchesOnline(ctx) {
		return nil
	}
	key, ok := citation.KeyAt(s.offset(d, position))
	if !ok {
		return nil
	}
	literature, err := s.literature(ctx)
	if err != nil {
		return nil
	}
	paper, _ := s.writer.Cited(ctx, d, key.Name)
	if paper == nil || len(paper.Body) > 0 {
		return nil
	}
	if _, err := literature.NamingText(paper); err != nil {
		return nil
	}
	title := "Fetch the full text: " + key.Name
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command(title, commandFetchText, e),
	}}
}

// fetchText answers scilit.fetchText: the text is kept in the corpus of what was found, so
// that hovers and explanations read it from then on.
func (s *server) fetchText(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	literature, err := s.literature(ctx)
	if err != nil {
		return err
	}
	paper, _ := s.writer.Cited(ctx, d, e.Key)
	if paper == nil {
		return fmt.Errorf("no index has the work of %s: look it up first", e.Key)
	}
	proposal, err := literature.NamingText(paper)
	if err != nil {
		return err
	}
	if err := s.askOnline(ctx, d.URI, proposal); err != nil {
		return err
	}
	working, end := s.report(ctx, work, "Fetching the full text")
	defer end("done")
	whole, err := literature.FullText(working, paper)
	if err != nil {
		return err
	}
	s.inform(ctx, show.FullText(whole))
	return nil
}
