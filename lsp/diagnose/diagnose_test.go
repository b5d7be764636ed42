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
	} {
		if got := wordsOfKey(key).fits(paper); got != want {
			t.Errorf("%q: %v, %+v", key, got, wordsOfKey(key))
		}
	}
}

func TestSameTitle(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Attention Is All You Need", "Attention is all you need", true},
		{"GloVe: Global Vectors for Word Representation", "{GloVe}", true},
		{"Neural Machine Translation by Jointly Learning to Align", "Neural machine translation by jointly aligning", true},
		{"Attention Is All You Need", "Deep Residual Learning for Image Recognition", false},
		{"Attention", "", true},
	} {
		if got := sameTitle(tt.a, tt.b); got != tt.want {
			t.Errorf("%q, %q: %v", tt.a, tt.b, got)
		}
	}
}
