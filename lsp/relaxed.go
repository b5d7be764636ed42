package lsp

import (
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// relaxedTitles say in the titles of actions how the keywords were taken.
var relaxedTitles = map[string]string{
	engine.RelaxedNear:  " (keywords near each other)",
	engine.RelaxedWords: " (keywords anywhere)",
	engine.RelaxedAll:   " (no paper matches the keywords)",
}

// asSentence begins with a capital and ends with a full stop.
func asSentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
