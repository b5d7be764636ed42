package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type choiceCmd struct {
	Contexts []string `required:"" type:"existingfile" help:"Files of citation contexts or citing sentences."`
	Papers   []string `arg:"" type:"existingfile" help:"Files of papers, including the cited ones."`
	Weights  string   `type:"existingfile" placeholder:"FILE" help:"Weights of the model, instead of the built-in ones."`
	Body     bool     `help:"Also choose among sentences of the full text."`
	Composer bool     `help:"Also measure the statements of the composer's drafts."`
	Examples bool     `help:"Write features and labels as JSON lines, for training."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

func (c choiceCmd) Run(ctx context.Context, std cli.Streams) error {
	cites, err := eval.ReadCites(c.Contexts, papersOf(ctx, c.Papers))
	if err != nil {
		return err
	}
	if c.Examples {
		return eval.WriteChoiceExamples(ctx, onnx.Static(), cites, c.Body, std.Out)
	}
	opts := eval.ChoiceOptions{Model: choice.Trained(), Embedder: onnx.Static(), Body: c.Body, Composer: c.Composer}
	if c.Weights != "" {
		if opts.Model, err = readFile(c.Weights, choice.ReadModel); err != nil {
			return err
		}
	}
	return measure(std, "citing sentences", c.JSON, func(step func()) (eval.ChoiceReport, error) {
		return eval.MeasureChoice(ctx, cites, opts, step)
	}, printChoice)
}

func printChoice(w io.Writer, r eval.ChoiceReport) {
	within := func(i eval.Interval) string { return fmt.Sprintf("%.3f [%.3f, %.3f]", i.Mean, i.Low, i.High) }
	for _, name := range slices.Sorted(maps.Keys(r)) {
		fmt.Fprintf(w, "%s, %d citing sentences\n", name, r[name].N)
		for _, method := range eval.ChoiceMethods {
			if m := r[name].Methods[method]; m != nil {
				fmt.Fprintf(w, "  %-9s ROUGE-1 %s  of the oracle's %.2f  ROUGE-L %s  top-1 %s  MRR %s\n", method,
					within(m.ROUGE1), m.Share, within(m.ROUGEL), within(m.Top), within(m.MRR))
			}
		}
	}
}
