package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type relevanceCmd struct {
	cli.EngineFlags
	queryFlags
	Contexts string   `type:"existingfile" placeholder:"FILE" help:"File of citation contexts, JSON lines, compressed or not."`
	Limit    int      `help:"Maximum number of contexts."`
	Shown    int      `default:"5" help:"Number of displayed papers per query (default ${default})."`
	Field    string   `placeholder:"NAME" help:"Field name for all contexts, instead of each context's source."`
	Write    string   `placeholder:"FILE" help:"Write the scores of each query to a file, for --fit."`
	Fit      []string `type:"existingfile" sep:"none" placeholder:"FILE" help:"Fit the calibration on files written by --write instead, and report the error on each field left out of the fit."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

func (c relevanceCmd) Run(ctx context.Context, std cli.Streams) error {
	if len(c.Fit) > 0 {
		return c.fit(std)
	}
	if c.Contexts == "" {
		return errors.New("give citation contexts with --contexts FILE, or files of scores with --fit FILE")
	}
	lists, err := c.lists(ctx, std)
	if err != nil {
		return err
	}
	if c.Write != "" {
		return writeFile(c.Write, func(w io.Writer) error { return eval.WriteRecords(w, lists) })
	}
	return printReport(std, c.JSON, eval.MeasureRelevance(lists, c.Shown), printRelevance)
}

func (c relevanceCmd) lists(ctx context.Context, std cli.Streams) (lists []eval.ScoreList, err error) {
	contexts, parts, err := contextFlags{c.EngineFlags, c.Contexts, c.Limit}.read(ctx, std)
	if err != nil {
		return nil, err
	}
	err = withProgress(std, "contexts", func(step func()) (err error) {
		lists, err = eval.ScoreLists(ctx, engine.New(parts), contexts, c.Field, c.options(step))
		return err
	})
	return lists, err
}

// fit fits a calibration to all files and prints it in the format of engine/search/relevance.json.
func (c relevanceCmd) fit(std cli.Streams) error {
	fields := make(map[string][]eval.ScoreList)
	var all []eval.ScoreList
	for _, path := range c.Fit {
		lists, err := readFile(path, eval.ReadScoreLists)
		if err != nil {
			return err
		}
		all = append(all, lists...)
	}
	for _, list := range all {
		fields[list.Field] = append(fields[list.Field], list)
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		others := slices.DeleteFunc(slices.Clone(all), func(l eval.ScoreList) bool { return l.Field == field })
		if len(others) > 0 {
			left := eval.Calibrated(fields[field], eval.FitRelevance(others))
			fmt.Fprintf(std.Err, "%s, left out: ", field)
			printRelevance(std.Err, eval.MeasureRelevance(left, c.Shown))
		}
	}
	fitted := eval.FitRelevance(all)
	fmt.Fprint(std.Err, "all: ")
	printRelevance(std.Err, eval.MeasureRelevance(eval.Calibrated(all, fitted), c.Shown))
	return cli.PrintJSON(std.Out, fitted)
}

func printRelevance(w io.Writer, r eval.RelevanceReport) {
	fmt.Fprintf(w, "n %d  papers %d  calibration error %.3f  of the first paper %.3f\n", r.N, r.Papers, r.Error, r.First)
	for _, bin := range r.Bins {
		fmt.Fprintf(w, "  from %.1f: n %d  predicted %.3f  cited %.3f\n", bin.From, bin.N, bin.Predicted, bin.Observed)
	}
}
