package main

import (
	"context"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type answersCmd struct {
	cli.EngineFlags
	Asked    string   `required:"" type:"existingfile" placeholder:"FILE" help:"File of readers' questions as JSON lines, with the fields id, kind, paper, question, after, answerable and gold (the sentence that answers it)."`
	Half     int      `default:"-1" help:"Use only the questions about one half of the papers, 0 or 1."`
	LLM      bool     `name:"llm" help:"Let the language model in your settings answer each question."`
	TopK     int      `name:"top-k" default:"6" help:"Maximum number of passages (default ${default})."`
	MinScore *float64 `placeholder:"X" help:"Minimum score of a passage; by default the fitted threshold."`
	Limit    int      `help:"Maximum number of questions."`
	Sheet    string   `placeholder:"FILE" help:"Write the answers with their passages to this file, for people to judge."`
	Write    string   `placeholder:"FILE" help:"Write the features of the sentences to this file, for models/train/answers.py, instead of measuring."`
	JSON     bool     `name:"json" help:"Print JSON."`
}

func (c answersCmd) Run(ctx context.Context, std cli.Streams) error {
	questions, err := readFile(c.Asked, eval.ReadReaderQuestions)
	if err != nil {
		return err
	}
	if c.Limit > 0 {
		questions = questions[:min(c.Limit, len(questions))]
	}
	e, err := c.OpenEngine(ctx, std)
	if err != nil {
		return err
	}
	a := &answer.Answerer{Engine: e, Embedder: onnx.Static(), Judge: e.Judge()}
	if c.LLM {
		if a.Model, err = cli.OpenLLM(std, nil); err != nil {
			return err
		}
	}
	if c.Write != "" {
		return withProgress(std, "questions", func(step func()) error {
			return writeFile(c.Write, func(w io.Writer) error { return eval.WriteAnswerRows(ctx, w, a, questions, step) })
		})
	}
	return measure(std, "questions", c.JSON, func(step func()) (eval.AskedReport, error) {
		report, err := eval.MeasureAsked(ctx, a, questions, c.Half, c.options(), step)
		if err == nil && c.Sheet != "" {
			err = writeFile(c.Sheet, func(w io.Writer) error { return eval.WriteAsked(w, report.Replies) })
		}
		return report, err
	}, printAnswers)
}

func (c answersCmd) options() answer.Question {
	q := answer.Question{TopK: c.TopK, MinScore: answer.DefaultMinScore()}
	if c.MinScore != nil {
		q.MinScore = *c.MinScore
	}
	return q
}

// printAnswers prints one line per kind of question.
func printAnswers(w io.Writer, r eval.AskedReport) {
	fmt.Fprintf(w, "%-22s %4s %8s %12s %8s %6s\n", "kind", "n", "says it", "wrong quote", "refused", "near")
	for _, k := range r.Kinds {
		fmt.Fprintf(w, "%-22s %4d %8.2f %12.2f %8.2f %6.2f\n", k.Kind, k.N, k.Says, k.Wrong, k.Refused, k.Near)
	}
	fmt.Fprintf(w, "whole answer p50 %.0f ms p95 %.0f ms\n", r.All.P50, r.All.P95)
}
