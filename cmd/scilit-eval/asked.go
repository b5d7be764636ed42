package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// asked measures answers to questions that readers wrote, and prints one line per kind of question.
func (c answersCmd) asked(ctx context.Context, std cli.Streams) error {
	questions, e, err := openQuestions(ctx, std, c, c.Asked, eval.ReadReaderQuestions)
	if err != nil {
		return err
	}
	a, err := c.answerer(std, e)
	if err != nil {
		return err
	}
	bar := cli.Progress(std.Err, "questions")
	defer func() { _ = bar.Finish() }()
	step := func() { _ = bar.Add(1) }
	if c.Write != "" {
		return writeFile(c.Write, func(w io.Writer) error {
			return eval.WriteAnswerRows(ctx, w, a, questions, step)
		})
	}
	report, err := eval.MeasureAsked(ctx, a, questions, c.Half, c.options(), step)
	if err == nil && c.Sheet != "" {
		err = writeFile(c.Sheet, func(w io.Writer) error { return eval.WriteAsked(w, report.Replies) })
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	fmt.Fprintf(std.Out, "%-22s %4s %8s %12s %8s %6s\n", "kind", "n", "says it", "wrong quote", "refused", "near")
	for _, k := range report.Kinds {
		fmt.Fprintf(std.Out, "%-22s %4d %8.2f %12.2f %8.2f %6.2f\n", k.Kind, k.N, k.Says, k.Wrong, k.Refused, k.Near)
	}
	fmt.Fprintf(std.Out, "whole answer p50 %.0f ms p95 %.0f ms\n", report.All.P50, report.All.P95)
	return nil
}
