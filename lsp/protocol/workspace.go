package protocol

import "go.lsp.dev/uri"

// A WorkspaceFolder is one that the editor works in.
type WorkspaceFolder struct {
	URI uri.URI `json:"uri"`
}

// ConfigurationParams are those of workspace/configuration.
type ConfigurationParams struct {
	Items []ConfigurationItem `json:"items"`
}

// A ConfigurationItem names settings.
type ConfigurationItem struct {
	Section *string `json:"section,omitzero"`
}

// DidChangeConfigurationParams are those of workspace/didChangeConfiguration.
type DidChangeConfigurationParams struct {
	Settings LSPAny `json:"settings"`
}

// DidChangeWatchedFilesParams are those of workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesParams struct {
	Changes []FileEvent `json:"changes"`
}

// A FileEvent is a file that was made, changed or removed.
type FileEvent struct {
	URI uri.URI `json:"uri"`
}

// A Pattern matches names of files.
type Pattern string

// A FileSystemWatcher asks for the events of some files.
type FileSystemWatcher struct {
	GlobPattern Pattern `json:"globPattern"`
}

// DidChangeWatchedFilesRegistrationOptions are those of a Registration for
// workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers []FileSystemWatcher `json:"watchers"`
}

// A Registration asks for a method to be sent.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions LSPAny `json:"registerOptions,omitzero"`
}

// RegistrationParams are those of client/registerCapability.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}
