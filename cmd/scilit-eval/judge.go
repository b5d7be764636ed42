package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type judgeCmd struct {
	Claims string `arg:"" type:"existingfile" help:"Claims about papers with labels of people, JSON lines."`
	Papers string `arg:"" type:"existingfile" help:"The papers with title and abstract, JSON lines."`
	Wrong  bool   `help:"Print the claims whose label is not found."`
	JSON   bool   `name:"json" help:"Print JSON."`
}

func (c judgeCmd) Run(ctx context.Context, std cli.Streams) error {
	claims, err := readFile(c.Claims, eval.ReadJudgedClaims)
	if err != nil {
		return err
	}
	papers, err := readFile(c.Papers, eval.ReadJudgedPapers)
	if err != nil {
		return err
	}
	report, err := eval.MeasureJudge(ctx, evidence.Finder{Embedder: onnx.Static()}, claims, papers)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return cli.PrintJSON(std.Out, report)
	}
	printJudge(std.Out, report, c.Wrong)
	return nil
}

func printJudge(w io.Writer, r eval.JudgeReport, wrong bool) {
	fmt.Fprintf(w, "%d claims  accuracy %.3f  contradictions found %.3f  contradictions taken for support %.3f  "+
		"calibration error of the support %.3f\n", r.Claims, r.Accuracy, r.Contradictions, r.FalseSupports, r.Calibration)
	labels := []string{eval.LabelSupport, eval.LabelContradict, eval.LabelNeither}
	for _, label := range labels {
		fmt.Fprintf(w, "%-11s", label)
		for _, given := range labels {
			fmt.Fprintf(w, "  %s %d", given, r.Found[label][given])
		}
		fmt.Fprintln(w)
	}
	for _, bin := range r.Bins {
		fmt.Fprintf(w, "support %.1f  %d claims  said %.2f  true %.2f\n", bin.From, bin.N, bin.Predicted, bin.Observed)
	}
	for _, x := range r.Wrong {
		if wrong {
			fmt.Fprintf(w, "%s, %s (%s): %s (support %.2f): %s\n  %s\n  %s\n", x.ID, x.Label, x.How, x.Given.Relation,
				x.Given.Support, x.Given.Reason, x.Claim, x.Given.Sentence.Text)
		}
	}
}
