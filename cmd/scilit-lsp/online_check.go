package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	repositories "github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

type onlineCheckCmd struct {
	All bool `help:"Query all sources, including those that are not enabled."`
}

func (onlineCheckCmd) Help() string {
	return `Requests a well-known work from each source and searches the source for two words. Of your data,
it sends only the e-mail address and the keys in your settings. The exit code is 3 if a source did not answer or
there is no network.`
}

func (c onlineCheckCmd) Run(ctx context.Context, std cli.Streams) error {
	settings := std.Settings().Online
	if c.All {
		settings.Sources = repositories.Names()
	}
	if len(settings.Sources) == 0 {
		return fmt.Errorf("%w, or use --all to check all sources", backend.ErrOnlineOff)
	}
	all, err := literatureOf(new(backend.Builder)).Probe(ctx, settings)
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
