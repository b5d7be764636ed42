package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

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
	Pairs []string `arg:"" name:"file" type:"existingfile" help:"Pairs of files: true entries (.bib), then records of the same works by another source, in any paper format."`
}

func (sourcesCmd) Help() string {
	return `Checks true entries against records of another source, in one world for each pair of files. Each entry that
fails is a false accusation, unless the entry itself has a mistake: read those that --wrong prints.`
}

func (c sourcesCmd) Run(ctx context.Context, std cli.Streams) error {
	if len(c.Pairs)%2 != 0 {
		return fmt.Errorf("%w: give a file of records after each file of entries", cli.ErrUsage)
	}
	if c.Year == 0 {
		c.Year = time.Now().Year()
	}
	var all integrity.SourcesReport
	for pair := range slices.Chunk(c.Pairs, 2) {
		report, err := c.compare(ctx, pair[0], pair[1])
		if err != nil {
			return fmt.Errorf("%s: %w", pair[0], err)
		}
		if !c.JSON {
			printSources(std, pair[0], report)
		}
		all.Add(report)
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, all)
	}
	printSources(std, "all", all)
	for _, code := range slices.Sorted(maps.Keys(all.Codes)) {
		fmt.Fprintf(std.Out, "  %-20s %d\n", code, all.Codes[code])
	}
	return nil
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
	dir, err := os.MkdirTemp("", "scilit-records-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(dir)
	opts := index.BuildOptions{Dir: dir, Name: "records", Identity: true}
	if _, err := index.Build(ctx, opts, corpus.File(ctx, records)); err != nil {
		return report, err
	}
	x, err := index.Open(dir)
	if err != nil {
		return report, err
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
	report, err = integrity.AcrossSources(ctx, e, file, c.Year)
	if !c.Wrong {
		report.Wrong = nil
	}
	closed := e.Close()
	return report, errors.Join(err, closed)
}

func printSources(std cli.Streams, name string, r integrity.SourcesReport) {
	fmt.Fprintf(std.Out, "%s: %d entries, %d compared, %d accused (%.4f), %d to check (%.3f)\n", name, r.Entries,
		r.Compared, r.Accused, share(r.Accused, r.Compared), r.Check, share(r.Check, r.Compared))
	if name == "all" {
		return
	}
	for _, w := range r.Wrong {
		fmt.Fprintf(std.Out, "  %s: record %s\n", w.Key, w.Record)
		for _, f := range w.Findings {
			fmt.Fprintf(std.Out, "    [%s] %s\n", f.Code, f.Message)
		}
		for _, f := range w.Fields {
			fmt.Fprintf(std.Out, "    %-7s have   %s\n    %-7s found  %s\n", f.Name, f.Have, "", f.Found)
		}
	}
}
