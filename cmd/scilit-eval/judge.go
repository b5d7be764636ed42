package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type judgeCmd struct {
	cli.EngineFlags
	Claims string `arg:"" type:"existingfile" help:"File of claims about papers, labelled by people, as JSON lines."`
	Papers string `arg:"" type:"existingfile" help:"File of the papers, with title and abstract, as JSON lines."`
	Read   bool   `help:"Print, as JSON lines, the network's probabilities for each claim before calibration, for models/train/judge_fit.py."`
	Wrong  bool   `help:"Print the claims whose predicted relation differs from the label."`
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
	network, err := openJudge(c.EngineFlags, std.Err)
	if err != nil {
		return err
	}
	finder := app.Finder(network)
	if c.Read {
		return eval.WriteReadings(ctx, finder, claims, papers, std.Out)
	}
	report, err := eval.MeasureJudge(ctx, finder, claims, papers)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return cli.PrintJSON(std.Out, report)
	}
	printJudge(std.Out, report, c.Wrong)
	return nil
}

// openJudge opens the network that judges claims. It returns nil with --engine plain. With --engine auto it
// also returns nil, and prints the reason, if the network is not available.
func openJudge(f cli.EngineFlags, notes io.Writer) (judge.Network, error) {
	if f.Engine == "plain" {
		return nil, nil
	}
	network, err := backend.OpenModel(f.Settings(), onnx.DefaultJudge, onnx.OpenJudge)
	if err == nil {
		return network, nil
	}
	if f.Engine == "neural" {
		return nil, err
	}
	fmt.Fprintf(notes, "scilit-eval: note: claims are judged by simple rules instead of the neural model: %v\n", err)
	return nil, nil
}

func printJudge(w io.Writer, r eval.JudgeReport, wrong bool) {
	printTally(w, "all", &r.JudgeTally)
	for _, source := range slices.Sorted(maps.Keys(r.Sources)) {
		printTally(w, source, r.Sources[source])
	}
	labels := []string{eval.LabelSupport, eval.LabelContradict, eval.LabelNeither}
	for _, label := range labels {
		fmt.Fprintf(w, "%-11s", label)
		for _, given := range labels {
			fmt.Fprintf(w, "  %s %d", given, r.Found[label][given])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "calibration error of the support %.3f\n", r.Calibration)
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

func printTally(w io.Writer, name string, t *eval.JudgeTally) {
	fmt.Fprintf(w, "%s: %d claims  accuracy %.3f  supports found %.3f  contradictions found %.3f, precision %.3f, "+
		"taken for support %.3f\n", name, t.Claims(), t.Accuracy(), t.Share(eval.LabelSupport, eval.LabelSupport),
		t.Share(eval.LabelContradict, eval.LabelContradict), t.Precision(eval.LabelContradict),
		t.Share(eval.LabelContradict, eval.LabelSupport))
}
