package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

type evalExplainCmd struct {
	Papers   []string `arg:"" optional:"" type:"existingfile" help:"Files of papers that the contexts cite, as index build takes them."`
	Contexts string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, gzip or not."`
	Pairs    string   `type:"existingfile" placeholder:"FILE" help:"Say instead how statements relate to their papers, true ones and false ones (eval faithfulness --write makes such a file)."`
	Limit    int      `help:"Only so many contexts."`
	Others   int      `default:"4" help:"How many papers of the same field each context is given in place of the cited one (${default})."`
	Write    string   `placeholder:"FILE" help:"Write what is compared instead, for models/train/evidence.py."`
	Wrong    bool     `help:"Print the claims that a swapped paper is said to support, and those that the cited one is said to refute."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

// Run measures how well evidence tells cited papers from others of the field.
func (c evalExplainCmd) Run(ctx context.Context, std streams) error {
	if c.Pairs != "" {
		return c.relations(ctx, std)
	}
	if c.Contexts == "" {
		return fmt.Errorf("%w: give citation contexts with --contexts FILE, or statements with --pairs FILE", errUsage)
	}
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
	if c.Write != "" {
		return c.write(ctx, finder, pairings, func() { _ = bar.Add(1) })
	}
	report, err := eval.MeasureExplain(ctx, finder, pairings, func() { _ = bar.Add(1) })
	switch {
	case err != nil:
		return err
	case c.JSON:
		return printJSON(std.out, report)
	}
	printExplain(std.out, report)
	for _, x := range report.Wrong {
		if c.Wrong {
			fmt.Fprintf(std.out, "%s %s (%.2f, support %.2f): %s\n  %s\n  %s\n", x.Paper.ID, x.Found.Relation, x.Found.Score, x.Found.Support, x.Found.Reason, x.Claim().Plain(), x.Found.Sentence.Text)
		}
	}
	return nil
}

// relations prints how statements relate to their papers.
func (c evalExplainCmd) relations(ctx context.Context, std streams) error {
	claims, err := readFile(c.Pairs, eval.ReadClaims)
	if err != nil {
		return err
	}
	bar := progress(std.err, "statements")
	kinds, err := eval.RelationsByKind(ctx, evidence.Finder{Embedder: onnx.Static()}, claims, func() { _ = bar.Add(1) })
	_ = bar.Finish()
	switch {
	case err != nil:
		return err
	case c.JSON:
		return printJSON(std.out, kinds)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(std.out, "%-10s", kind)
		for _, relation := range relationNames {
			fmt.Fprintf(std.out, "  %s %.3f", relation, kinds[kind][relation])
		}
		fmt.Fprintln(std.out)
	}
	return nil
}

// relationNames are in the order of reports.
var relationNames = []evidence.Relation{evidence.Supports, evidence.Refutes, evidence.Related, evidence.NotFound}

func (c evalExplainCmd) write(ctx context.Context, f evidence.Finder, pairings []eval.Pairing, done func()) error {
	return writeFile(c.Write, func(w io.Writer) error {
		out := json.NewEncoder(w)
		return eval.SupportRows(ctx, f, pairings, func(row eval.SupportRow) error {
			done()
			return out.Encode(row)
		})
	})
}

func printExplain(w io.Writer, r eval.ExplainReport) {
	fmt.Fprintf(w, "n %d  papers in place of the cited ones %d\n", r.N, r.Others)
	for _, by := range []struct {
		name string
		eval.SwapReport
	}{{"claim alone", r.Claim}, {"with its context", r.Context}} {
		fmt.Fprintf(w, "%-17s AUC %.3f  swapped found at %.2f false alarms %.3f (%.3f to %.3f)  at the threshold %.3f with %.3f false alarms\n",
			by.name, by.AUC, eval.FalseAlarms, by.Found.Mean, by.Found.Low, by.Found.High, by.FlaggedSwapped, by.FlaggedCited)
	}
	fmt.Fprintf(w, "the closest passage of a cited paper scores higher than that of another: %.3f (%.3f to %.3f)\n", r.Passage.Mean, r.Passage.Low, r.Passage.High)
	for _, relation := range relationNames {
		fmt.Fprintf(w, "  %-9s  cited %.3f  swapped %.3f\n", relation, r.Cited[relation], r.Swapped[relation])
	}
}
