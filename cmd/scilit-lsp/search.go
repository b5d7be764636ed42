package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type searchCmd struct {
	Online   bool     `help:"Ask the online sources that you turned on, and keep the papers that exist."`
	Yes      bool     `help:"Send without a question; what is sent is shown all the same."`
	Sources  []string `placeholder:"NAME" help:"Ask these of the sources that are turned on, in place of those that suit the text; separated by commas."`
	Keywords string   `help:"Send these, separated by commas, in place of the keywords of the text."`
	Title    string   `help:"Title of the manuscript: its words may be keywords, and it is not sent itself."`
	From     int      `placeholder:"YEAR" help:"No paper older than this."`
	To       int      `placeholder:"YEAR" help:"No paper newer than this."`
	JSON     bool     `name:"json" help:"Print JSON."`
	Text     []string `arg:"" optional:"" help:"What papers are looked for about; standard input where it is not given."`
}

// Help says what leaves the machine.
func (searchCmd) Help() string {
	return `Without --online the indexes of your settings, your library and the papers that were found before are searched.
With it, the text is split into claims, and each goes as at most twelve keywords to the repositories of its discipline, among
those in the setting online.sources. What is sent, and where, is printed first, and asked about on a terminal;
elsewhere give --yes or set online.ask to "never". The papers whose existence a registry confirms are kept, and are
offered in your editor from then on; the others are listed with the reason. The exit code is 3 where a source could
not be asked.`
}

// Run searches here or online.
func (c searchCmd) Run(ctx context.Context, std streams) error {
	claim, err := c.claim(std.in)
	if err != nil {
		return err
	}
	if !c.Online {
		return c.local(ctx, std, claim)
	}
	l, err := openers(new(app.Wiring)).Literature(ctx, settingsHere(std))
	if err != nil {
		return err
	}
	proposals, err := c.proposals(ctx, l, claim)
	if err != nil {
		return err
	}
	for _, p := range proposals {
		printNotices(std, p.Notices...)
	}
	if err := consent(std, c.Yes, proposals...); err != nil {
		return err
	}
	var failed error
	for _, p := range proposals {
		answer, err := l.Search(ctx, claimOf(claim, p), p, showStep(std.err))
		if err != nil {
			return err
		}
		failed = errors.Join(failed, unasked(answer.Steps))
		if err := c.print(std, p, answer); err != nil {
			return err
		}
	}
	return failed
}

// claim is the text with what flags say.
func (c searchCmd) claim(in io.Reader) (app.OnlineClaim, error) {
	claim := app.OnlineClaim{Text: strings.Join(c.Text, " "), Title: c.Title, From: c.From, To: c.To, Sources: c.Sources, Keywords: listed(c.Keywords)}
	if claim.Text != "" || isTerminal(in) {
		return claim, nil
	}
	sentences, err := readContext(in)
	claim.Text = strings.Join(sentences, " ")
	return claim, err
}

// listed are the items of a list with commas.
func listed(list string) (items []string) {
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// proposals are one for keywords that are given, else one for each claim of the text.
func (c searchCmd) proposals(ctx context.Context, l app.Literature, claim app.OnlineClaim) ([]app.OnlineProposal, error) {
	if len(claim.Keywords) == 0 {
		return l.Batch(ctx, claim)
	}
	p, err := l.Propose(ctx, claim)
	return []app.OnlineProposal{p}, err
}

// claimOf is the part of a text that a proposal is for.
func claimOf(all app.OnlineClaim, p app.OnlineProposal) app.OnlineClaim {
	before, _, _ := strings.Cut(all.Text, p.Claim)
	all.Before, all.Text = app.LastSentences(before), p.Claim
	if all.Text == "" {
		all.Text = strings.Join(p.Keywords, " ")
	}
	return all
}

// A claimAnswer is what --json prints of a claim.
type claimAnswer struct {
	Proposal app.OnlineProposal `json:"proposal"`
	app.OnlineAnswer
}

func (c searchCmd) print(std streams, p app.OnlineProposal, answer app.OnlineAnswer) error {
	printNotices(std, answer.Notices...)
	if c.JSON {
		return printJSON(std.out, claimAnswer{p, answer})
	}
	if p.Claim != "" {
		fmt.Fprintf(std.out, "%s\n", p.Claim)
	}
	for i, paper := range answer.Papers {
		printOnline(std.out, i+1, paper)
	}
	if len(answer.Papers) == 0 && len(answer.Failed()) == 0 {
		fmt.Fprintln(std.out, "no papers")
	}
	return nil
}

func printOnline(w io.Writer, rank int, p app.OnlinePaper) {
	name := p.Corpus + "/" + p.ID
	if !p.Confirmed {
		name = "not confirmed: " + p.Reason
	}
	fmt.Fprintf(w, "%3d  %s (%d). %s. [%s]\n", rank, strings.Join(p.Authors, ", "), p.Year, p.Title, name)
	for _, h := range p.Hints {
		fmt.Fprintf(w, "     %s: %s%s\n", h.Kind, h.Text, also(h.DOI))
	}
	for _, v := range p.Versions {
		fmt.Fprintf(w, "     another version: %s/%s\n", v.Corpus, v.Paper)
	}
}

func also(doi string) string {
	if doi == "" {
		return ""
	}
	return " " + app.WebAddress(doi, "", "")
}

// local searches what is on this machine.
func (c searchCmd) local(ctx context.Context, std streams, claim app.OnlineClaim) error {
	e, notices, err := new(app.Wiring).Engine(ctx, settingsHere(std))
	if err != nil {
		return err
	}
	defer e.Close()
	printNotices(std, notices...)
	infos, err := e.Infos(ctx)
	if err == nil && !slices.ContainsFunc(infos, func(i engine.Info) bool { return i.Papers > 0 }) {
		return engine.ErrNoIndex
	}
	begun := time.Now()
	query := app.CiteSite{Context: app.LastSentences(claim.Text), Keywords: strings.Join(claim.Keywords, "; ")}.Query(maxShown, engine.Manuscript{Title: c.Title})
	query.YearTo = c.To
	found, err := e.Discover(ctx, query)
	if err != nil {
		return err
	}
	answer := app.RankingOf(found, time.Since(begun))
	if c.JSON {
		return printJSON(std.out, answer)
	}
	return printAnswer(std, answer)
}
