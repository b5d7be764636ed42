package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/eval"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

type evalAnswersCmd struct {
	engineFlags
	Questions string   `type:"existingfile" placeholder:"FILE" help:"Questions, JSON lines: id, question, papers (asked), sources (that answer), answers (words of which an answer has one)."`
	PubMedQA  string   `name:"pubmedqa" type:"existingfile" placeholder:"FILE" help:"PubMedQA's labelled set, ori_pqal.json."`
	Test      string   `type:"existingfile" placeholder:"FILE" help:"With --pubmedqa: its test_ground_truth.json, whose questions are asked."`
	Rest      bool     `help:"With --test: the other questions, to tune on."`
	SciQ      string   `name:"sciq" type:"existingfile" placeholder:"FILE" help:"SciQ's test.json; the papers of --index are searched."`
	Swap      bool     `help:"With --questions or --pubmedqa: ask each of the closest paper that does not answer it instead."`
	Own       bool     `help:"With --questions: ask each of the papers that answer it instead of all."`
	LLM       bool     `name:"llm" help:"Have the model of your settings answer, with passages and without."`
	TopK      int      `name:"top-k" default:"6" help:"Passages of an answer at most (${default})."`
	MinScore  *float64 `placeholder:"X" help:"Least score of a passage; the fitted one where not given."`
	Limit     int      `help:"Only so many questions."`
	Sheet     string   `placeholder:"FILE" help:"Write answers with their passages, for people to read."`
	Write     string   `placeholder:"FILE" help:"Write what passages are scored by instead, for models/train/answers.py."`
	Name      string   `default:"questions" help:"With --write, a name for this set."`
	JSON      bool     `name:"json" help:"Print JSON."`
}

// Run measures answers.
func (c evalAnswersCmd) Run(ctx context.Context, std streams) error {
	switch {
	case c.SciQ != "":
		return c.sciq(ctx, std)
	case c.PubMedQA != "":
		return c.pubmed(ctx, std)
	case c.Questions != "":
		return c.questions(ctx, std)
	}
	return fmt.Errorf("%w: give --questions, --pubmedqa or --sciq with a file", errUsage)
}

func (c evalAnswersCmd) options() answer.Question {
	q := answer.Question{TopK: c.TopK, MinScore: answer.DefaultMinScore()}
	if c.MinScore != nil {
		q.MinScore = *c.MinScore
	}
	return q
}

func (c evalAnswersCmd) answerer(std streams, e *engine.Engine) (a *answer.Answerer, err error) {
	a = &answer.Answerer{Engine: e, Embedder: onnx.Static()}
	if c.LLM {
		a.Model, err = openLLM(std, nil)
	}
	return a, err
}

func limited[T any](all []T, limit int) []T {
	if limit > 0 {
		return all[:min(limit, len(all))]
	}
	return all
}

func (c evalAnswersCmd) questions(ctx context.Context, std streams) error {
	questions, err := readFile(c.Questions, eval.ReadQuestions)
	if err != nil {
		return err
	}
	e, err := c.openEngine(ctx, std)
	if err != nil {
		return err
	}
	report, err := c.measure(ctx, std, e, limited(questions, c.Limit))
	if err != nil || c.Write != "" {
		return err
	}
	if c.JSON {
		return printJSON(std.out, report)
	}
	printAnswers(std.out, "questions", report)
	return nil
}

// measure asks, or writes the features.
func (c evalAnswersCmd) measure(ctx context.Context, std streams, e *engine.Engine, questions []eval.AskedQuestion) (report eval.AnswersReport, err error) {
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
	bar := progress(std.err, "questions")
	defer func() { _ = bar.Finish() }()
	step, named := func() { _ = bar.Add(1) }, namedIn(e)
	if c.Write != "" {
		return report, appendFile(c.Write, func(w io.Writer) error {
			return eval.WriteAnswerRows(ctx, w, c.Name, a, questions, named, step)
		})
	}
	report, err = eval.MeasureAnswers(ctx, a, questions, c.options(), named, step)
	if err == nil && c.Sheet != "" {
		err = writeFile(c.Sheet, func(w io.Writer) error { return eval.WriteAnswers(w, report.Asked) })
	}
	return report, err
}

