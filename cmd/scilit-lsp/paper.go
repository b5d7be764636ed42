package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

const highlightCount = 5 // number of sentences that summarize a paper

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
	papers, err := papersNamed(ctx, e, []string{f.Paper})
	if err != nil {
		return nil, nil, err
	}
	return e, papers[0], nil
}

func papersNamed(ctx context.Context, e *engine.Engine, names []string) ([]*engine.Paper, error) {
	refs := make([]engine.WorkRef, len(names))
	for i, name := range names {
		refs[i] = engine.WorkRef{ID: name, DOI: strings.ToLower(name)}
	}
	papers, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	if i := slices.Index(papers, nil); i >= 0 {
		return nil, fmt.Errorf("paper %s was not found in the searched indexes; check the DOI, or use the ID "+
			"printed by `scilit-lsp query`", names[i])
	}
	return papers, nil
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
	Variants int      `default:"1" placeholder:"N" help:"Write up to N sentences (at most 6): the best one, then rewordings of it, then sentences based on other statements in the paper (default ${default})."`
	Text     []string `arg:"" optional:"" help:"The text before the citation; read from standard input if omitted."`
}

func (c citeCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Variants < 1 || c.Variants > wire.MaxVariants {
		return fmt.Errorf("%w: --variants %d is out of range; give a number from 1 to %d", cli.ErrUsage,
			c.Variants, wire.MaxVariants)
	}
	sentences, err := std.ReadSentences(c.Text)
	if err != nil {
		return err
	}
	e, p, err := c.openPaper(ctx, std)
	if err != nil {
		return err
	}
	site := app.CiteSite{Context: sentences, After: text.Last(sentences), Keywords: c.Keywords, Textual: true}
	drafts, err := e.Drafts(ctx, site.DraftRequest(p), c.Variants)
	if err != nil {
		return err
	}
	answer := citeReply{MarkedSentence: app.NewMarkedSentence(p, drafts[0])}
	for _, d := range drafts[1:] {
		answer.Others = append(answer.Others, app.NewMarkedSentence(p, d))
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, answer)
	}
	for i, a := range append([]wire.MarkedSentence{answer.MarkedSentence}, answer.Others...) {
		if i > 0 {
			fmt.Fprintln(std.Out)
		}
		if name := display.Form(a.Form); name != "" && c.Variants > 1 {
			fmt.Fprintf(std.Out, "%s:\n", name)
		}
		fmt.Fprintf(std.Out, "%s\nfrom: [%s] %s\n", a.Sentence, a.Evidence.Section, a.Evidence.Text)
	}
	return nil
}

// A citeReply is the JSON output of the cite command.
type citeReply struct {
	wire.MarkedSentence
	Others []wire.MarkedSentence `json:"others,omitempty"`
}

type explainCmd struct {
	paperFlags
	Title  string   `help:"Title of the manuscript. Passages on the same topic score higher."`
	Online bool     `help:"If only the abstract is known, first fetch the full text from the sources in your online.sources setting. The queries and hosts are printed before anything is sent."`
	Yes    bool     `help:"With --online, send the queries without asking for confirmation."`
	Text   []string `arg:"" optional:"" name:"claim" help:"The claim, with any preceding sentences; read from standard input if omitted."`
}

func (explainCmd) Help() string {
	return `Prints the three passages of a paper that are closest to a claim, each with a score from 0 to 1 and a
reason, and reports whether the paper supports the claim, refutes it, is only related to it, or does not mention
it in the available text. The last sentence is the claim; the sentences before it are its context.`
}

func (c explainCmd) Run(ctx context.Context, std cli.Streams) error {
	sentences, err := std.ReadSentences(c.Text)
	if err != nil {
		return err
	}
	if len(sentences) == 0 {
		return fmt.Errorf("%w: pass the claim as an argument or on standard input", cli.ErrUsage)
	}
	e, p, err := c.openPaper(ctx, std)
	if err != nil {
		return err
	}
	defer e.Close()
	if c.Online && len(p.Body) == 0 {
		if p, err = c.fetch(ctx, std, p); err != nil {
			return err
		}
	}
	last := len(sentences) - 1
	claim := evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: c.Title}
	answer, err := app.Explain(ctx, e.Judge(), claim, p)
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, answer)
	}
	return printExplanation(std.Out, answer)
}

func (c explainCmd) fetch(ctx context.Context, std cli.Streams, p *engine.Paper) (*engine.Paper, error) {
	l, err := openers(new(backend.Builder)).Literature(ctx, std.Settings())
	if err != nil {
		return nil, err
	}
	proposal, err := l.NamingText(p)
	if err != nil {
		return nil, err
	}
	if err := consent(std, c.Yes, proposal); err != nil {
		return nil, err
	}
	return l.FullText(ctx, p)
}

// relations maps each relation to the label shown to users.
var relations = map[wire.Relation]string{
	wire.ClaimSupports: "supports the claim", wire.ClaimRefutes: "refutes the claim",
	wire.ClaimRelated:  "is only related to the claim",
	wire.ClaimNotFound: "does not mention the claim in the available text",
}

func printExplanation(w io.Writer, x wire.Explanation) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. %s\nThe paper %s (support %.2f out of 1): %s\n", x.Byline, x.Title, relations[x.Relation],
		x.Support, x.Reason)
	if x.Evidence != nil && x.Relation != wire.ClaimNotFound {
		fmt.Fprintf(&b, "  “%s” [%s]\n", x.Evidence.Text, x.Evidence.Section)
	}
	for i, p := range x.Passages {
		fmt.Fprintf(&b, "%d  %.2f  %s\n   %s\n   %s\n", i+1, p.Score, show.PassagePlace(p), p.Text, p.Reason)
	}
	fmt.Fprintln(&b, x.Use.Text)
	_, err := io.WriteString(w, b.String())
	return err
}
