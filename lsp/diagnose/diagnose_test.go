package diagnose

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestWordsOfKey(t *testing.T) {
	paper := &engine.Paper{Title: "Concise Integer Linear-Programming Formulations", Year: 2009, Authors: []engine.Author{{Family: "van der Martins"}, {Family: "Smith"}}}
	for key, want := range map[string]bool{
		"vandermartins2009concise": true, "vandermartins:2009": true, "vandermartins_concise_2009": true, "vandermartins-etal-2009-concise": true,
		"Vandermartins2009Concise": true, "vandermartinsSmith2009": true, "vandermartins2009b": true, "vandermartins2009programming": true,
		"vandermartins2010concise": false, "smith2009concise": false, "vandermartins2009parsing": false, "vandermartins": false, "2009": false, "": false,
		"martins2009concise": true, "martins2009parsing": false, "ins2009concise": false,
	} {
		if got := wordsOfKey(key).fits(paper); got != want {
			t.Errorf("%q: %v, %+v", key, got, wordsOfKey(key))
		}
	}
}
