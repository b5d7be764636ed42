package main

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalDraftsCmd struct {
	contextFlags
	N          int    `name:"n" default:"100" help:"How many places to draw (${default}); 0 for all."`
	Seed       uint64 `default:"1" help:"Draws the places (${default})."`
	NoKeywords bool   `help:"Write from the context and the paper alone."`
	Free       bool   `help:"Let the model use any words, not only those of the paper."`
}

// Run writes all drafts of each place.
func (c evalDraftsCmd) Run(ctx context.Context, std streams) error {
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
	bar := progress(std.err, "places")
	defer func() { _ = bar.Finish() }()
	return eval.WriteDrafts(ctx, writer, contexts, eval.DraftOptions{
		N: c.N, Seed: c.Seed, NoKeywords: c.NoKeywords, Progress: func(done int) { _ = bar.Set(done) },
		Paper: func(ctx context.Context, id string) (*engine.Paper, error) { return find(ctx, e, nil, id) },
	}, std.out)
}
