package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type copiedCmd struct {
	Papers  []string `arg:"" type:"existingfile" help:"Files of papers. Their full texts are checked against the works in these files that they cite."`
	Planted int      `default:"100" help:"Number of copies to plant (default ${default})."`
	Sample  int      `default:"30" help:"Number of flagged passages to print (default ${default})."`
	Seed    uint64   `default:"1" help:"Seed of the sample and of the planted copies (default ${default})."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

func (c copiedCmd) Run(ctx context.Context, std cli.Streams) error {
	all, err := eval.Collect(papersOf(ctx, c.Papers))
	if err != nil {
		return err
	}
	r := eval.MeasureCopied(all, eval.CopiedOptions{Planted: c.Planted, Sample: c.Sample, Seed: c.Seed})
	if r.Papers == 0 {
		return errors.New("no full text cites a work in these files: also give the files of the cited works")
	}
	return printReport(std, c.JSON, r, printCopied)
}

func printCopied(w io.Writer, r eval.CopiedResult) {
	for _, s := range r.Sample {
		fmt.Fprintf(w, "%s\n  cites %s (%s), %d words\n  here   %s\n  there  %s\n\n", s.Paper, s.Work, s.Section,
			s.Words, s.Text, s.Source)
	}
	fmt.Fprintf(w, "%d texts, %d cited works with a text\n", r.Papers, r.Works)
	fmt.Fprintf(w, "flagged: %d of %d paragraphs, %d of %d citing sentences\n", r.Flagged, r.Paragraphs, r.CitingFlagged,
		r.Citing)
	for changed := range 3 {
		fmt.Fprintf(w, "planted copies with %d of 20 words changed: %d of %d found\n", changed, r.Found[changed], r.Planted)
	}
	fmt.Fprintf(w, "%.0f ms per MB of text\n", 1e9*r.Seconds/max(float64(r.Bytes), 1))
}
