package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	highlights "github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

type evalHighlightsCmd struct {
	engineFlags
	Papers   []string `arg:"" optional:"" type:"existingfile" help:"Files of papers with full text, as index build takes them; the indexes where there are none. Each is reported apart."`
	Split    string   `enum:"test,dev" default:"test" help:"Papers to measure on: held out, or those that settings were chosen on (${enum})."`
	Contexts string   `type:"existingfile" placeholder:"FILE" help:"Citation contexts: measure instead what it does to ask about the place of the citation."`
	weightsFlag
	Limit int  `help:"Only so many papers of each, or contexts."`
	JSON  bool `name:"json" help:"Print JSON."`
}

type weightsFlag struct {
	Weights string `type:"existingfile" placeholder:"FILE" help:"Weights of the extractor, others than those of the binary."`
}

func (f weightsFlag) extractor() (highlights.Extractor, error) {
	if f.Weights == "" {
		return highlights.Extractor{}, nil
	}
	file, err := os.Open(f.Weights)
	if err != nil {
		return highlights.Extractor{}, err
	}
	defer file.Close()
	x, err := highlights.Read(file)
	if err != nil {
		return x, fmt.Errorf("%s: %w", f.Weights, err)
	}
	return x, nil
}

// Run measures highlights.
func (c evalHighlightsCmd) Run(ctx context.Context, std streams) error {
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
	bar := progress(std.err, "papers")
	report, err := eval.MeasureHighlights(ctx, x, papers, eval.HighlightOptions{Split: c.Split, Limit: c.Limit, Progress: func(done int) { _ = bar.Set(done) }})
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	for _, name := range slices.Sorted(maps.Keys(report.Corpora)) {
		corpus := report.Corpora[name]
		fmt.Fprintf(std.out, "%s, %d papers\n", name, corpus.N)
		for _, m := range corpus.Methods {
			fmt.Fprintf(std.out, "  %-20s ROUGE-1 %.2f  ROUGE-2 %.2f  ROUGE-L %.2f  passages %4.1f\n", m.Name, 100*m.R1, 100*m.R2, 100*m.RL, m.Passages)
		}
	}
	fmt.Fprintf(std.out, "the extractor: p50 %.1f ms  p95 %.1f ms\n", report.MS.P50, report.MS.P95)
	return nil
}

// papers are those with full text, of the files or else of the indexes.
func (c evalHighlightsCmd) papers(ctx context.Context, std streams) (iter.Seq2[*engine.Paper, error], error) {
	if len(c.Papers) > 0 {
		return fullTexts(ctx, c.Papers), nil
	}
	indexes, failed := app.OpenIndexes(c.asSettings())
	if len(indexes) == 0 {
		return nil, errors.Join(failed...)
	}
	for _, err := range failed {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", err)
	}
	return func(yield func(*engine.Paper, error) bool) {
		for _, x := range indexes {
			for p, err := range x.FullTexts(ctx) {
				if !yield(p, err) {
					return
				}
			}
		}
	}, nil
}

func (c evalHighlightsCmd) measureBias(ctx context.Context, std streams, x engine.Extractor, papers iter.Seq2[*engine.Paper, error]) error {
	contexts, err := eval.ReadContexts(c.Contexts, c.Limit)
	if err != nil {
		return err
	}
	report, err := eval.MeasureBias(ctx, x, papers, contexts)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	fmt.Fprintf(std.out, "%d contexts\n", report.N)
	for _, m := range report.Asked {
		fmt.Fprintf(std.out, "  about %-30s shared with the citing sentence %.3f  keywords named %.3f  ROUGE-1 with the abstract %.2f\n", m.About, m.Shared, m.Named, 100*m.R1)
	}
	return nil
}

type evalExamplesCmd struct {
	Kind   string   `arg:"" enum:"terms,pairs,gains,frequencies" help:"Which network to train, or how rare words are (${enum})."`
	Papers []string `arg:"" type:"existingfile" help:"Files of papers with full text."`
	weightsFlag
}

// Run writes examples.
func (c evalExamplesCmd) Run(ctx context.Context, std streams) error {
	if c.Kind == "frequencies" {
		return eval.WriteFrequencies(papersOf(ctx, c.Papers), std.out)
	}
	x, err := c.extractor()
	if err != nil {
		return err
	}
	return eval.WriteExamples(c.Kind, x, fullTexts(ctx, c.Papers), std.out)
}

// fullTexts yields the papers of the files that have a full text; the name of
// a file is that of their corpus.
func fullTexts(ctx context.Context, files []string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papersOf(ctx, files) {
			if (err != nil || len(p.Body) > 0) && !yield(p, err) {
				return
			}
		}
	}
}

// papersOf yields all papers of the files.
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
