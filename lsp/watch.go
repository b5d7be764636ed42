package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// watched are the files that the answers depend on.
const watched = "**/*.{bib,tex,ltx,md,markdown,qmd,rmd}"

// watch asks the editor to tell of changes on disk. Without it a change is
// seen by the time and the size of the file.
func (s *server) watch(ctx context.Context) {
	if !s.caps.watchFiles {
		return
	}
	watchers := protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern(watched)}},
	}
	err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "scilit-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: anyOf(watchers),
	}}})
	if err != nil {
		s.opts.Log.Warn("the editor does not watch files", "error", err)
	}
}

// DidChangeWatchedFiles has the files read again when they are needed, and
// looks whether keys have become known.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	for _, change := range p.Changes {
		s.files.Forget(workspace.PathOf(string(change.URI)))
		s.keeper.suspect(workspace.PathOf(string(change.URI)))
	}
	s.diagnoseOpen(isManuscript)
	return nil
}
