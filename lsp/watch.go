package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// watched are the files that the answers depend on.
var watched = "**/*.{bib,yml,yaml" + strings.ReplaceAll(strings.Join(workspace.ManuscriptExtensions, ""), ".", ",") + "}"

// watchedSettings are read again when they change, and the user is asked again
// whether they can be trusted.
const watchedSettings = "**/" + config.FileName

// watch asks the editor to report changes on disk. Without it a change is
// seen by the time and the size of the file.
func (s *server) watch(ctx context.Context) {
	if !s.caps.watchFiles {
		return
	}
	watchers := protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern(watched)}, {GlobPattern: protocol.Pattern(watchedSettings)}},
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
		path := workspace.PathOf(string(change.URI))
		if filepath.Base(path) == config.FileName {
			defer s.reload()
			continue
		}
		s.files.Forget(path)
		s.markDirty(path)
	}
	s.diagnoseOpen(isManuscript)
	return nil
}
