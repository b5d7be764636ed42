package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	highlights "github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type highlightsCmd struct {
	cli.EngineFlags
	Papers   []string `arg:"" optional:"" type:"existingfile" help:"Files of papers with full text, in any format that index build reads; by default the papers in the indexes. Each file is reported as one corpus."`
	Split    string   `enum:"test,dev" default:"test" help:"Papers to measure: held out (test), or those that settings were tuned on (dev)."`
	Contexts string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts. Measures the highlights extracted for each citation instead."`
	weightsFlag
	Limit int  `help:"Maximum number of papers per corpus, or of contexts."`
	JSON  bool `name:"json" help:"Print JSON."`
}

type weightsFlag struct {
	Weights string `type:"existingfile" placeholder:"FILE" help:"Weights of the extractor, instead of the built-in ones."`
}

func (f weightsFlag) extractor() (highlights.Extractor, error) {
	if f.Weights == "" {
		return highlights.Extractor{}, nil
	}
	return readFile(f.Weights, highlights.Read)
}

func (c highlightsCmd) Run(ctx context.Context, std cli.Streams) error {
	x, err := c.extractor()
	if err != nil {
		return err
	}
	papers, err := c.papers(ctx, std)
	if err != nil {
		return err
	}
	if c.Contexts != "" {
		return c.measureBias(ctx, std, x, papers)
	}
	return measure(std, "papers", c.JSON, func(step func()) (eval.HighlightReport, error) {
		return eval.MeasureHighlights(ctx, x, papers, eval.HighlightOptions{Split: c.Split, Limit: c.Limit, Progress: step})
	}, printHighlights)
}

func printHighlights(w io.Writer, r eval.HighlightReport) {
	for _, name := range slices.Sorted(maps.Keys(r.Corpora)) {
		corpus := r.Corpora[name]
		fmt.Fprintf(w, "%s, %d papers\n", name, corpus.N)
		for _, m := range corpus.Methods {
			fmt.Fprintf(w, "  %-20s ROUGE-1 %.2f  ROUGE-2 %.2f  ROUGE-L %.2f  passages %4.1f\n", m.Name, 100*m.R1, 100*m.R2,
				100*m.RL, m.Passages)
		}
	}
	fmt.Fprintf(w, "the extractor: p50 %.1f ms  p95 %.1f ms\n", r.MS.P50, r.MS.P95)
}

// papers yields the papers that have a full text, from the given files or, without files, from the
// indexes.
func (c highlightsCmd) papers(ctx context.Context, std cli.Streams) (iter.Seq2[*engine.Paper, error], error) {
	if len(c.Papers) > 0 {
		return fullTexts(ctx, c.Papers), nil
	}
	indexes, failed := backend.OpenIndexes(c.Settings())
	if len(indexes) == 0 {
		return nil, errors.Join(failed...)
	}
	for _, err := range failed {
		fmt.Fprintf(std.Err, "scilit-lsp: note: %s\n", err)
	}
	return func(yield func(*engine.Paper, error) bool) {
		for _, x := range indexes {
			for e, err := range x.Embedded(ctx) {
				if (err != nil || len(e.Paper.Body) > 0) && !yield(e.Paper, err) {
					return
				}
			}
		}
	}, nil
}

func (c highlightsCmd) measureBias(ctx context.Context, std cli.Streams, x engine.Extractor,
	papers iter.Seq2[*engine.Paper, error]) error {
	contexts, err := eval.ReadContexts(c.Contexts, c.Limit)
	if err != nil {
		return err
	}
	report, err := eval.MeasureBias(ctx, x, papers, contexts)
	if err != nil {
		return err
	}
	return printReport(std, c.JSON, report, printBias)
}

func printBias(w io.Writer, r eval.BiasReport) {
	fmt.Fprintf(w, "%d contexts\n", r.N)
	for _, m := range r.Asked {
		fmt.Fprintf(w, "  about %-30s shared with the citing sentence %.3f  keywords named %.3f  ROUGE-1 with "+
			"the abstract %.2f\n", m.About, m.Shared, m.Named, 100*m.R1)
	}
}

type examplesCmd struct {
	Kind     string   `arg:"" enum:"terms,pairs,gains,frequencies,determiners,usage,lower" help:"Training examples to write: for one of the networks, or tables of words. One of ${enum}."`
	Papers   []string `arg:"" type:"existingfile" help:"Files of papers with full text."`
	Contexts []string `type:"existingfile" placeholder:"FILE" help:"Files of citation contexts of the train split. Only \"lower\" counts their words."`
	weightsFlag
}

func (c examplesCmd) Run(ctx context.Context, std cli.Streams) error {
	switch c.Kind {
	case "frequencies":
		return eval.WriteFrequencies(papersOf(ctx, c.Papers), std.Raw)
	case "lower":
		return eval.WriteLower(papersOf(ctx, c.Papers), c.Contexts, std.Raw)
	case "usage":
		return eval.WriteUsage(papersOf(ctx, c.Papers), std.Raw)
	case "determiners":
		return eval.WriteDeterminers(papersOf(ctx, c.Papers), std.Raw)
	}
	x, err := c.extractor()
	if err != nil {
		return err
	}
	return eval.WriteExamples(c.Kind, x, fullTexts(ctx, c.Papers), std.Raw)
}

// fullTexts yields the papers in the files that have a full text. Each file is one corpus, named
// after the file.
func fullTexts(ctx context.Context, files []string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papersOf(ctx, files) {
			if (err != nil || len(p.Body) > 0) && !yield(p, err) {
				return
			}
		}
	}
}

// papersOf yields all papers in the files. Each file is one corpus, named after the file.
func papersOf(ctx context.Context, files []string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, path := range files {
			name, _, _ := strings.Cut(filepath.Base(path), ".")
			for p, err := range corpus.File(ctx, path) {
				if err == nil {
					p.Corpus = name
				}
				if !yield(p, err) {
					return
				}
			}
		}
	}
}
