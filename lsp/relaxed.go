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
