package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// DidOpen opens a document.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	opened := p.TextDocument
	d := workspace.NewDocument(
		doc.NewSnapshot(string(opened.URI), string(opened.LanguageID), opened.Version, opened.Text))
	s.setDocument(d)
	if d.Markup != nil {
		s.goSafe("catalogue", func() { s.completer.Prepare(s.ctx, d) })
	}
	return nil
}

// DidChange applies the editor's changes. The new version is scanned when a request first needs it.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	before, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.drafts.StopAhead()
	changes := make([]doc.Change, len(p.ContentChanges))
	for i, c := range p.ContentChanges {
		changes[i] = changeOf(c)
	}
	s.setDocument(before.Next(changes, p.TextDocument.Version, s.encoding))
	return nil
}

// DidSave makes the library read the file again if the library uses it. It also schedules the
// diagnostics of a .bib and the search for copied passages. It ignores the text, which the server
// already has.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.markDirty(workspace.PathOf(string(p.TextDocument.URI)))
	d, err := s.files.Document(p.TextDocument.URI)
	switch {
	case err != nil:
	case d.IsBib():
		s.diagnostics.compared.Stale()
		s.diagnostics.schedule(d)
	case s.currentSettings().Diagnostics.Copied:
		s.diagnostics.copies.Forget(d.URI)
		s.diagnostics.schedule(d)
	}
	return nil
}

// DidClose closes a document and clears its diagnostics. Later requests read the file from disk.
func (s *server) DidClose(ctx context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.files.Close(p.TextDocument.URI)
	s.diagnostics.forget(p.TextDocument.URI)
	return s.client.PublishDiagnostics(
		ctx, &protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Diagnostics: []protocol.Diagnostic{}},
	)
}

func (s *server) setDocument(d *workspace.Document) {
	s.files.Put(d)
	s.diagnostics.schedule(d)
}
