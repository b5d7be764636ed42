package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// highlightCount is the number of sentences that summarize a paper.
const highlightCount = 5

// paperFlags are the flags of commands that work on one paper.
type paperFlags struct {
	cli.EngineFlags
	Paper string `required:"" placeholder:"ID" help:"DOI of the paper, or its ID as printed by query."`
	JSON  bool   `name:"json" help:"Print JSON."`
}

func (f paperFlags) openPaper(ctx context.Context, std cli.Streams) (*engine.Engine, *engine.Paper, error) {
	e, err := f.Open(ctx, std)
	if err != nil {
		return nil, nil, err
	}
	papers, err := e.Papers(ctx, []engine.WorkRef{{ID: f.Paper, DOI: strings.ToLower(f.Paper)}})
	if err != nil {
		return nil, nil, err
	}
	if papers[0] == nil {
		return nil, nil, fmt.Errorf("paper %s was not found in the indexes that were searched", f.Paper)
	}
	return e, papers[0], nil
}

type highlightsCmd struct {
	paperFlags
	Keywords string `help:"Prefer sentences that contain these keywords."`
}

func (c highlightsCmd) Run(ctx context.Context, std cli.Streams) error {
	e, p, err := c.openPaper(ctx, std)
	if err != nil {
		return err
	}
	picked, err := e.Highlight(ctx, p, strings.Join(app.Topics(c.Keywords), " "), highlightCount)
	if err != nil {
		return err
	}
	answer := app.NewHighlights(p, picked)
	if c.JSON {
		return cli.PrintJSON(std.Out, answer)
	}
	fmt.Fprintln(std.Out, answer.Title)
	for _, h := range answer.Highlights {
		fmt.Fprintf(std.Out, "- [%s] %s\n", h.Section, h.Text)
	}
	return nil
}

type citeCmd struct {
	paperFlags
	Keywords string   `help:"Keywords that the sentence should contain."`
	Text     []string `arg:"" optional:"" help:"The text before the citation; read from standard input if omitted."`
}

func (c citeCmd) Run(ctx context.Context, std cli.Streams) error {
	sentences, err := std.ReadSentences(c.Text)
	if err != nil {
		return err
	}
	e, p, err := c.openPaper(ctx, std)
	if err != nil {
		return err
	}
	d, err := e.Draft(ctx, app.CiteSite{Context: sentences, Keywords: c.Keywords, Textual: true}.DraftRequest(p))
	if err != nil {
		return err
	}
	answer := app.NewMarkedSentence(p, d)
	if c.JSON {
		return cli.PrintJSON(std.Out, answer)
	}
	fmt.Fprintf(std.Out, "%s\nfrom: [%s] %s\n", answer.Sentence, answer.Evidence.Section, answer.Evidence.Text)
	return nil
}
