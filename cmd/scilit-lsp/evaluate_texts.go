package main

import "github.com/scilit-lsp/scilit-lsp/engine/eval"

type evalTextsCmd struct {
	Kind string `arg:"" enum:"queries,papers" help:"Contexts of citations or papers (${enum}), on standard input."`
}

// Run writes the texts.
func (c evalTextsCmd) Run(std streams) error {
	if c.Kind == "papers" {
		return eval.WritePaperTexts(std.in, std.out)
	}
	return eval.WriteQueryTexts(std.in, std.out)
}
