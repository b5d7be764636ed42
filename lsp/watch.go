package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// watched matches the files that replies depend on.
var watched = "**/*.{bib,yml,yaml" + strings.ReplaceAll(
	strings.Join(workspace.ManuscriptExtensions, ""), ".", ",",
) + "}"

// watchedSettings matches the files that are read again when they change; the user
// is asked again whether to trust them.
const watchedSettings = "**/" + config.FileName

// watch requests notifications about changed files. Without them, changes are found
// by the time and size of a file.
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
		s.opts.Log.Warn("the editor does not watch files", "error", err)
	}
}

// DidChangeWatchedFiles discards the cached files and diagnoses manuscripts again.
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
