package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
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

// DidSave marks the file so that the library, if it uses it, reads it again. It also schedules
// diagnostics of a .bib file and the search for copied passages. It ignores the text in the
// notification, which the server already has.
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
	none := &protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Diagnostics: []protocol.Diagnostic{}}
	return s.client.PublishDiagnostics(ctx, none)
}

func (s *server) setDocument(d *workspace.Document) {
	s.files.Put(d)
	s.diagnostics.schedule(d)
}

// notebooks selects the Markdown cells of all notebooks. Each cell is a document; package workspace
// combines the cells of a notebook.
var notebooks = &protocol.NotebookDocumentSyncOptions{
	NotebookSelector: []protocol.NotebookSelector{&protocol.NotebookDocumentFilterWithNotebook{
		Notebook: protocol.String("*"), Cells: []protocol.NotebookCellLanguage{{Language: "markdown"}},
	}},
}

// DidOpenNotebookDocument opens the cells of a notebook.
func (s *server) DidOpenNotebookDocument(ctx context.Context, p *protocol.DidOpenNotebookDocumentParams) error {
	return s.openCells(ctx, p.CellTextDocuments)
}

// DidChangeNotebookDocument closes, opens and changes cells.
func (s *server) DidChangeNotebookDocument(ctx context.Context, p *protocol.DidChangeNotebookDocumentParams) error {
	cells := p.Change.Cells
	if cells == nil {
		return nil
	}
	if structure := cells.Structure; structure != nil {
		if err := s.closeCells(ctx, structure.DidClose); err != nil {
			return err
		}
		if err := s.openCells(ctx, structure.DidOpen); err != nil {
			return err
		}
	}
	for _, c := range cells.TextContent {
		change := &protocol.DidChangeTextDocumentParams{TextDocument: c.Document, ContentChanges: c.Changes}
		if err := s.DidChange(ctx, change); err != nil {
			return err
		}
	}
	return nil
}

// DidSaveNotebookDocument does nothing, since cells are not separate files.
func (s *server) DidSaveNotebookDocument(context.Context, *protocol.DidSaveNotebookDocumentParams) error {
	return nil
}

// DidCloseNotebookDocument closes the cells of a notebook.
func (s *server) DidCloseNotebookDocument(ctx context.Context, p *protocol.DidCloseNotebookDocumentParams) error {
	return s.closeCells(ctx, p.CellTextDocuments)
}

func (s *server) openCells(ctx context.Context, cells []protocol.TextDocumentItem) error {
	for _, c := range cells {
		if err := s.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: c}); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) closeCells(ctx context.Context, cells []protocol.TextDocumentIdentifier) error {
	for _, c := range cells {
		if err := s.DidClose(ctx, &protocol.DidCloseTextDocumentParams{TextDocument: c}); err != nil {
			return err
		}
	}
	return nil
}

// watched is a glob pattern for the files whose content affects replies.
var watched = "**/*.{bib,yml,yaml" + strings.ReplaceAll(
	strings.Join(workspace.ManuscriptExtensions, ""), ".", ",",
) + "}"

// watchedSettings is a glob pattern for settings files. When one changes, it is reloaded, and the
// user is asked again whether to trust it.
const watchedSettings = "**/" + config.FileName

// watch registers for notifications about changed files. Without them, the server detects changes
// by a file's modification time and size.
func (s *server) watch(ctx context.Context) {
	if !s.caps.watchFiles {
		return
	}
	watchers := protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{
			{GlobPattern: protocol.Pattern(watched)}, {GlobPattern: protocol.Pattern(watchedSettings)},
		},
	}
	err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "scilit-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: anyOf(watchers),
	}}})
	if err != nil {
		s.opts.Log.Warn("the editor refused to watch files", "error", err)
	}
}

// DidChangeWatchedFiles invalidates cached files, schedules diagnostics of manuscripts and reloads
// changed settings.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	for _, change := range p.Changes {
		path := workspace.PathOf(string(change.URI))
		if filepath.Base(path) == config.FileName {
			defer s.configuration.reload()
			continue
		}
		s.files.Forget(path)
		s.markDirty(path)
	}
	s.diagnostics.scheduleOpen(isManuscript)
	return nil
}
