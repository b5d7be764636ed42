package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	repositories "github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type onlineCmd struct {
	Sources onlineSourcesCmd `cmd:"" default:"1" help:"List the sources that you can enable, and their hosts."`
	Check   onlineCheckCmd   `cmd:"" help:"Send a test query to each enabled source and report the result."`
	Forget  onlineForgetCmd  `cmd:"" help:"Remove cached replies, but keep the papers found online."`
}

// literatureOf returns an opener of the online sources. Tests replace it to replay recorded
// responses.
var literatureOf = func(w *backend.Builder) literature.Opener { return literature.Opener{Builder: w, Version: version} }

// openers returns the functions that open the parts of a program, including those that may query
// online sources.
func openers(w *backend.Builder) backend.Openers {
	all := w.Openers()
	all.Literature = literatureOf(w).Open
	all.Growth = grow.Opener{Opener: literatureOf(w)}.Open
	return all
}

type onlineSourcesCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (c onlineSourcesCmd) Run(std cli.Streams) error {
	all := literature.Sources(std.Settings().Online)
	if c.JSON {
		return cli.PrintJSON(std.Out, all)
	}
	for _, s := range all {
		state := "off"
		if s.On {
			state = "on"
		}
		fmt.Fprintf(std.Out, "%-15s  %-3s  %s\n%22s%s\n", s.Name, state, strings.Join(s.Hosts, ", "), "", s.About)
	}
	fmt.Fprintf(std.Out, "\nEnable a source by listing it in the online.sources setting of your own scilit.toml "+
		"(%s),\nfor example with sources = [\"arxiv\", \"crossref\", \"doi\"] in its [online] section. Searches "+
		"query no other source.\n", config.UserFile())
	return nil
}

type onlineForgetCmd struct {
	Found bool `help:"Also remove the papers found online."`
}

func (c onlineForgetCmd) Run(ctx context.Context, std cli.Streams) error {
	replies, err := literature.Forget()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "removed: %s\n", counted(replies, "cached reply", "cached replies"))
	if !c.Found {
		return nil
	}
	found, err := new(backend.Builder).Found(std.Settings())
	if err != nil {
		return err
	}
	if err := found.Forget(ctx); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s: removed\n", found.Dir())
	return nil
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

var errUnsent = errors.New("nothing was sent")

// consent shows the queries and asks the user to confirm them, unless a flag or setting does so.
func consent(std cli.Streams, yes bool, proposals ...wire.OnlineProposal) error {
	showProposals(std.Err, proposals)
	if yes || !slices.ContainsFunc(proposals, func(p wire.OnlineProposal) bool { return p.Ask }) {
		return nil
	}
	return askToSend(std)
}

func askToSend(std cli.Streams) error {
	terminal, done := terminalOf(std)
	if terminal == nil {
		return fmt.Errorf("%w: confirmation is required, but standard input is not a terminal; use --yes, or set "+
			"online.ask to \"never\"", errUnsent)
	}
	defer done()
	agreed, err := confirm(std.Err, bufio.NewReader(io.LimitReader(terminal, 100)), "Send this?")
	if err == nil && !agreed {
		err = errUnsent
	}
	return err
}

// confirm asks the user a question and reports whether the answer is yes. The end of the input counts
// as no.
func confirm(out io.Writer, in *bufio.Reader, question string) (bool, error) {
	fmt.Fprint(out, question+" [y/N] ")
	answer, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// terminalOf returns the terminal for asking the user: standard input, or /dev/tty if the command
// reads its text from a pipe.
func terminalOf(std cli.Streams) (io.Reader, func()) {
	if cli.IsTerminal(std.In) {
		return std.In, func() {}
	}
	if !cli.IsTerminal(std.Err) {
		return nil, nil
	}
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return nil, nil
	}
	return terminal, func() { _ = terminal.Close() }
}

