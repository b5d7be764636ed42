package main

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type queriesCmd struct {
	contextFlags
	JSON bool `name:"json" help:"Print JSON."`
}

func (c queriesCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	bar := cli.Progress(std.Err, "contexts")
	report, err := eval.MeasureQueries(ctx, parts.Retrievers, contexts, func(done int) { _ = bar.Set(done) })
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	for _, kind := range eval.QueryKinds {
		k := report.Kinds[kind]
		fmt.Fprintf(std.Out, "%-9s n %d  R@10 %.3f (%.3f to %.3f)  words sent %.1f\n",
			kind, report.N, k.Recall10, k.Interval.Low, k.Interval.High, k.Words)
	}
	return nil
}
