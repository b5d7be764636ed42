package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type onlineCmd struct {
	Sources onlineSourcesCmd `cmd:"" default:"1" help:"List the sources that can be turned on, and their hosts."`
	Check   onlineCheckCmd   `cmd:"" help:"Ask each source that is turned on one harmless question, and say which of them answer."`
	Forget  onlineForgetCmd  `cmd:"" help:"Remove the replies that are kept; the papers that were found stay."`
}

// literatureOf opens the online sources. Tests replay replies in place of them.
var literatureOf = func(w *app.Wiring) literature.Opener { return literature.Opener{Wiring: w, Version: version} }

// openers are those of a program that may ask online sources.
func openers(w *app.Wiring) app.Openers {
	all := w.Openers()
	all.Literature = literatureOf(w).Open
	return all
}

type onlineSourcesCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run lists the sources.
func (c onlineSourcesCmd) Run(std streams) error {
	all := literature.Sources(settingsHere(std).Online)
	if c.JSON {
		return printJSON(std.out, all)
	}
	for _, s := range all {
		state := "off"
		if s.On {
			state = "on"
		}
		fmt.Fprintf(std.out, "%-15s  %-3s  %s\n%22s%s\n", s.Name, state, strings.Join(s.Hosts, ", "), "", s.About)
	}
	fmt.Fprintf(std.out, "\nA source is turned on by its name in the setting online.sources of your own scilit.toml (%s),\nsuch as sources = [\"arxiv\", \"crossref\", \"doi\"]. It is asked at these hosts and no others.\n", config.UserFile())
	return nil
}

type onlineForgetCmd struct {
	Found bool `help:"Remove the papers that were found, too."`
}

// Run removes replies.
func (c onlineForgetCmd) Run(ctx context.Context, std streams) error {
	replies, err := literature.Forget()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "forgotten: %s\n", counted(replies, "reply", "replies"))
	if !c.Found {
		return nil
	}
	found, err := new(app.Wiring).Found(settingsHere(std))
	if err != nil {
		return err
	}
	if err := found.Forget(ctx); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: forgotten\n", found.Dir())
	return nil
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// errUnsent is returned where the user let nothing be sent.
var errUnsent = errors.New("nothing was sent")

// consent shows what would be sent and asks for it, unless the user said so already.
func consent(std streams, yes bool, proposals ...app.OnlineProposal) error {
	showProposals(std.err, proposals)
	asks := false
	for _, p := range proposals {
		asks = asks || p.Ask
	}
	if yes || !asks {
		return nil
	}
	return askToSend(std)
}

// askToSend asks the user whether what was shown may be sent.
func askToSend(std streams) error {
	terminal, done := terminalOf(std)
	if terminal == nil {
		return fmt.Errorf("%w: this is no terminal, where you could be asked: give --yes, or set online.ask to \"never\"", errUnsent)
	}
	defer done()
	fmt.Fprint(std.err, "Send this? [y/N] ")
	answer, err := bufio.NewReader(io.LimitReader(terminal, 100)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return errUnsent
	}
	return nil
}

// terminalOf is where a user can be asked: standard input, or the terminal of a command
// that reads its text from a pipe.
func terminalOf(std streams) (io.Reader, func()) {
	if isTerminal(std.in) {
		return std.in, func() {}
	}
	if !isTerminal(std.err) {
		return nil, nil
	}
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return nil, nil
	}
	return terminal, func() { _ = terminal.Close() }
}

// showProposals prints what is sent, word by word, and where.
func showProposals(w io.Writer, proposals []app.OnlineProposal) {
	var confirm []string
	for _, p := range proposals {
		if len(p.Keywords) > 0 && p.Claim != "" {
			fmt.Fprintf(w, "claim: %s\n", text.OneLine(p.Claim))
		}
		if len(p.Keywords) > 0 {
			fmt.Fprintf(w, "keywords: %s\n", strings.Join(p.Keywords, ", "))
		}
		if p.Discipline != "" {
			fmt.Fprintf(w, "discipline: %s (%.2f). %s\n", p.Discipline, p.Confidence, p.Reasoning)
		}
		if p.By != "" {
			fmt.Fprintf(w, "chosen by %s: %s\n", text.OneLine(p.By), p.Reasoning)
		}
		for _, q := range p.Queries {
			fmt.Fprintf(w, "  to %s: %s%s%s\n", q.Host, q.Query, yearsOf(q), whenAsked(q))
		}
		confirm = p.Confirm
	}
	if len(confirm) > 0 {
		fmt.Fprintf(w, "  then, about the papers that are found, by identifier or title, to %s\n", strings.Join(confirm, ", "))
	}
}

func yearsOf(q app.OnlineQuery) string {
	if q.From == 0 && q.To == 0 {
		return ""
	}
	year := func(n int) string { return strings.TrimPrefix(fmt.Sprint(n), "0") }
	return fmt.Sprintf(", of %s..%s", year(q.From), year(q.To))
}

func whenAsked(q app.OnlineQuery) string {
	if q.Secondary {
		return " (where those above have nothing)"
	}
	return ""
}

// showStep prints what became of a source.
func showStep(w io.Writer) func(app.OnlineStep) {
	return func(s app.OnlineStep) {
		switch s.State {
		case app.OnlineAnswered:
			fmt.Fprintf(w, "%s: %s in %.1f s\n", s.Source, text.Count(s.Records, "record"), float64(s.Milliseconds)/1000)
		case app.OnlineNone:
			fmt.Fprintf(w, "%s: has none\n", s.Source)
		case app.OnlineFailed:
			fmt.Fprintf(w, "%s: %s\n", s.Source, s.Text)
		}
	}
}

// unasked is the error where a source failed: what is not found may be there.
func unasked(steps []app.OnlineStep) error {
	var names []string
	for _, s := range steps {
		if s.State == app.OnlineFailed && s.Source != "" {
			names = append(names, s.Source)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s: what was not found may be there", errUnasked, strings.Join(names, ", "))
}
