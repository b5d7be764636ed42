package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

type swapsCmd struct {
	Index string `required:"" type:"existingdir" placeholder:"DIR" help:"Index with the texts of the cited works."`
	Runs  int    `default:"5" help:"Number of runs, each with different swaps (default ${default})."`
	Swaps int    `default:"20" help:"Number of keys swapped per run (default ${default})."`
	Seed  uint64 `help:"Seed of the random numbers (default 0)."`
	JSON  bool   `name:"json" help:"Print JSON."`
	File  string `arg:"" type:"existingfile" help:"The manuscript. Files that it includes are also read."`
}

func (swapsCmd) Help() string {
	return `Swaps keys in a manuscript for those of other works that it cites, as if an author had mistaken one for the
other, and orders all citations as "scilit-lsp check --support" does, weakest first. Prints the share of swapped
citations among the N weakest, where N is the number of swaps, the AUC, and the share found at 5 % false alarms.`
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
	swaps := eval.SwapKeys{Options: support.Options{Finder: app.Finder(nil)}, Runs: c.Runs, Swaps: c.Swaps, Seed: c.Seed}
	r, err := swaps.Measure(ctx, e, all)
	if err != nil {
		return err
	}
	return printReport(std, c.JSON, r, printSwaps)
}

func printSwaps(w io.Writer, r eval.SwappedKeys) {
	fmt.Fprintf(w, "%d citations of %d works with a text; %d runs of %d swapped keys\n", r.Citations, r.Works, len(r.Runs),
		r.Swaps)
	run := func(name string, run eval.SwapRun) {
		fmt.Fprintf(w, "%-6s among the worst %d %.3f  AUC %.3f  found at %.2f false alarms %.3f\n", name, r.Swaps, run.Worst,
			run.AUC, eval.FalseAlarms, run.Found)
	}
	for i, one := range r.Runs {
		run(fmt.Sprintf("run %d", i+1), one)
	}
	run("mean", r.Mean)
}
