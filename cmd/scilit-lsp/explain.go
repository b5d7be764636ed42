package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

type explainCmd struct {
	paperFlags
	Title  string `help:"Title of the manuscript: passages about the same topic score higher."`
	Online bool   `help:"Fetch the full text first, where the abstract alone is known, from the sources of online.sources in your settings. What is sent, and where, is shown before."`
	Yes    bool   `help:"With --online, send without a question."`
}

// Help says what the answer means.
func (explainCmd) Help() string {
	return `Prints the three passages of a paper that are closest to a claim on standard input, each with a score from
0 to 1 and a reason, and whether the paper supports the claim, refutes it, is only related to it, or has nothing
of it in the text that is known. The last sentence is the claim; those before it are its context.`
}

// Run explains a paper by a claim.
func (c explainCmd) Run(ctx context.Context, std streams) error {
	sentences, err := readContext(std.in)
	if err != nil {
		return err
	}
	if len(sentences) == 0 {
		return fmt.Errorf("%w: write a claim to standard input", errUsage)
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
	answer, err := app.Explain(ctx, evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: c.Title}, p)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, answer)
	}
	return printExplanation(std.out, answer)
}

// fetch returns the paper with its full text.
func (c explainCmd) fetch(ctx context.Context, std streams, p *engine.Paper) (*engine.Paper, error) {
	l, err := openers(new(app.Wiring)).Literature(ctx, settingsHere(std))
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

// relations are the words for people.
var relations = map[app.Relation]string{
	app.ClaimSupports: "supports the claim", app.ClaimRefutes: "refutes the claim", app.ClaimRelated: "only related", app.ClaimNotFound: "not found in what is known of it",
}

func printExplanation(w io.Writer, x app.Explanation) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. %s\n%s (%.2f): %s\n", x.Byline, x.Title, relations[x.Relation], x.Score, x.Reason)
	if x.Evidence != nil && x.Relation != app.ClaimNotFound {
		fmt.Fprintf(&b, "  “%s” [%s]\n", x.Evidence.Text, x.Evidence.Section)
	}
	for i, p := range x.Passages {
		fmt.Fprintf(&b, "%d  %.2f  %s\n   %s\n   %s\n", i+1, p.Score, show.PassagePlace(p), p.Text, p.Reason)
	}
	fmt.Fprintln(&b, x.Use.Text)
	_, err := io.WriteString(w, b.String())
	return err
}
