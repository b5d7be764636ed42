package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

type answersCmd struct {
	cli.EngineFlags
	Questions string   `type:"existingfile" placeholder:"FILE" help:"File of questions as JSON lines, with the fields id, question, papers (to search), sources (papers that answer it) and answers (words, at least one of which a correct answer contains)."`
	Asked     string   `type:"existingfile" placeholder:"FILE" help:"File of readers' questions as JSON lines, with the fields id, kind, paper, question, after, answerable and gold (the sentence that answers it)."`
	Half      int      `default:"-1" help:"With --asked: use only the questions about one half of the papers, 0 or 1."`
	PubMedQA  string   `name:"pubmedqa" type:"existingfile" placeholder:"FILE" help:"PubMedQA's labelled set, ori_pqal.json."`
	Test      string   `type:"existingfile" placeholder:"FILE" help:"With --pubmedqa: ask only the questions in this file, PubMedQA's test_ground_truth.json."`
	Rest      bool     `help:"With --test: ask only the questions that are not in that file, for tuning."`
	SciQ      string   `name:"sciq" type:"existingfile" placeholder:"FILE" help:"SciQ's test.json. Its questions are answered from the papers in --index."`
	Swap      bool     `help:"With --questions or --pubmedqa: search only the closest paper that does not answer the question."`
	Own       bool     `help:"With --questions: search only the papers that answer the question."`
	LLM       bool     `name:"llm" help:"Let the language model in your settings answer each question, with and without passages."`
	TopK      int      `name:"top-k" default:"6" help:"Maximum number of passages (default ${default})."`
	MinScore  *float64 `placeholder:"X" help:"Minimum score of a passage; by default the fitted threshold."`
	Limit     int      `help:"Maximum number of questions."`
	Sheet     string   `placeholder:"FILE" help:"Write the answers with their passages to this file, for people to judge."`
	Write     string   `placeholder:"FILE" help:"With --asked: write the features of the sentences to this file, for models/train/answers.py, instead of measuring."`
	JSON      bool     `name:"json" help:"Print JSON."`
}

func (c answersCmd) Run(ctx context.Context, std cli.Streams) error {
	switch {
	case c.SciQ != "":
		return c.sciq(ctx, std)
	case c.PubMedQA != "":
		return c.pubmed(ctx, std)
	case c.Asked != "":
		return c.asked(ctx, std)
	case c.Questions != "":
		return c.questions(ctx, std)
	}
	return fmt.Errorf("%w: name a file of questions with --questions, --asked, --pubmedqa or --sciq", cli.ErrUsage)
}

func (c answersCmd) options() answer.Question {
	q := answer.Question{TopK: c.TopK, MinScore: answer.DefaultMinScore()}
	if c.MinScore != nil {
		q.MinScore = *c.MinScore
	}
	return q
}

func (c answersCmd) answerer(std cli.Streams, e *engine.Engine) (a *answer.Answerer, err error) {
	a = &answer.Answerer{Engine: e, Embedder: onnx.Static(), Judge: e.Judge()}
	if c.LLM {
		a.Model, err = cli.OpenLLM(std, nil)
	}
	return a, err
}

func limited[T any](all []T, limit int) []T {
	if limit > 0 {
		return all[:min(limit, len(all))]
	}
	return all
}

// openQuestions opens the engine and reads at most c.Limit questions from a file.
func openQuestions[T any](ctx context.Context, std cli.Streams, c answersCmd, file string,
	read func(io.Reader) ([]T, error)) ([]T, *engine.Engine, error) {
	questions, err := readFile(file, read)
	if err != nil {
		return nil, nil, err
	}
	e, err := c.OpenEngine(ctx, std)
	return limited(questions, c.Limit), e, err
}

func (c answersCmd) questions(ctx context.Context, std cli.Streams) error {
	questions, e, err := openQuestions(ctx, std, c, c.Questions, eval.ReadQuestions)
	if err != nil {
		return err
	}
	report, err := c.measure(ctx, std, e, questions)
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, report)
	}
	printAnswers(std.Out, "questions", report)
	return nil
}

