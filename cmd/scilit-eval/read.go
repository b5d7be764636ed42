package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type readCmd struct {
	cli.EngineFlags
	Contexts   string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not."`
	Papers     []string `type:"existingfile" placeholder:"FILE" help:"Files of cited papers that no index has, in any format that index build reads."`
	N          int      `name:"n" default:"100" help:"Number of contexts to sample; 0 for all (default ${default})."`
	Seed       uint64   `default:"1" help:"Seed of the sample (default ${default})."`
	NoKeywords bool     `help:"Do not pass keywords to the writer."`
	Count      string   `type:"existingfile" placeholder:"SHEET" help:"Count the labels of this sheet instead of writing one."`
	JSON       bool     `name:"json" help:"Print the counts as JSON."`
}

func (c readCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Count != "" {
		return countSheet(std, c.Count, c.JSON, eval.ReadSheet, eval.CountReadings, printReadings)
	}
	if c.Contexts == "" {
		return errors.New("give the places to write at with --contexts FILE, or a labelled sheet with --count SHEET")
	}
	contexts, err := eval.ReadContexts(c.Contexts, 0)
	if err != nil {
		return err
	}
	parts, err := c.OpenParts(ctx, std)
	if err != nil {
		return err
	}
	papers, err := byID(ctx, c.Papers)
	if err != nil {
		return err
	}
	e := engine.New(parts)
	bar := cli.Progress(std.Err, "sentences")
	defer func() { _ = bar.Finish() }()
	return eval.WriteSheet(ctx, e, contexts, eval.ReadingOptions{
		N: c.N, Seed: c.Seed, NoKeywords: c.NoKeywords, Progress: func(done int) { _ = bar.Set(done) },
		Paper: func(ctx context.Context, id string) (*engine.Paper, error) { return find(ctx, e, papers, id) },
	}, std.Out)
}

func byID(ctx context.Context, files []string) (map[string]*engine.Paper, error) {
	papers := make(map[string]*engine.Paper)
	for p, err := range papersOf(ctx, files) {
		if err != nil {
			return nil, err
		}
		papers[p.ID] = p
	}
	return papers, nil
}

func find(ctx context.Context, e *engine.Engine, papers map[string]*engine.Paper, id string) (*engine.Paper, error) {
	if p := papers[id]; p != nil {
		return p, nil
	}
	found, err := e.Papers(ctx, []engine.WorkRef{{ID: id}})
	if err == nil && found[0] == nil {
		err = fmt.Errorf("it cites %s, which is in no index and in no file of --papers", id)
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// countSheet reads a sheet that readers have labelled and prints a summary of the labels.
func countSheet[Row, Report any](std cli.Streams, path string, asJSON bool, read func(io.Reader) ([]Row, error),
	count func([]Row) Report, print func(io.Writer, Report)) error {
	rows, err := readFile(path, read)
	if err != nil {
		return err
	}
	report := count(rows)
	if asJSON {
		return cli.PrintJSON(std.Out, report)
	}
	print(std.Out, report)
	return nil
}

func printReadings(w io.Writer, r eval.ReadingReport) {
	fmt.Fprintf(w, "%d sentences, %d places without one\n", r.N, r.Empty)
	for i, reader := range r.Readers {
		fmt.Fprintf(w, "reader %d, %d labelled\n", i+1, reader.Labelled)
		for _, label := range eval.TruthLabels {
			fmt.Fprintf(w, "  %-12s %s\n", label, rateText(reader.Truth[label]))
		}
		for _, label := range eval.UseLabels {
			fmt.Fprintf(w, "  %-12s %s\n", label, rateText(reader.Use[label]))
		}
		fmt.Fprintf(w, "  %-12s %s\n", "usable", rateText(reader.Usable))
	}
	if r.Both != nil {
		fmt.Fprintf(w, "both, %d labelled\n  faithful     %s\n  usable       %s\n  kappa        truth %.2f, use %.2f\n",
			r.Both.Labelled, rateText(r.Both.Faithful), rateText(r.Both.Usable), r.Both.KappaTruth, r.Both.KappaUse)
	}
	for _, source := range slices.Sorted(maps.Keys(r.Sources)) {
		fmt.Fprintf(w, "faithful, %s: %s\n", source, rateText(r.Sources[source]))
	}
}

func rateText(r eval.Rate) string {
	return fmt.Sprintf("%3d of %3d  %.3f (%.3f to %.3f)", r.Count, r.Of, r.Share, r.Low, r.High)
}
