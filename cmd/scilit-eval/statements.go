package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type statementsCmd struct {
	cli.EngineFlags
	Contexts string `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not. The citing sentences are the statements."`
	N        int    `name:"n" default:"40" help:"Number of statements to sample, evenly across the sources of the contexts (default ${default})."`
	Top      int    `default:"5" help:"Number of references per statement (default ${default})."`
	Seed     uint64 `default:"1" help:"Seed of the sample (default ${default})."`
	Count    string `type:"existingfile" placeholder:"SHEET" help:"Count the labels in a sheet instead of writing one."`
	JSON     bool   `name:"json" help:"Print the counts as JSON."`
}

func (c statementsCmd) Run(ctx context.Context, std cli.Streams) error {
	switch {
	case c.Count != "":
		rows, err := readFile(c.Count, eval.ReadReferences)
		if err != nil {
			return err
		}
		return printReport(std, c.JSON, eval.CountReferences(rows), printStatements)
	case c.Contexts == "":
		return fmt.Errorf("%w: give statements with --contexts FILE, or a labelled sheet with --count SHEET", cli.ErrUsage)
	case c.N < 1 || c.Top < 1:
		return fmt.Errorf("%w: --n and --top must be at least 1", cli.ErrUsage)
	}
	contexts, parts, err := contextFlags{EngineFlags: c.EngineFlags, Contexts: c.Contexts}.read(ctx, std)
	if err != nil {
		return err
	}
	return withProgress(std, "statements", func(step func()) error {
		return eval.StatementsSheet{
			Engine: engine.New(parts), Finder: app.Finder(nil), N: c.N, Top: c.Top, Seed: c.Seed, Progress: step,
		}.Write(ctx, contexts, std.Out)
	})
}

func printStatements(w io.Writer, r eval.StatementsReport) {
	fmt.Fprintf(w, "%d statements, %d references\n", r.Statements, r.References)
	fmt.Fprintf(w, "%-27s %v\n", "validity", r.Validity)
	fmt.Fprintf(w, "%-27s %v\n", "really cited among them", r.Found)
	for i, reading := range r.Readings {
		fmt.Fprintf(w, "reading %d\n", i+1)
		for _, top := range slices.Sorted(maps.Keys(reading.Tops)) {
			printTop(w, fmt.Sprintf("first %d", top), reading.Tops[top])
		}
		for _, groups := range []map[string]eval.TopReading{reading.Sources, reading.Kinds, reading.Relations} {
			for _, name := range slices.Sorted(maps.Keys(groups)) {
				printTop(w, name, groups[name])
			}
		}
	}
	if r.Kappa != nil {
		fmt.Fprintf(w, "%-27s %.2f\n", "kappa, usable or not", *r.Kappa)
	}
}

func printTop(w io.Writer, name string, r eval.TopReading) {
	fmt.Fprintf(w, "  %s\n    %-23s %v\n    %-23s %v\n    %-23s %v\n", name,
		"precision", r.Precision, "or on the subject", r.Subject, "usability", r.Usability)
}
