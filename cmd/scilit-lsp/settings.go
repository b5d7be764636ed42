package main

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/config"
)

// loadHere reads the settings of the user and of the current folder, which is a
// workspace like any other.
func loadHere() config.Loaded { return loadIn(".") }

func loadIn(folders ...string) config.Loaded {
	return config.Load(config.Sources{Roots: folders, Trust: config.OpenTrust()})
}

// settingsHere are those of loadHere, with what does not count on standard error.
func settingsHere(std streams) config.Settings { return settingsOf(std, ".") }

// settingsOf are those of the user and of the folders, each a workspace.
func settingsOf(std streams, folders ...string) config.Settings {
	loaded := loadIn(folders...)
	for _, problem := range loaded.Problems {
		fmt.Fprintf(std.err, "scilit-lsp: note: %v\n", problem)
	}
	for _, refusal := range loaded.Refused {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", refusal)
	}
	return loaded.Settings
}
