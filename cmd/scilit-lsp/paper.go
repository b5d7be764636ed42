package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// highlightCount is how many sentences show what a paper is about.
const highlightCount = 5

// paperFlags are what every command about one paper takes.
type paperFlags struct {
	engineFlags
	Paper string `required:"" placeholder:"ID" help:"Id of the paper, as query prints it; a DOI serves too."`
	JSON  bool   `name:"json" help:"Print JSON."`
}

func (f paperFlags) openPaper(ctx context.Context, std streams) (*engine.Engine, *engine.Paper, error) {
	open := f.openEngine
	if len(f.Indexes) == 0 {
		open = f.openWithFound
	}
	e, err := open(ctx, std)
	if err != nil {
		return nil, nil, err
	}
	papers, err := e.Papers(ctx, []engine.WorkRef{{ID: f.Paper, DOI: strings.ToLower(f.Paper)}})
	if err != nil {
		return nil, nil, err
	}
	if papers[0] == nil {
		return nil, nil, fmt.Errorf("paper %s: in none of the indexes", f.Paper)
	}
	return e, papers[0], nil
}

type highlightsCmd struct {
	paperFlags
	Keywords string `help:"Prefer sentences about these."`
}

// Run prints highlights.
func (c highlightsCmd) Run(ctx context.Context, std streams) error {
	e, p, err := c.openPaper(ctx, std)
	if err != nil {
		return err
	}
	picked, err := e.Highlight(ctx, p, strings.Join(app.Topics(c.Keywords), " "), highlightCount)
	if err != nil {
		return err
	}
	answer := app.HighlightsOf(p, picked)
	if c.JSON {
		return printJSON(std.out, answer)
	}
	fmt.Fprintln(std.out, answer.Title)
	for _, h := range answer.Highlights {
		fmt.Fprintf(std.out, "- [%s] %s\n", h.Section, h.Text)
	}
	return nil
}

type citeCmd struct {
	paperFlags
	Keywords string `help:"What the sentence should name."`
}

// Run drafts a citing sentence.
func (c citeCmd) Run(ctx context.Context, std streams) error {
	sentences, err := readContext(std.in)
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
	answer := app.SentenceOf(p, d)
	if c.JSON {
		return printJSON(std.out, answer)
	}
	fmt.Fprintf(std.out, "%s\nfrom: [%s] %s\n", answer.Sentence, answer.Evidence.Section, answer.Evidence.Text)
	return nil
}
