package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

type onlineCheckCmd struct {
	All bool `help:"Ask all sources, whether they are turned on or not."`
}

// Help says what is sent.
func (onlineCheckCmd) Help() string {
	return `Each source is asked for one work that it has had for years, and searched for two words; nothing of yours is sent
but the e-mail address and the keys of your settings. The exit code is 3 where a source did not answer, or there is no network.`
}

// Run asks the live services.
func (c onlineCheckCmd) Run(ctx context.Context, std streams) error {
	settings := settingsHere(std).Online
	if c.All {
		settings.Sources = online.Sources()
	}
	if len(settings.Sources) == 0 {
		return fmt.Errorf("%w; or check all by --all", app.ErrOnlineOff)
	}
	all, err := literatureOf(new(app.Wiring)).Check(ctx, settings)
	if err != nil {
		return err
	}
	printChecked(std.out, all)
	return verdictOfCheck(all)
}

// printChecked prints a table in Markdown, as reports have it.
func printChecked(w io.Writer, all []literature.Checked) {
	fmt.Fprintln(w, "| source | host | question | answer | seconds |\n|---|---|---|---|---|")
	for _, c := range all {
		answer := fmt.Sprint(c.Records)
		if c.Err != nil {
			answer = c.Err.Error()
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %.1f |\n", c.Source, c.Host, cell(c.Question), cell(answer), c.Took.Seconds())
	}
}

// cell is a text that ends no cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func verdictOfCheck(all []literature.Checked) error {
	if !slices.ContainsFunc(all, literature.Checked.Answered) {
		return fmt.Errorf("%w: there is no network here: none of the hosts could be reached", errUnasked)
	}
	var failed []string
	for _, c := range all {
		if c.Err != nil && !slices.Contains(failed, c.Source) {
			failed = append(failed, c.Source)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%w: %s", errUnasked, strings.Join(failed, ", "))
	}
	return nil
}
