package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type citationsCmd struct {
	contextFlags
	NoKeywords bool `help:"Do not pass keywords to the writer."`
	YearFilter bool `help:"Search only papers that are no newer than the citing paper."`
	BestOf     int  `default:"10" placeholder:"N" help:"Also write sentences about the best N papers found; 0 writes only about the cited paper (default ${default})."`
	JSON       bool `name:"json" help:"Print JSON."`
}

func (c citationsCmd) Run(ctx context.Context, std cli.Streams) error {
	contexts, parts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	opts := eval.CitationOptions{NoKeywords: c.NoKeywords, BestOf: c.BestOf, YearFilter: c.YearFilter}
	return measure(std, "sentences", c.JSON, func(step func()) (eval.CitationReport, error) {
		return eval.MeasureCitations(ctx, engine.New(parts), contexts, opts, step)
	}, printCitations)
}

func printCitations(w io.Writer, r eval.CitationReport) {
	fmt.Fprintf(w, "n %d  cited paper: ROUGE-1/2/L %s  supported %.3f  plain %.3f  p50 %.0f ms  p95 %.0f ms\n",
		r.N, rougeText(r.ROUGE), r.Supported, r.Plain, r.MS.P50, r.MS.P95)
	fmt.Fprintf(w, "copied runs of 8 words %.3f, of 10 %.3f  quotations %.3f  without a sentence %.3f  mean words %.1f\n",
		r.Copied8, r.Copied10, r.Quoted, r.Alone, r.Words)
	for _, rank := range eval.BestOfRanks {
		if best, ok := r.BestOf[rank]; ok {
			fmt.Fprintf(w, "  best of top %-2d ROUGE-1/2/L %s\n", rank, rougeText(best))
		}
	}
}

func rougeText(r eval.ROUGE) string {
	return fmt.Sprintf("%.2f / %.2f / %.2f", 100*r.R1, 100*r.R2, 100*r.RL)
}
