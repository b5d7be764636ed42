package main

import (
	"context"
	"fmt"
	"io"

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
	return measure(std, "contexts", c.JSON, func(step func()) (eval.QueriesReport, error) {
		return eval.MeasureQueries(ctx, parts.Retrievers, contexts, step)
	}, printQueries)
}

func printQueries(w io.Writer, r eval.QueriesReport) {
	for _, kind := range eval.QueryKinds {
		k := r.Kinds[kind]
		fmt.Fprintf(w, "%-9s n %d  R@10 %v  words sent %.1f\n", kind, r.N, k.Interval, k.Words)
	}
}
