package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/internal/eval/integrity"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
)

type sourcesCmd struct {
	Year  int      `help:"Entries dated after this year are in the future; by default the current year."`
	Wrong bool     `help:"Also print the flagged entries."`
	JSON  bool     `name:"json" help:"Print JSON."`
	Pairs []string `arg:"" name:"file" type:"existingfile" help:"Pairs of files: true entries (.bib), then records of the same works from another source, in any paper format."`
}

func (sourcesCmd) Help() string {
	return `Checks true entries against records from another source, separately for each pair of files. Each entry that
fails is a false accusation, unless the entry itself contains a mistake: review those printed by --wrong.`
}

func (c sourcesCmd) Run(ctx context.Context, std cli.Streams) error {
	if len(c.Pairs)%2 != 0 {
		return fmt.Errorf("%w: give a file of records after each file of entries", cli.ErrUsage)
	}
	var all integrity.SourcesReport
	for pair := range slices.Chunk(c.Pairs, 2) {
		report, err := c.compare(ctx, pair[0], pair[1])
		if err != nil {
			return fmt.Errorf("%s: %w", pair[0], err)
		}
		if !c.JSON {
			printSources(std.Out, pair[0], report)
		}
		all.Add(report)
	}
	return printReport(std, c.JSON, all, func(w io.Writer, r integrity.SourcesReport) {
		r.Wrong = nil // printed with its pair
		printSources(w, "all", r)
		for _, code := range slices.Sorted(maps.Keys(r.Codes)) {
			fmt.Fprintf(w, "  %-20s %d\n", code, r.Codes[code])
		}
	})
}

func (c sourcesCmd) compare(ctx context.Context, entries, records string) (report integrity.SourcesReport, err error) {
	raw, err := os.ReadFile(entries)
	if err != nil {
		return report, err
	}
	file, err := lists.Read(ctx, entries, raw)
	if err != nil {
		return report, err
	}
	opts := index.BuildOptions{Name: "records", Identity: true}
	err = overIndex(ctx, opts, corpus.File(ctx, records), func(e *engine.Engine) (err error) {
		report, err = integrity.AcrossSources(ctx, e, file, yearOr(c.Year))
		return err
	})
	if !c.Wrong {
		report.Wrong = nil
	}
	return report, err
}

func printSources(w io.Writer, name string, r integrity.SourcesReport) {
	fmt.Fprintf(w, "%s: %d entries, %d compared, %d accused (%.4f), %d to check (%.3f)\n", name, r.Entries,
		r.Compared, r.Accused, share(r.Accused, r.Compared), r.Check, share(r.Check, r.Compared))
	for _, x := range r.Wrong {
		fmt.Fprintf(w, "  %s: record %s\n", x.Key, x.Record)
		for _, f := range x.Findings {
			fmt.Fprintf(w, "    [%s] %s\n", f.Code, f.Message)
		}
		for _, f := range x.Fields {
			fmt.Fprintf(w, "    %-7s have   %s\n    %-7s found  %s\n", f.Name, f.Have, "", f.Found)
		}
	}
}
