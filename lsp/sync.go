package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// DidOpen takes a file into the editor's hands.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d := newDocument(doc.NewSnapshot(string(p.TextDocument.URI), string(p.TextDocument.LanguageID), p.TextDocument.Version, p.TextDocument.Text))
	s.setDocument(d)
	if d.markup != nil {
		go s.aside("catalogue", func() { s.prepare(d) })
	}
	return nil
}

// DidChange applies the editor's edits. It only moves text: scanning waits for
// the first request that needs it.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	before, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.drafts.stopAhead()
	changes := make([]doc.Change, len(p.ContentChanges))
	for i, c := range p.ContentChanges {
		changes[i] = changeOf(c)
	}
	s.setDocument(newDocument(before.Apply(changes, p.TextDocument.Version, s.encoding)))
	return nil
}

// DidSave has only the library looked at: the text is known.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.keeper.suspect(pathOf(string(p.TextDocument.URI)))
	return nil
}

// DidClose gives a file back to the disk.
func (s *server) DidClose(ctx context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	delete(s.documents, string(p.TextDocument.URI))
	if known, ok := s.pending[string(p.TextDocument.URI)]; ok {
		known.timer.Stop()
		known.stop()
		delete(s.pending, string(p.TextDocument.URI))
	}
	s.mu.Unlock()
	return s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Diagnostics: []protocol.Diagnostic{}})
}

func (s *server) setDocument(d *document) {
	s.mu.Lock()
	s.documents[d.URI] = d
	s.mu.Unlock()
	s.diagnoseSoon(d)
}

// document is the open file of a URI.
func (s *server) document(file uri.URI) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, ok := s.documents[string(file)]
	if !ok {
		return nil, fmt.Errorf("%s is not open", file)
	}
	return d, nil
}

// openText is the editor's text of a file, where it has the file open.
func (s *server) openText(path string) (*document, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, d := range s.documents {
		if pathOf(name) == path {
			return d, true
		}
	}
	return nil, false
}

// isCurrent tells whether d is what the editor shows now.
func (s *server) isCurrent(d *document) bool {
	now, err := s.document(uri.URI(d.URI))
	return err == nil && now == d
}
