package main

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

type evalExplainCmd struct {
	Papers   []string `arg:"" type:"existingfile" help:"Files of papers that the contexts cite, as index build takes them."`
	Contexts string   `required:"" type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, gzip or not."`
	Limit    int      `help:"Only so many contexts."`
	Others   int      `default:"4" help:"How many papers of the same field each context is given in place of the cited one (${default})."`
	Write    string   `placeholder:"FILE" help:"Write what is compared instead, for models/train/evidence.py."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

// Run measures how well evidence tells cited papers from others of the field.
func (c evalExplainCmd) Run(ctx context.Context, std streams) error {
	contexts, err := eval.ReadContexts(c.Contexts, c.Limit)
	if err != nil {
		return err
	}
	pairings, err := eval.Pairings(contexts, papersOf(ctx, c.Papers), c.Others)
	if err != nil {
		return err
	}
	finder := evidence.Finder{Embedder: onnx.Static()}
	bar := progress(std.err, "pairs")
	defer func() { _ = bar.Finish() }()
	return writeFile(c.Write, func(w io.Writer) error {
		out := json.NewEncoder(w)
		return eval.SupportRows(ctx, finder, pairings, func(row eval.SupportRow) error {
			_ = bar.Add(1)
			return out.Encode(row)
		})
	})
}