// measure lets the program answer the questions and measures its answers. It writes the answers to
// the file given by --sheet.
func (c answersCmd) measure(ctx context.Context, std cli.Streams, e *engine.Engine,
	questions []eval.KnownQuestion) (report eval.AnswersReport, err error) {
	a, err := c.answerer(std, e)
	if err != nil {
		return report, err
	}
	if c.Swap {
		if questions, err = eval.Swapped(ctx, e, questions); err != nil {
			return report, err
		}
	}
	for i := range questions {
		if c.Own {
			questions[i].Papers = questions[i].Sources
		}
	}
	bar := cli.Progress(std.Err, "questions")
	defer func() { _ = bar.Finish() }()
	step, named := func() { _ = bar.Add(1) }, namedIn(e)
	report, err = eval.MeasureAnswers(ctx, a, questions, c.options(), named, step)
	if err == nil && c.Sheet != "" {
		err = writeFile(c.Sheet, func(w io.Writer) error { return eval.WriteAnswers(w, report.Asked) })
	}
	return report, err
}

// namedIn returns a function that looks up papers in e by their IDs. It fails if a paper is
// missing.
func namedIn(e *engine.Engine) func(context.Context, []string) ([]*engine.Paper, error) {
	return func(ctx context.Context, ids []string) ([]*engine.Paper, error) {
		if len(ids) == 0 {
			return nil, nil
		}
		refs := make([]engine.WorkRef, len(ids))
		for i, id := range ids {
			refs[i] = engine.WorkRef{ID: id}
		}
		found, err := e.Papers(ctx, refs)
		for i, p := range found {
			if p == nil {
				return nil, app.NotFound(ids[i])
			}
		}
		return found, err
	}
}

// pubmed measures answers to the questions of PubMedQA. Each question is answered from its own
// abstract, first without and then with the conclusion, and finally from all abstracts.
func (c answersCmd) pubmed(ctx context.Context, std cli.Streams) error {
	asked, papers, err := c.readPubMed()
	if err != nil {
		return err
	}
	reports := make(map[string]eval.AnswersReport)
	for _, form := range []struct {
		name            string
		concluded, only bool
	}{{"own abstract without its conclusion", false, true}, {"own abstract", true, true}, {"all abstracts", true, false}} {
		var all []*engine.Paper
		for _, q := range papers {
			all = append(all, q.Paper(form.concluded))
		}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("pubmedqa", "pubmedqa", all...)},
			Embedder: onnx.Static()})
		var questions []eval.KnownQuestion
		for _, q := range asked {
			x := eval.KnownQuestion{ID: q.ID, Question: q.Question, Sources: []string{"pmid:" + q.ID}}
			if form.only {
				x.Papers = x.Sources
			}
			questions = append(questions, x)
		}
		report, err := c.measure(ctx, std, e, questions)
		if err != nil {
			return err
		}
		if reports[form.name] = report; !c.JSON {
			printAnswers(std.Out, form.name, report)
			printVerdicts(std.Out, report, asked)
		}
		if c.Swap {
			break // --swap restricts each question to one other paper, so one form is enough
		}
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, reports)
	}
	return nil
}

func (c answersCmd) readPubMed() (asked, all []eval.PubMedQuestion, err error) {
	if all, err = readFile(c.PubMedQA, eval.ReadPubMedQA); err != nil {
		return nil, nil, err
	}
	test := make(map[string]string)
	if c.Test != "" {
		raw, err := os.ReadFile(c.Test)
		if err == nil {
			err = json.Unmarshal(raw, &test)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", c.Test, err)
		}
	}
	for _, q := range all {
		if _, isTest := test[q.ID]; c.Test == "" || isTest != c.Rest {
			asked = append(asked, q)
		}
	}
	return limited(asked, c.Limit), all, nil
}

func verdicts(r eval.AnswersReport, asked []eval.PubMedQuestion) (right, of int) {
	for i, x := range r.Asked {
		if !x.Answered {
			continue
		}
		var sentences []string
		for _, s := range x.Sentences {
			sentences = append(sentences, s.Text)
		}
		of++
		if eval.Verdict(sentences) == asked[i].Decision {
			right++
		}
	}
	return right, of
}

