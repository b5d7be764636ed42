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
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
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
	papers, err := readFile(c.Papers, eval.ReadRecords[eval.JudgedPaper])
	if err != nil {
		return err
	}
	finder, err := openFinder(c.EngineFlags, std)
	if err != nil {
		return err
	}
	if c.Read {
		return eval.WriteReadings(ctx, finder, claims, papers, std.Out)
	}
	report, err := eval.MeasureJudge(ctx, finder, claims, papers)
	if err != nil {
		return err
	}
	return printReport(std, c.JSON, report, c.print)
}

// openFinder returns an evidence finder that uses the network for judging claims. With --engine
// plain, it uses simple rules instead. With --engine auto, it uses the rules if the network is not
// available, and prints the reason.
func openFinder(f cli.EngineFlags, std cli.Streams) (evidence.Finder, error) {
	if f.Engine == "plain" {
		return app.Finder(nil), nil
	}
	network, err := backend.OpenModel(f.Settings(), onnx.DefaultJudge, onnx.OpenJudge)
	switch {
	case err == nil:
		return app.Finder(network), nil
	case f.Engine == "neural":
		return evidence.Finder{}, err
	}
	std.Note("note: claims are judged by simple rules instead of the neural model: %v", err)
	return app.Finder(nil), nil
}

func (c judgeCmd) print(w io.Writer, r eval.JudgeReport) {
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
		if c.Wrong {
			fmt.Fprintf(w, "%s, %s (%s): %s (support %.2f): %s\n  %s\n  %s\n", x.ID, x.Label, x.How, x.Given.Relation,
				x.Given.Support, x.Given.Reason, x.Claim, x.Given.Sentence.Text)
		}
	}
}

func printTally(w io.Writer, name string, t *eval.JudgeTally) {
	fmt.Fprintf(w, "%s: %d claims  accuracy %.3f  supports found %.3f  contradictions found %.3f, precision %.3f, "+
		"mistaken for support %.3f\n", name, t.Claims(), t.Accuracy(), t.Share(eval.LabelSupport, eval.LabelSupport),
		t.Share(eval.LabelContradict, eval.LabelContradict), t.Precision(eval.LabelContradict),
		t.Share(eval.LabelContradict, eval.LabelSupport))
}
