package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
)

type evalSupportCmd struct {
	contextFlags
	Own  bool `help:"Check what the composer takes from the papers, rather than the sentences that were really written about them."`
	JSON bool `name:"json" help:"Print JSON."`
}

// Run measures the check of faithfulness.
func (c evalSupportCmd) Run(ctx context.Context, std streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	report, err := eval.MeasureSupport(ctx, engine.New(parts), contexts, engine.Checker{Embedder: parts.Embedder}, c.Own)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	fmt.Fprintf(std.out, "n %d  false alarms %.3f  threshold for .05: %.3f\n", report.N, report.FalseAlarms, report.Threshold)
	for _, name := range slices.Sorted(maps.Keys(report.Detected)) {
		d := report.Detected[name]
		fmt.Fprintf(std.out, "  %-8s n %d  detected at .05 %.3f  by the engine %.3f\n", name, d.N, d.At5, d.Engine)
	}
	return nil
}
