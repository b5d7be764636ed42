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
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

type explainCmd struct {
	paperFlags
	Title  string   `help:"Title of the manuscript. Passages on the same topic score higher."`
	Online bool     `help:"If only the abstract is known, first fetch the full text from the sources in your setting online.sources. The queries and hosts are printed before anything is sent."`
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

// relations maps each relation to the label that users see.
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
