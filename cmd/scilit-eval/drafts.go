package main

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type draftsCmd struct {
	contextFlags
	N          int    `name:"n" default:"100" help:"Number of contexts to sample; 0 for all (default ${default})."`
	Seed       uint64 `default:"1" help:"Seed of the sample (default ${default})."`
	NoKeywords bool   `help:"Do not pass keywords to the writer."`
	Free       bool   `help:"Do not restrict the model to the words of the paper."`
}

func (c draftsCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	writer, ok := parts.Writer.(engine.CheckedWriter)
	if !ok {
		return errors.New("there is no model to draft with: give --writer model, and see doctor")
	}
	writer.Free = c.Free
	e := engine.New(parts)
	bar := cli.Progress(std.Err, "places")
	defer func() { _ = bar.Finish() }()
	return eval.WriteDrafts(ctx, writer, contexts, eval.DraftOptions{
		N: c.N, Seed: c.Seed, NoKeywords: c.NoKeywords, Progress: func(done int) { _ = bar.Set(done) },
		Paper: func(ctx context.Context, id string) (*engine.Paper, error) { return find(ctx, e, nil, id) },
	}, std.Out)
}
