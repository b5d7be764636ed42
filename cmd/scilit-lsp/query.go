package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type queryCmd struct {
	engineFlags
	Keywords string `help:"Keywords, as in a directive: \"NLP; machine translation | NMT; 2010..2022\"."`
	Title    string `help:"Title of the manuscript: candidates are compared with it, and its own record is left out."`
	Top      int    `default:"10" help:"How many papers."`
	YearTo   int    `help:"No paper newer than this."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

// Run answers one query.
func (c queryCmd) Run(ctx context.Context, std streams) error {
	sentences, err := readContext(std.in)
	if err != nil {
		return err
	}
	e, err := c.openEngine(ctx, std)
	if err != nil {
		return err
	}
	start := time.Now()
	query := app.CiteSite{Context: sentences, Keywords: c.Keywords}.Query(c.Top, engine.Manuscript{Title: c.Title})
	query.YearTo = c.YearTo
	found, err := e.Discover(ctx, query)
	if err != nil {
		return err
	}
	answer := app.RankingOf(found, time.Since(start))
	if c.JSON {
		return printJSON(std.out, answer)
	}
	return printAnswer(std, answer)
}

func readContext(r io.Reader) ([]string, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read the context: %w", err)
	}
	return app.LastSentences(string(raw)), nil
}

func printAnswer(std streams, answer app.Ranking) error {
	for _, mistake := range answer.Mistakes {
		fmt.Fprintf(std.err, "scilit-lsp: keywords: %s\n", mistake)
	}
	if answer.Relaxation != nil {
		text := answer.Relaxation.Text
		fmt.Fprintf(std.out, "%s.\n", strings.ToUpper(text[:1])+text[1:])
	}
	for _, p := range answer.Papers {
		fmt.Fprintf(std.out, "%3d  %s (%d). %s. [%s/%s]\n", p.Rank, strings.Join(p.Authors, ", "), p.Year, p.Title, p.Corpus, p.ID)
	}
	return nil
}
