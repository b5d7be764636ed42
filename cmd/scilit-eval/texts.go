package main

import (
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type textsCmd struct {
	Kind string `arg:"" enum:"queries,papers" help:"Kind of the JSON lines on standard input: ${enum}."`
}

func (c textsCmd) Run(std cli.Streams) error {
	if c.Kind == "papers" {
		return eval.WritePaperTexts(std.In, std.Out)
	}
	return eval.WriteQueryTexts(std.In, std.Out)
}
