package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type explainCmd struct {
	cli.EngineFlags
	Papers   []string `arg:"" optional:"" type:"existingfile" help:"Files of the cited papers, in any format that index build reads."`
	Contexts string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not."`
	Pairs    string   `type:"existingfile" placeholder:"FILE" help:"File of true and false statements, written by faithfulness --write. Reports how each relates to its paper, instead of reading contexts."`
	Limit    int      `help:"Maximum number of contexts."`
	Others   int      `default:"4" help:"Number of other papers of the field that replace the cited one in each context (default ${default})."`
	Write    string   `placeholder:"FILE" help:"Write the features to this file, for models/train/evidence.py, instead of measuring."`
	Wrong    bool     `help:"Print claims that a swapped paper supports or the cited one refutes."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

func (c explainCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Pairs != "" {
		return c.relations(ctx, std)
	}
	if c.Contexts == "" {
		return fmt.Errorf("%w: give citation contexts with --contexts FILE, or statements with --pairs FILE", cli.ErrUsage)
	}
	contexts, err := eval.ReadContexts(c.Contexts, c.Limit)
	if err != nil {
		return err
	}
	pairings, err := eval.Pairings(contexts, papersOf(ctx, c.Papers), c.Others)
	if err != nil {
		return err
	}
	network, err := openJudge(c.EngineFlags, std.Err)
	if err != nil {
		return err
	}
	finder := app.Finder(network)
	bar := cli.Progress(std.Err, "pairs")
	defer func() { _ = bar.Finish() }()
	if c.Write != "" {
		return c.write(ctx, finder, pairings, func() { _ = bar.Add(1) })
	}
	report, err := eval.MeasureExplain(ctx, finder, pairings, func() { _ = bar.Add(1) })
	switch {
	case err != nil:
		return err
	case c.JSON:
		return cli.PrintJSON(std.Out, report)
	}
	printExplain(std.Out, report)
	for _, x := range report.Wrong {
		if c.Wrong {
			fmt.Fprintf(std.Out, "%s %s (%.2f, support %.2f): %s\n  %s\n  %s\n", x.Paper.ID, x.Found.Relation, x.Found.Score,
				x.Found.Support, x.Found.Reason, x.Claim().Plain(), x.Found.Sentence.Text)
		}
	}
	return nil
}

// relations prints how often each relation, such as supports or refutes, is found between true or
// false statements and their papers.
func (c explainCmd) relations(ctx context.Context, std cli.Streams) error {
	claims, err := readFile(c.Pairs, eval.ReadClaims)
	if err != nil {
		return err
	}
	network, err := openJudge(c.EngineFlags, std.Err)
	if err != nil {
		return err
	}
	bar := cli.Progress(std.Err, "statements")
	kinds, err := eval.RelationsByKind(ctx, app.Finder(network), claims, func() { _ = bar.Add(1) })
	_ = bar.Finish()
	switch {
	case err != nil:
		return err
	case c.JSON:
		return cli.PrintJSON(std.Out, kinds)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(std.Out, "%-10s", kind)
		for _, relation := range relationNames {
			fmt.Fprintf(std.Out, "  %s %.3f", relation, kinds[kind][relation])
		}
		fmt.Fprintln(std.Out)
	}
	return nil
}

// relationNames lists the relations in the order in which reports print them.
var relationNames = []evidence.Relation{evidence.Supports, evidence.Refutes, evidence.Related, evidence.NotFound}

func (c explainCmd) write(ctx context.Context, f evidence.Finder, pairings []eval.Pairing, done func()) error {
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
		fmt.Fprintf(w, "%-17s AUC %.3f  swapped found at %.2f false alarms %.3f (%.3f to %.3f)  at the threshold %.3f "+
			"with %.3f false alarms\n",
			by.name, by.AUC, eval.FalseAlarms, by.Found.Mean, by.Found.Low, by.Found.High, by.FlaggedSwapped, by.FlaggedCited)
	}
	fmt.Fprintf(w, "share of pairs in which the cited paper's closest passage scores higher: %.3f (%.3f to %.3f)\n",
		r.Passage.Mean, r.Passage.Low, r.Passage.High)
	for _, relation := range relationNames {
		fmt.Fprintf(w, "  %-9s  cited %.3f  swapped %.3f\n", relation, r.Cited[relation], r.Swapped[relation])
	}
}
