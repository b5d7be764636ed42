package lsp

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// relaxedTitles say in the titles of actions how the keywords were taken.
var relaxedTitles = map[string]string{
	engine.RelaxedNear:  " (keywords near each other)",
	engine.RelaxedWords: " (keywords anywhere)",
	engine.RelaxedAll:   " (no paper matches the keywords)",
}

// relaxationOf is nil where the keywords match as they are written.
func relaxationOf(found engine.Discovery) *engine.Relaxation {
	if found.Relaxation.Code == "" {
		return nil
	}
	return &found.Relaxation
}