// appendFile adds to a file.
func appendFile(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// namedIn finds the papers of an engine by their IDs.
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

// pubmed asks the questions of PubMedQA of their own abstracts, without and with the
// conclusion, and of all abstracts.
func (c evalAnswersCmd) pubmed(ctx context.Context, std streams) error {
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
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("pubmedqa", "pubmedqa", all...)}, Embedder: onnx.Static()})
		var questions []eval.AskedQuestion
		for _, q := range asked {
			x := eval.AskedQuestion{ID: q.ID, Question: q.Question, Sources: []string{"pmid:" + q.ID}}
			if form.only {
				x.Papers = x.Sources
			}
			questions = append(questions, x)
		}
		report, err := c.measure(ctx, std, e, questions)
		if err != nil {
			return err
		}
		if reports[form.name] = report; c.Write == "" && !c.JSON {
			printAnswers(std.out, form.name, report)
			printVerdicts(std.out, report, asked)
		}
		if c.Swap {
			break // one form is enough: none has the conclusion
		}
	}
	if c.JSON {
		return printJSON(std.out, reports)
	}
	return nil
}

func (c evalAnswersCmd) readPubMed() (asked, all []eval.PubMedQuestion, err error) {
	if all, err = readFile(c.PubMedQA, func(r io.Reader) ([]eval.PubMedQuestion, error) { return eval.ReadPubMedQA(r) }); err != nil {
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
		if !x.Said {
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
		fmt.Fprintf(w, "  yes, no or maybe is right: %.3f of %d that are answered, %.3f of all\n", share(right, of), of, share(right, len(asked)))
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func printAnswers(w io.Writer, name string, r eval.AnswersReport) {
	fmt.Fprintf(w, "%s\n", name)
	if r.Answerable > 0 {
		fmt.Fprintf(w, "  %d that papers answer: answered %.3f  source shown %.3f  first %.3f  right words %.3f\n", r.Answerable, r.Answered, r.SourceFound, r.SourceFirst, r.Holds)
	}
	if r.Unanswerable > 0 {
		fmt.Fprintf(w, "  %d that none answers: the papers do not say %.3f\n", r.Unanswerable, r.Silent)
	}
	fmt.Fprintf(w, "  %d sentences, %d quoted, %d marked: shown by their passages %.3f, with a passage %.3f\n", r.Sentences, r.Quoted, r.Marked, r.Precision, r.Recall)
	fmt.Fprintf(w, "  passages p50 %.0f ms p95 %.0f ms  whole answer p50 %.0f ms p95 %.0f ms\n", r.First.P50, r.First.P95, r.All.P50, r.All.P95)
}

// sciq asks SciQ's questions of the papers of the indexes, and a model without them.
func (c evalAnswersCmd) sciq(ctx context.Context, std streams) error {
	questions, err := readFile(c.SciQ, eval.ReadSciQ)
	if err != nil {
		return err
	}
	questions = limited(questions, c.Limit)
	e, err := c.openEngine(ctx, std)
	if err != nil {
		return err
	}
	if c.Write != "" {
		var asked []eval.AskedQuestion
		for i, q := range questions {
			asked = append(asked, eval.AskedQuestion{ID: fmt.Sprint(i), Question: q.Question, Sources: []string{eval.AnySource}, Answers: []string{q.Answer}})
		}
		_, err := c.measure(ctx, std, e, asked)
		return err
	}
	a, err := c.answerer(std, e)
	if err != nil {
		return err
	}
	scores, err := c.scoreSciQ(ctx, std, a, questions)
	if err != nil || c.JSON {
		return printJSON(std.out, scores)
	}
	for _, name := range []string{"without passages", "with passages"} {
		if s := scores[name]; s.N > 0 {
			fmt.Fprintf(std.out, "%-17s n %d  said %.3f  exact %.3f  fuzzy %.2f  similarity to the answer %.3f, to the support %.3f  better than distractors %.3f\n",
				name, s.N, s.Said, s.Exact, s.Fuzzy, s.Correct, s.Support, s.Better)
		}
	}
	return nil
}

func (c evalAnswersCmd) scoreSciQ(ctx context.Context, std streams, a *answer.Answerer, questions []eval.SciQQuestion) (map[string]eval.SciQScore, error) {
	with, without := eval.SciQScore{}, eval.SciQScore{}
	bar := progress(std.err, "questions")
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
			alone, err := a.Model.Ask(ctx, llm.Prompt{Instruction: "Answer the question in one or two short sentences.", Question: q.Question, Answer: 120}, nil)
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
