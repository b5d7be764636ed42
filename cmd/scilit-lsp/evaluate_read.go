package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalReadCmd struct {
	engineFlags
	Contexts   string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, gzip or not."`
	Papers     []string `type:"existingfile" placeholder:"FILE" help:"Files that hold the cited papers, where no index has them: any format that index build reads."`
	N          int      `name:"n" default:"100" help:"How many places to draw (${default}); 0 for all."`
	Seed       uint64   `default:"1" help:"Draws the places (${default})."`
	NoKeywords bool     `help:"Write from the context and the paper alone."`
	Count      string   `type:"existingfile" placeholder:"SHEET" help:"Count what readers said in the sheet instead of writing one."`
	JSON       bool     `name:"json" help:"Print the counts as JSON."`
}

// Run writes a sheet, or counts one.
func (c evalReadCmd) Run(ctx context.Context, std streams) error {
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
	parts, err := c.openParts(ctx, std)
	if err != nil {
		return err
	}
	papers, err := byID(ctx, c.Papers)
	if err != nil {
		return err
	}
	e := engine.New(parts)
	bar := progress(std.err, "sentences")
	defer func() { _ = bar.Finish() }()
	return eval.WriteSheet(ctx, e, contexts, eval.ReadingOptions{
		N: c.N, Seed: c.Seed, NoKeywords: c.NoKeywords, Progress: func(done int) { _ = bar.Set(done) },
		Paper: func(ctx context.Context, id string) (*engine.Paper, error) { return find(ctx, e, papers, id) },
	}, std.out)
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

// countSheet prints what the labels of a sheet come to.
func countSheet[Row, Report any](std streams, path string, asJSON bool, read func(io.Reader) ([]Row, error), count func([]Row) Report, print func(io.Writer, Report)) error {
	rows, err := readFile(path, read)
	if err != nil {
		return err
	}
	report := count(rows)
	if asJSON {
		return printJSON(std.out, report)
	}
	print(std.out, report)
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
