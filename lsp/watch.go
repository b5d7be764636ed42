package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// watched is the glob pattern of the files on whose content replies depend.
var watched = "**/*.{bib,yml,yaml" + strings.ReplaceAll(
	strings.Join(workspace.ManuscriptExtensions, ""), ".", ",",
) + "}"

// watchedSettings is the glob pattern of settings files. They are reloaded when they change, and
// the user is asked again whether to trust them.
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
