package cli

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// Load reads the settings of the user and of the workspaces in the given folders. Without folders,
// the current folder is the workspace.
func Load(folders ...string) config.Loaded {
	if len(folders) == 0 {
		folders = []string{"."}
	}
	return config.Load(config.Sources{Roots: folders, Trust: config.OpenTrust()})
}

// Settings loads the settings. It prints mistakes in them, and settings that a workspace may not
// set.
func (s Streams) Settings(folders ...string) config.Settings {
	loaded := Load(folders...)
	for _, problem := range loaded.Problems {
		s.Note("note: %v", problem)
	}
	for _, refusal := range loaded.Refused {
		s.Note("note: %s", refusal)
	}
	return loaded.Settings
}

// PrintNotices prints notices on standard error.
func (s Streams) PrintNotices(notices ...wire.Notice) {
	for _, n := range notices {
		s.Note("note: %s", n.Text)
	}
}

// OpenLLM opens the language model in the user's settings.
func OpenLLM(std Streams, approve func(context.Context, llm.Request) error) (*llm.Client, error) {
	return backend.OpenLLM(std.Settings().LLM, approve)
}
