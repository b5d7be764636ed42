package main

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalQueriesCmd struct {
	contextFlags
	JSON bool `name:"json" help:"Print JSON."`
}

// Run compares kinds of queries.
func (c evalQueriesCmd) Run(ctx context.Context, std streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	bar := progress(std.err, "contexts")
	report, err := eval.MeasureQueries(ctx, parts.Retrievers, contexts, func(done int) { _ = bar.Set(done) })
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	for _, kind := range eval.QueryKinds {
		k := report.Kinds[kind]
		fmt.Fprintf(std.out, "%-9s n %d  R@10 %.3f (%.3f to %.3f)  words sent %.1f\n",
			kind, report.N, k.Recall10, k.Interval.Low, k.Interval.High, k.Words)
	}
	return nil
}
