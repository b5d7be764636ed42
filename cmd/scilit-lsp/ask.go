package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

type askCmd struct {
	engineFlags
	Paper    []string `placeholder:"ID" help:"Ask this paper: its id, as query prints it, or its DOI. May be repeated."`
	Key      []string `placeholder:"KEY" help:"Ask the paper of this entry of --bib; may be repeated."`
	Bib      string   `placeholder:"FILE" type:"existingfile" help:"The .bib of --key."`
	Corpus   []string `placeholder:"NAME" help:"Search this corpus alone; may be repeated. library is your own."`
	TopK     int      `name:"top-k" placeholder:"N" help:"Passages of an answer at most; ask.topK of your settings where not given."`
	MinScore *float64 `placeholder:"X" help:"Score, 0 to 1, that a passage has at least; ask.minScore of your settings where not given."`
	Quotes   bool     `help:"Answer by quotes alone, whatever model your settings name."`
	Claim    string   `placeholder:"TEXT" help:"The sentence of your manuscript that the question is about; a model reads it."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Text     []string `arg:"" optional:"" name:"question" help:"The question; standard input where it is not given."`
}

// Help says what an answer is made of.
func (askCmd) Help() string {
	return `Answers a question by what papers say, with the passages that show it. Without --paper and --key the corpora of
your settings and your library are searched. The answer is made of sentences of the papers, quoted word by word;
where llm.url is set, the model there writes it, and each of its sentences is compared with the passages: one that
they do not show is left out, or marked. Where no passage has the least score, the papers do not say.`
}

// Run answers a question.
func (c askCmd) Run(ctx context.Context, std streams) error {
	question, err := c.question(std.in)
	if err != nil {
		return err
	}
	settings := c.settings(std)
	engines := app.NewEngines(new(app.Wiring).Engine)
	defer engines.Close()
	opened := engines.Start(ctx, settings)
	if question.Papers, err = c.papers(ctx, engines); err != nil {
		return err
	}
	asker := app.NewAsker(engines, func() config.Settings { return settings }, nil)
	show := c.show(std)
	answer, err := asker.Ask(ctx, question, show)
	if err != nil {
		return err
	}
	printNotices(std, opened.Notices...)
	printNotices(std, answer.Notices...)
	if c.JSON {
		return printJSON(std.out, answer)
	}
	return printAnswered(std.out, answer)
}

func (c askCmd) question(in io.Reader) (app.Question, error) {
	if (len(c.Key) > 0) != (c.Bib != "") {
		return app.Question{}, fmt.Errorf("%w: --key KEY and --bib FILE go together", errUsage)
	}
	q := app.Question{Text: strings.Join(c.Text, " "), Corpora: c.Corpus, Claim: c.Claim, TopK: c.TopK, MinScore: c.MinScore, Quotes: c.Quotes}
	if q.Text == "" && !isTerminal(in) {
		raw, err := io.ReadAll(io.LimitReader(in, maxQuestion))
		if err != nil {
			return q, fmt.Errorf("read the question: %w", err)
		}
		q.Text = strings.TrimSpace(string(raw))
	}
	if q.Text == "" {
		return q, fmt.Errorf("%w: write a question, such as `scilit-lsp ask \"How fast is the parser?\"`", errUsage)
	}
	return q, nil
}

const maxQuestion = 64 << 10 // bytes

// settings are the user's, with the flags over them.
func (c askCmd) settings(std streams) config.Settings {
	s := settingsHere(std)
	if len(c.Indexes) > 0 {
		s.Indexes = c.indexFolders()
	} else {
		s = app.WithLibraries(s)
	}
	if c.Engine != "auto" {
		s.Engine = c.Engine
	}
	if len(c.Models) > 0 {
		s.Models = c.Models
	}
	if c.Runtime != "" {
		s.ONNXRuntime = c.Runtime
	}
	if c.Prefetch > 0 {
		s.Prefetch = c.Prefetch
	}
	s.ModelIdleMinutes, s.Writer = 0, "composer" // nothing is drafted
	return s
}

// papers are those of --paper and --key.
func (c askCmd) papers(ctx context.Context, engines *app.Engines) (papers []app.PaperRef, err error) {
	for _, id := range c.Paper {
		papers = append(papers, app.PaperRef{Paper: id})
	}
	if len(c.Key) == 0 {
		return papers, nil
	}
	raw, err := os.ReadFile(c.Bib)
	if err != nil {
		return nil, err
	}
	e, err := engines.Get(ctx)
	if err != nil {
		return nil, app.Nothing(err)
	}
	file := bib.Parse(raw)
	for _, key := range c.Key {
		entry := file.ByKey(key)
		if entry == nil {
			return nil, fmt.Errorf("%s: there is no entry %q", c.Bib, key)
		}
		found, err := e.Papers(ctx, []engine.WorkRef{app.RefOf(entry)})
		if err != nil {
			return nil, err
		}
		if found[0] == nil {
			return nil, app.NotFound(key)
		}
		papers = append(papers, app.PaperRef{Paper: found[0].ID, Corpus: found[0].Corpus})
	}
	return papers, nil
}

// show prints the sentences of an answer as they are there.
func (c askCmd) show(std streams) func(app.AskStep) {
	if c.JSON {
		return nil
	}
	return func(s app.AskStep) {
		if s.Sentence != nil {
			fmt.Fprintln(std.out, sentenceLine(*s.Sentence))
		} else if isTerminal(std.out) {
			fmt.Fprintf(std.err, "scilit-lsp: %d passages of papers\n", len(s.Passages))
		}
	}
}

// sentenceLine is a sentence with its marks.
func sentenceLine(s app.AnswerSentence) string {
	line := s.Text
	if s.Quoted {
		line = "“" + line + "”"
	}
	for _, n := range s.Passages {
		line += fmt.Sprintf(" [%d]", n)
	}
	if s.Unsupported {
		line += "\n  not all of this is in the passages: " + s.Reason
	}
	return line
}

// printAnswered prints what is left to print behind the sentences.
func printAnswered(w io.Writer, a app.Answered) error {
	var b strings.Builder
	if !a.Said {
		fmt.Fprintln(&b, a.Text)
	}
	if len(a.Passages) > 0 {
		fmt.Fprintln(&b)
	}
	for _, p := range a.Passages {
		fmt.Fprintf(&b, "[%d] %.2f  %s. %s [%s/%s], %s\n    %s\n", p.Number, p.Score, p.Byline, p.Title, p.Corpus, p.ID, show.PassagePlace(app.ExplainedPassage{Quote: p.Quote, Index: p.Index}), p.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
