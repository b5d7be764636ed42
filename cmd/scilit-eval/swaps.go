package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

type swapsCmd struct {
	Index string `required:"" type:"existingdir" placeholder:"DIR" help:"Index with the texts of the cited works."`
	Runs  int    `default:"5" help:"Number of runs, each with different swaps (default ${default})."`
	Swaps int    `default:"20" help:"Number of keys swapped per run (default ${default})."`
	Seed  uint64 `help:"Seed of the random numbers (default 0)."`
	Write bool   `help:"Also print each citation of the unchanged manuscript with its grade."`
	JSON  bool   `name:"json" help:"Print JSON."`
	File  string `arg:"" type:"existingfile" help:"The manuscript. Files that it includes are also read."`
}

func (swapsCmd) Help() string {
	return `Swaps keys of a manuscript for those of other works that it cites, as if an author had mistaken one for the
other, and orders all citations as "scilit-lsp check --support" does, weakest first. Prints the share of the
swapped ones among as many of the weakest, the AUC, and the share found at 5 % false alarms.`
}

func (c swapsCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Runs < 1 || c.Swaps < 1 {
		return fmt.Errorf("%w: --runs and --swaps must be at least 1", cli.ErrUsage)
	}
	w, document, err := manuscript.Open(ctx, c.File)
	if err != nil {
		return err
	}
	citations := manuscript.Citations(ctx, w, document, func(path string) string { return path })
	x, err := index.Open(c.Index)
	if err != nil {
		return err
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
	err = c.measure(ctx, std, e, citations)
	return errors.Join(err, e.Close())
}

func (c swapsCmd) measure(ctx context.Context, std cli.Streams, e *engine.Engine, all []support.Citation) error {
	opts := support.Options{Finder: evidence.Finder{Embedder: onnx.Static()}}
	if c.Write {
		if err := c.write(ctx, std, e, all, opts); err != nil {
			return err
		}
	}
	r, err := eval.SwapKeys{Options: opts, Runs: c.Runs, Swaps: c.Swaps, Seed: c.Seed}.Measure(ctx, e, all)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return cli.PrintJSON(std.Out, r)
	}
	fmt.Fprintf(std.Out, "%d citations of %d works with a text; %d runs of %d swapped keys\n", r.Citations, r.Works,
		c.Runs, r.Swaps)
	for i, run := range r.Runs {
		printSwaps(std, fmt.Sprintf("run %d", i+1), r.Swaps, run)
	}
	printSwaps(std, "mean", r.Swaps, r.Mean)
	return nil
}

func printSwaps(std cli.Streams, name string, swaps int, r eval.SwapRun) {
	fmt.Fprintf(std.Out, "%-6s among the worst %d %.3f  AUC %.3f  found at %.2f false alarms %.3f\n", name, swaps, r.Worst,
		r.AUC, eval.FalseAlarms, r.Found)
}

// write grades all citations and prints each with its grade and its sentence, for human readers.
func (c swapsCmd) write(ctx context.Context, std cli.Streams, e *engine.Engine, all []support.Citation,
	opts support.Options) error {
	graded, err := support.Check(ctx, e, all, opts)
	for _, g := range graded {
		fmt.Fprintf(std.Out, "%s:%d %s: %s, %.3f (%s)\n  %s\n", g.Path, g.Line, g.Key, g.Grade, g.Found.Score, g.Reason,
			g.Claim.Plain())
	}
	return err
}