// showProposals prints each query exactly as it will be sent, with the hosts that receive it.
func showProposals(w io.Writer, proposals []wire.OnlineProposal) {
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
			fmt.Fprintf(w, "language model used: %s. %s\n", text.OneLine(p.By), p.Reasoning)
		}
		for _, q := range p.Queries {
			line := "  to " + q.Host + ": " + q.Query
			if q.From != 0 || q.To != 0 {
				line += fmt.Sprintf(", published %s..%s", yearOf(q.From), yearOf(q.To))
			}
			if q.Secondary {
				line += " (only if the sources above find nothing)"
			}
			fmt.Fprintln(w, line)
		}
		confirm = p.Confirm
	}
	if len(confirm) > 0 {
		fmt.Fprintf(w, "  then to %s: the identifiers or titles of the papers found, to confirm "+
			"them\n", strings.Join(confirm, ", "))
	}
}

// yearOf returns a year, or "" for 0.
func yearOf(year int) string { return strings.TrimPrefix(fmt.Sprint(year), "0") }

// showStep returns a function that prints the result of each queried source.
func showStep(w io.Writer) func(wire.OnlineStep) {
	return func(s wire.OnlineStep) {
		switch s.State {
		case wire.OnlineAnswered:
			fmt.Fprintf(w, "%s: %s in %.1f s\n", s.Source, text.Count(s.Records, "record"), float64(s.Milliseconds)/1000)
		case wire.OnlineNone:
			fmt.Fprintf(w, "%s: no papers found\n", s.Source)
		case wire.OnlineFailed:
			fmt.Fprintf(w, "%s: %s\n", s.Source, strings.TrimPrefix(s.Text, s.Source+" "))
		}
	}
}

// failedSources returns an error that names the sources that failed, or nil. The failed sources may
// have the missing papers.
func failedSources(steps []wire.OnlineStep) error {
	var names []string
	for _, s := range steps {
		if s.State == wire.OnlineFailed && s.Source != "" {
			names = append(names, s.Source)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s; papers may be missing, so try again later", cli.ErrSource, strings.Join(names, ", "))
}

type onlineCheckCmd struct {
	All bool `help:"Query all sources, including those that are not enabled."`
}

func (onlineCheckCmd) Help() string {
	return `Requests a well-known work from each source and searches the source for two words. Of your data,
it sends only the e-mail address and the keys in your settings. The exit code is 3 if a source does not answer or
the network is unavailable.`
}

func (c onlineCheckCmd) Run(ctx context.Context, std cli.Streams) error {
	settings := std.Settings().Online
	if c.All {
		settings.Sources = repositories.Names()
	}
	if len(settings.Sources) == 0 {
		return fmt.Errorf("%w, or use --all to check all sources", backend.ErrOnlineOff)
	}
	all, notices, err := literatureOf(new(backend.Builder)).Probe(ctx, settings)
	std.PrintNotices(notices...)
	if err != nil {
		return err
	}
	printProbes(std.Out, all)
	return verdictOfCheck(all)
}

func printProbes(w io.Writer, all []literature.Probe) {
	fmt.Fprintln(w, "| source | host | question | answer | seconds |\n|---|---|---|---|---|")
	for _, c := range all {
		answer := fmt.Sprint(c.Records)
		if c.Err != nil {
			answer = c.Err.Error()
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %.1f |\n", c.Source, c.Host, cell(c.Query), cell(answer), c.Took.Seconds())
	}
}

// cell escapes text for a cell in a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func verdictOfCheck(all []literature.Probe) error {
	if !slices.ContainsFunc(all, literature.Probe.Answered) {
		return fmt.Errorf("%w, because no host could be reached; check your network connection", cli.ErrSource)
	}
	var failed []string
	for _, c := range all {
		if c.Err != nil && !slices.Contains(failed, c.Source) {
			failed = append(failed, c.Source)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%w: %s", cli.ErrSource, strings.Join(failed, ", "))
	}
	return nil
}
