package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

type askCmd struct {
	cli.EngineFlags
	Paper    []string `sep:"none" placeholder:"ID" help:"Search only this paper, given by its DOI or by the ID printed by scilit-lsp query; may be repeated."`
	Key      []string `sep:"none" placeholder:"KEY" help:"Search only the paper with this citation key in the --bib file; may be repeated."`
	Bib      string   `placeholder:"FILE" type:"existingfile" help:"The .bib file that contains the keys given with --key."`
	Corpus   []string `sep:"none" placeholder:"NAME" help:"Search only the corpus with this name; may be repeated. Your own papers are in the corpus named library."`
	TopK     int      `name:"top-k" placeholder:"N" help:"Maximum number of passages; by default, your ask.topK setting."`
	MinScore *float64 `placeholder:"X" help:"Minimum score of a passage, from 0 to 1; by default, your ask.minScore setting."`
	Quotes   bool     `help:"Answer with quotations only, even if your settings name a language model."`
	Claim    string   `placeholder:"TEXT" help:"The sentence of your manuscript that the question is about. It is sent to the language model named in your settings."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Text     []string `arg:"" optional:"" name:"question" help:"The question; read from standard input if omitted."`
}

func (askCmd) Help() string {
	return `Answers a question from papers, with the passages that support the answer. Without --paper and --key,
it searches the indexes in your settings and your library. The answer consists of quoted sentences. If your
llm.url setting names a language model, the model writes the answer, and each of its sentences is compared
with the passages: unsupported ones are dropped or marked. If no sentence is likely enough to answer the
question, the closest passages are shown without an answer.`
}

func (c askCmd) Run(ctx context.Context, std cli.Streams) error {
	question, err := c.question(std)
	if err != nil {
		return err
	}
	settings := c.UserSettings(std)
	settings.Writer = "composer" // the command drafts no sentences, so it does not load a language model for them
	engines := app.NewService(new(backend.Builder).Engine)
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
	std.PrintNotices(opened.Notices...)
	std.PrintNotices(answer.Notices...)
	if c.JSON {
		return cli.PrintJSON(std.Out, answer)
	}
	return printPassages(std.Out, answer)
}

func (c askCmd) question(std cli.Streams) (q wire.AskRequest, err error) {
	if (len(c.Key) > 0) != (c.Bib != "") {
		return q, fmt.Errorf("%w: --key and --bib must be given together", cli.ErrUsage)
	}
	text, err := std.ReadText(c.Text)
	if err != nil {
		return q, err
	}
	q = wire.AskRequest{
		Text: strings.TrimSpace(text), Corpora: c.Corpus, Claim: c.Claim, TopK: c.TopK, MinScore: c.MinScore,
		Quotes: c.Quotes,
	}
	if q.Text == "" {
		return q, fmt.Errorf("%w: pass the question as an argument or on standard input, for example: "+
			"`scilit-lsp ask \"How fast is the parser?\"`", cli.ErrUsage)
	}
	return q, nil
}

// papers returns references to the papers given by --paper and --key.
func (c askCmd) papers(ctx context.Context, engines *app.Service) (papers []wire.PaperRef, err error) {
	for _, id := range c.Paper {
		papers = append(papers, wire.PaperRef{Paper: id})
	}
	if len(c.Key) == 0 {
		return papers, nil
	}
	entries, err := entriesOfBib(c.Bib, c.Key)
	if err != nil {
		return nil, err
	}
	e, err := engines.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	for i, entry := range entries {
		found, err := e.Papers(ctx, []engine.WorkRef{app.RefOf(entry)})
		if err != nil {
			return nil, err
		}
		if found[0] == nil {
			return nil, app.NotFound(c.Key[i])
		}
		papers = append(papers, wire.PaperRef{Paper: found[0].ID, Corpus: found[0].Corpus})
	}
	return papers, nil
}

// show returns a callback that prints the sentences of an answer as they arrive.
func (c askCmd) show(std cli.Streams) func(wire.AskStep) {
	if c.JSON {
		return nil
	}
	return func(s wire.AskStep) {
		if s.Sentence != nil {
			fmt.Fprintln(std.Out, sentenceLine(*s.Sentence))
		} else if cli.IsTerminal(std.Out) {
			std.Note("answering from %s", counted(len(s.Passages), "passage", "passages"))
		}
	}
}

// sentenceLine formats a sentence of the answer, followed by the numbers of its passages.
func sentenceLine(s wire.AnswerSentence) string {
	line := s.Text
	if s.Quoted {
		line = "“" + line + "”"
	}
	for _, n := range s.Passages {
		line += fmt.Sprintf(" [%d]", n)
	}
	if s.Unsupported {
		line += "\n  the passages do not fully support this: " + s.Reason
	}
	return line
}

func printPassages(w io.Writer, a wire.AskReply) error {
	var b strings.Builder
	if !a.Answered {
		fmt.Fprintln(&b, a.Text)
	}
	if len(a.Passages) > 0 {
		fmt.Fprintln(&b)
	}
	for _, p := range a.Passages {
		fmt.Fprintf(&b, "[%d] %.2f  %s. %s [%s/%s], %s\n    %s\n", p.Number, p.Score, p.Byline, p.Title, p.Corpus, p.ID,
			show.PassagePlace(wire.ExplainedPassage{Quote: p.Quote, Index: p.Index}), p.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
