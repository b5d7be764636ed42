package main

import (
	"context"
	"fmt"
	"maps"
	"os"
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
	Read     int      `placeholder:"N" help:"Print N chosen statements next to the authors' own sentences, for people to read."`
	Seed     uint64   `default:"1" help:"Seed of --read (default ${default})."`
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
	if opts.Model, err = c.model(); err != nil {
		return err
	}
	if c.Read > 0 {
		return eval.WriteChoices(ctx, cites, opts, c.Read, c.Seed, std.Out)
	}
	bar := cli.Progress(std.Err, "citing sentences")
	opts.Progress = func(done int) { _ = bar.Set(done) }
	report, err := eval.MeasureChoice(ctx, cites, opts)
	_ = bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	for _, name := range slices.Sorted(maps.Keys(report)) {
		fmt.Fprintf(std.Out, "%s, %d citing sentences\n", name, report[name].N)
		for _, method := range eval.ChoiceMethods {
			if m := report[name].Methods[method]; m != nil {
				fmt.Fprintf(std.Out, "  %-9s ROUGE-1 %s  of the oracle's %.2f  ROUGE-L %s  top-1 %s  MRR %s\n", method,
					within(m.ROUGE1), m.Share, within(m.ROUGEL), within(m.Top), within(m.MRR))
			}
		}
	}
	return nil
}

func (c choiceCmd) model() (*choice.Model, error) {
	if c.Weights == "" {
		return choice.Trained(), nil
	}
	file, err := os.Open(c.Weights)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := choice.ReadModel(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Weights, err)
	}
	return m, nil
}

func within(i eval.Interval) string { return fmt.Sprintf("%.3f [%.3f, %.3f]", i.Mean, i.Low, i.High) }
