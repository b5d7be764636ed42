package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

type evalStatementsCmd struct {
	engineFlags
	Contexts string `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, gzip or not, whose citing sentences are the statements."`
	N        int    `name:"n" default:"40" help:"How many statements to draw, as many from each source of the contexts (${default})."`
	Top      int    `default:"5" help:"How many references to ask for each (${default})."`
	Seed     uint64 `default:"1" help:"Draws the statements (${default})."`
	Count    string `type:"existingfile" placeholder:"SHEET" help:"Count the labels of a sheet instead of writing one."`
	JSON     bool   `name:"json" help:"Print the counts as JSON."`
}

// Run writes a sheet of references, or counts one.
func (c evalStatementsCmd) Run(ctx context.Context, std streams) error {
	switch {
	case c.Count != "":
		return countSheet(std, c.Count, c.JSON, eval.ReadReferences, eval.CountReferences, printStatements)
	case c.Contexts == "":
		return fmt.Errorf("%w: give statements with --contexts FILE, or a labelled sheet with --count SHEET", errUsage)
	case c.N < 1 || c.Top < 1:
		return fmt.Errorf("%w: --n and --top are at least 1", errUsage)
	}
	contexts, parts, err := contextFlags{engineFlags: c.engineFlags, Contexts: c.Contexts}.read(ctx, std)
	if err != nil {
		return err
	}
	bar := progress(std.err, "statements")
	defer func() { _ = bar.Finish() }()
	return eval.StatementsSheet{
		Engine: engine.New(parts), Finder: evidence.Finder{Embedder: onnx.Static()}, N: c.N, Top: c.Top, Seed: c.Seed,
		Progress: func(done int) { _ = bar.Set(done) },
	}.Write(ctx, contexts, std.out)
}

func printStatements(w io.Writer, r eval.StatementsReport) {
	fmt.Fprintf(w, "%d statements, %d references\n", r.Statements, r.References)
	fmt.Fprintf(w, "%-27s %s\n", "validity", rateText(r.Validity))
	fmt.Fprintf(w, "%-27s %s\n", "really cited among them", rateText(r.Found))
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
	fmt.Fprintf(w, "  %s\n    %-23s %s\n    %-23s %s\n    %-23s %s\n", name,
		"precision", rateText(r.Precision), "or on the subject", rateText(r.Subject), "usability", rateText(r.Usability))
}
