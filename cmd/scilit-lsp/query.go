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

type queryAnswer struct {
	TookMS float64      `json:"took_ms"`
	Total  int          `json:"total"`
	Papers []foundPaper `json:"papers"`
	// Relaxed is set where the keywords match no paper and were ignored.
	Relaxed bool `json:"relaxed,omitempty"`
	// Relaxation says how the keywords were taken where no paper matches them as
	// they are written.
	Relaxation *engine.Relaxation `json:"relaxation,omitempty"`
	Mistakes   []string           `json:"mistakes,omitempty"`
}

type foundPaper struct {
	Rank   int     `json:"rank"`
	ID     string  `json:"id"`
	Corpus string  `json:"corpus"`
	Score  float64 `json:"score"`
	// Relevance is the probability that such a text cites this paper; 0 where it is not known.
	Relevance float64  `json:"relevance"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Year      int      `json:"year"`
	DOI       string   `json:"doi"`
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
	answer := answerOf(found, time.Since(start))
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

func answerOf(found engine.Discovery, took time.Duration) queryAnswer {
	answer := queryAnswer{TookMS: float64(took.Microseconds()) / 1000, Total: found.Matching, Relaxed: found.Relaxed, Papers: []foundPaper{}}
	for i, f := range found.Papers {
		answer.Papers = append(answer.Papers, foundPaper{
			Rank: i + 1, ID: f.Paper.ID, Corpus: f.Paper.Corpus, Score: f.Score, Relevance: f.Relevance, Title: f.Paper.Title,
			Authors: app.FullNames(f.Paper.Authors), Year: f.Paper.Year, DOI: f.Paper.DOI,
		})
	}
	if found.Relaxation.Code != "" {
		answer.Relaxation = &found.Relaxation
	}
	for _, m := range found.Mistakes {
		answer.Mistakes = append(answer.Mistakes, fmt.Sprintf("column %d: %s", m.Start+1, m.Message))
	}
	return answer
}

func printAnswer(std streams, answer queryAnswer) error {
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