func printVerdicts(w io.Writer, report eval.AnswersReport, asked []eval.PubMedQuestion) {
	if report.Answerable > 0 {
		right, of := verdicts(report, asked)
		fmt.Fprintf(w, "  yes, no or maybe is right: %.3f of %d that are answered, %.3f of all\n", share(right, of), of,
			share(right, len(asked)))
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func printAnswers(w io.Writer, name string, r eval.AnswersReport) {
	fmt.Fprintf(w, "%s\n", name)
	if r.Answerable > 0 {
		fmt.Fprintf(w, "  %d that papers answer: answered %.3f  source shown %.3f  first %.3f  right words %.3f\n",
			r.Answerable, r.Answered, r.SourceFound, r.SourceFirst, r.Holds)
	}
	if r.Unanswerable > 0 {
		fmt.Fprintf(w, "  %d that none answers: the papers do not say %.3f\n", r.Unanswerable, r.Silent)
	}
	fmt.Fprintf(w, "  %d sentences, %d quoted, %d marked: shown by their passages %.3f, with a passage %.3f\n",
		r.Sentences, r.Quoted, r.Marked, r.Precision, r.Recall)
	fmt.Fprintf(w, "  passages p50 %.0f ms p95 %.0f ms  whole answer p50 %.0f ms p95 %.0f ms\n", r.First.P50, r.First.P95,
		r.All.P50, r.All.P95)
}

// sciq measures answers to the questions of SciQ from the indexed papers. With --llm, it also
// measures the answers of a model that sees no papers.
func (c answersCmd) sciq(ctx context.Context, std cli.Streams) error {
	questions, err := readFile(c.SciQ, eval.ReadSciQ)
	if err != nil {
		return err
	}
	questions = limited(questions, c.Limit)
	e, err := c.OpenEngine(ctx, std)
	if err != nil {
		return err
	}
	a, err := c.answerer(std, e)
	if err != nil {
		return err
	}
	scores, err := c.scoreSciQ(ctx, std, a, questions)
	if err != nil || c.JSON {
		return cli.PrintJSON(std.Out, scores)
	}
	for _, name := range []string{"without passages", "with passages"} {
		if s := scores[name]; s.N > 0 {
			fmt.Fprintf(std.Out, "%-17s n %d  said %.3f  exact %.3f  fuzzy %.2f  similarity to the answer %.3f, to the "+
				"support %.3f  better than distractors %.3f\n",
				name, s.N, s.Said, s.Exact, s.Fuzzy, s.Correct, s.Support, s.Better)
		}
	}
	return nil
}

func (c answersCmd) scoreSciQ(ctx context.Context, std cli.Streams, a *answer.Answerer,
	questions []eval.SciQQuestion) (map[string]eval.SciQScore, error) {
	with, without := eval.SciQScore{}, eval.SciQScore{}
	bar := cli.Progress(std.Err, "questions")
	defer func() { _ = bar.Finish() }()
	for _, q := range questions {
		asked := c.options()
		asked.Text = q.Question
		found, err := a.Ask(ctx, asked, answer.Steps{})
		if err != nil {
			return nil, err
		}
		if err := with.Add(ctx, a.Embedder, q, saidOf(found)); err != nil {
			return nil, err
		}
		if a.Model != nil {
			alone, err := a.Model.Ask(ctx, llm.Prompt{Instruction: "Answer the question in one or two short sentences.",
				Question: q.Question, Answer: 120}, nil)
			if err != nil {
				alone.Text = ""
			}
			if err := without.Add(ctx, a.Embedder, q, alone.Text); err != nil {
				return nil, err
			}
		}
		_ = bar.Add(1)
	}
	with.Mean()
	without.Mean()
	return map[string]eval.SciQScore{"with passages": with, "without passages": without}, nil
}

func saidOf(a answer.Answer) (said string) {
	for _, s := range a.Sentences {
		said += s.Text + " "
	}
	return said
}
