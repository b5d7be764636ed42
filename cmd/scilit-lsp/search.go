package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

type searchCmd struct {
	cli.EngineFlags
	Online   bool     `help:"Query the online sources you enabled, and keep the papers that a registry confirms."`
	Yes      bool     `help:"Send the queries without asking for confirmation. They are still printed."`
	Sources  []string `placeholder:"NAME" help:"Query only these enabled sources, separated by commas, instead of those chosen for the text."`
	Keywords string   `help:"Send these keywords, separated by commas, instead of those chosen from the text."`
	Title    string   `help:"Title of the manuscript. It helps choose keywords, but is not sent itself."`
	From     int      `placeholder:"YEAR" help:"Earliest year of publication."`
	To       int      `placeholder:"YEAR" help:"Latest year of publication."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Text     []string `arg:"" optional:"" help:"The text; read from standard input if omitted."`
}

func (searchCmd) Help() string {
	return `Without --online, searches the corpora in your settings, your library and the papers previously found online,
or only the indexes given with --index. A text with a field, such as "author: Knuth", is treated as keywords. With
--online, splits the text into claims and sends at most twelve keywords per claim to those sources in your
online.sources setting that cover the claim's discipline. The queries and hosts are printed first. In a terminal,
you are asked to confirm; otherwise use --yes or set online.ask to "never". Papers confirmed by a registry are
kept, and your editor suggests them from then on. The others are listed with the reason. The exit code is 3 if a
source could not be queried.`
}

func (c searchCmd) Run(ctx context.Context, std cli.Streams) error {
	claim, err := c.claim(std)
	if err != nil {
		return err
	}
	if !c.Online {
		if claim.Text == "" && len(claim.Keywords) == 0 {
			return fmt.Errorf("%w: pass text as an argument or on standard input, or use --keywords", cli.ErrUsage)
		}
		return c.local(ctx, std, claim)
	}
	l, err := openers(new(backend.Builder)).Literature(ctx, std.Settings())
	if err != nil {
		return err
	}
	proposals, err := c.proposals(ctx, l, claim)
	if err != nil {
		return err
	}
	for _, p := range proposals {
		std.PrintNotices(p.Notices...)
	}
	if err := consent(std, c.Yes, proposals...); err != nil {
		return err
	}
	var failed error
	for _, p := range proposals {
		answer, err := l.Search(ctx, claimOf(claim, p), p, showStep(std.Err))
		if err != nil {
			return err
		}
		failed = errors.Join(failed, failedSources(answer.Steps))
		if err := c.print(std, p, answer); err != nil {
			return err
		}
	}
	return failed
}

// claim builds the claim to search for from the text and the flags.
func (c searchCmd) claim(std cli.Streams) (wire.OnlineClaim, error) {
	text, err := std.ReadText(c.Text)
	claim := wire.OnlineClaim{
		Text: strings.Join(c.Text, " "), Title: c.Title, From: c.From, To: c.To, Sources: c.Sources,
		Keywords: splitList(c.Keywords),
	}
	if claim.Text == "" {
		claim.Text = strings.Join(app.LastSentences(text), " ")
	}
	return claim, err
}

func splitList(list string) (items []string) {
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// proposals returns the queries to propose to the user: one for --keywords or, without that flag,
// one for each claim in the text.
func (c searchCmd) proposals(ctx context.Context, l backend.Literature, claim wire.OnlineClaim) ([]wire.OnlineProposal,
	error) {
	if len(claim.Keywords) == 0 {
		return l.Batch(ctx, claim)
	}
	p, err := l.Propose(ctx, claim)
	return []wire.OnlineProposal{p}, err
}

// claimOf returns the claim that a proposal covers, together with the sentences before it.
func claimOf(all wire.OnlineClaim, p wire.OnlineProposal) wire.OnlineClaim {
	before, _, _ := strings.Cut(all.Text, p.Claim)
	all.Before, all.Text = app.LastSentences(before), cmp.Or(p.Claim, strings.Join(p.Keywords, " "))
	return all
}

// A claimAnswer is the JSON output for one claim: the proposed query and its results.
type claimAnswer struct {
	Proposal wire.OnlineProposal `json:"proposal"`
	wire.OnlineAnswer
}

func (c searchCmd) print(std cli.Streams, p wire.OnlineProposal, answer wire.OnlineAnswer) error {
	std.PrintNotices(answer.Notices...)
	if c.JSON {
		return cli.PrintJSON(std.Out, claimAnswer{p, answer})
	}
	if p.Claim != "" {
		fmt.Fprintf(std.Out, "%s\n", p.Claim)
	}
	for i, paper := range answer.Papers {
		printOnline(std.Out, i+1, paper)
	}
	if len(answer.Papers) == 0 && len(answer.Failed()) == 0 {
		fmt.Fprintln(std.Out, "no papers found")
	}
	return nil
}

func printOnline(w io.Writer, rank int, p wire.OnlinePaper) {
	name := p.Corpus + "/" + p.ID
	if !p.Confirmed {
		name = "not confirmed: " + p.Reason
	}
	fmt.Fprintf(w, "%3d  %s (%d). %s. [%s]\n", rank, strings.Join(p.Authors, ", "), p.Year, p.Title, name)
	for _, h := range p.Hints {
		line := "     " + h.Kind + ": " + h.Text
		if h.DOI != "" {
			line += " " + display.WebAddress(h.DOI, "", "")
		}
		fmt.Fprintln(w, line)
	}
	for _, v := range p.Versions {
		fmt.Fprintf(w, "     another version: %s/%s\n", v.Corpus, v.Paper)
	}
}

// local searches the configured indexes instead of the online sources.
func (c searchCmd) local(ctx context.Context, std cli.Streams, claim wire.OnlineClaim) error {
	e, err := c.Open(ctx, std)
	if err != nil {
		return err
	}
	defer e.Close()
	site := app.CiteSite{Context: app.LastSentences(claim.Text), Keywords: strings.Join(claim.Keywords, "; ")}
	if typed, _ := keyword.Parse(claim.Text); keyword.Has[keyword.Field](typed) && site.Keywords == "" {
		site = app.CiteSite{Keywords: claim.Text} // the text contains only keywords, such as "author: Knuth"
	}
	query := site.Query(maxShown, engine.Manuscript{Title: c.Title})
	query.YearTo = c.To
	return printRanking(ctx, std, e, query, c.JSON)
}

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
		std.Note("keywords: %s", mistake)
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
