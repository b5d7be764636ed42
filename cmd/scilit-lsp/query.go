package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type queryCmd struct {
	cli.EngineFlags
	Keywords string   `help:"Keywords, such as \"NLP; machine translation | NMT; 2010..2022\". Topics are separated by semicolons, synonyms by |; a range of years limits the search."`
	Title    string   `help:"Title of the manuscript. It improves the ranking, and the manuscript itself is not suggested."`
	Top      int      `default:"10" help:"Number of papers (default ${default})."`
	YearTo   int      `help:"Latest year of publication."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Text     []string `arg:"" optional:"" help:"The text before the citation; read from standard input if omitted."`
}

func (c queryCmd) Run(ctx context.Context, std cli.Streams) error {
	sentences, err := std.ReadSentences(c.Text)
	if err != nil {
		return err
	}
	if len(sentences) == 0 && c.Keywords == "" {
		return fmt.Errorf("%w: pass the text before the citation as an argument or on standard input, or use --keywords",
			cli.ErrUsage)
	}
	e, err := c.Open(ctx, std)
	if err != nil {
		return err
	}
	defer e.Close()
	query := app.CiteSite{Context: sentences, Keywords: c.Keywords}.Query(c.Top, engine.Manuscript{Title: c.Title})
	query.YearTo = c.YearTo
	return printRanking(ctx, std, e, query, c.JSON)
}

func printRanking(ctx context.Context, std cli.Streams, e *engine.Engine, query engine.Query, asJSON bool) error {
	start := time.Now()
	found, err := e.Discover(ctx, query)
	if err != nil {
		return err
	}
	answer := app.NewRanking(found, time.Since(start))
	if asJSON {
		return cli.PrintJSON(std.Out, answer)
	}
	for _, mistake := range answer.Mistakes {
		fmt.Fprintf(std.Err, "scilit-lsp: keywords: %s\n", mistake)
	}
	if answer.Relaxation != nil {
		text := answer.Relaxation.Text
		fmt.Fprintf(std.Out, "%s.\n", strings.ToUpper(text[:1])+text[1:])
	}
	for _, p := range answer.Papers {
		fmt.Fprintf(std.Out, "%3d  %s (%d). %s. [%s/%s]\n", p.Rank, strings.Join(p.Authors, ", "), p.Year, p.Title, p.Corpus,
			p.ID)
	}
	return nil
}
