package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type explainCmd struct {
	cli.EngineFlags
	Papers   []string `arg:"" type:"existingfile" help:"Files of the cited papers, in any format that index build reads."`
	Contexts string   `required:"" type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not."`
	Limit    int      `help:"Maximum number of contexts."`
	Others   int      `default:"4" help:"Number of other papers in the field that replace the cited one in each context (default ${default})."`
	Write    string   `placeholder:"FILE" help:"Write the features to this file, for models/train/evidence.py, instead of measuring."`
	Wrong    bool     `help:"Print claims supported by a swapped paper or refuted by the cited one."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

func (c explainCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, err := eval.ReadContexts(c.Contexts, c.Limit)
	if err != nil {
		return err
	}
	pairings, err := eval.Pairings(contexts, papersOf(ctx, c.Papers), c.Others)
	if err != nil {
		return err
	}
	finder, err := openFinder(c.EngineFlags, std)
	if err != nil {
		return err
	}
	if c.Write != "" {
		return withProgress(std, "pairs", func(step func()) error {
			return writeFile(c.Write, func(w io.Writer) error {
				return eval.WriteSupportRows(ctx, finder, pairings, w, step)
			})
		})
	}
	return measure(std, "pairs", c.JSON, func(step func()) (eval.ExplainReport, error) {
		return eval.MeasureExplain(ctx, finder, pairings, step)
	}, c.print)
}

func (c explainCmd) print(w io.Writer, r eval.ExplainReport) {
	fmt.Fprintf(w, "n %d  papers in place of the cited ones %d\n", r.N, r.Others)
	for _, by := range []struct {
		name string
		eval.SwapReport
	}{{"claim alone", r.Claim}, {"with its context", r.Context}} {
		fmt.Fprintf(w, "%-17s AUC %.3f  swapped found at %.2f false alarms %v  at the threshold %.3f with %.3f false "+
			"alarms\n", by.name, by.AUC, eval.FalseAlarms, by.Found, by.FlaggedSwapped, by.FlaggedCited)
	}
	fmt.Fprintf(w, "share of pairs in which the cited paper's closest passage scores higher: %v\n", r.Passage)
	relations := []evidence.Relation{evidence.Supports, evidence.Refutes, evidence.Related, evidence.NotFound}
	for _, relation := range relations {
		fmt.Fprintf(w, "  %-9s  cited %.3f  swapped %.3f\n", relation, r.Cited[relation], r.Swapped[relation])
	}
	for _, x := range r.Wrong {
		if c.Wrong {
			fmt.Fprintf(w, "%s %s (%.2f, support %.2f): %s\n  %s\n  %s\n", x.Paper.ID, x.Found.Relation, x.Found.Score,
				x.Found.Support, x.Found.Reason, x.Claim().Plain(), x.Found.Sentence.Text)
		}
	}
}
