package main

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// repositories are the online sources that a check asks, nil without --online. What is
// sent, and where, is shown before.
func (c checkCmd) repositories(std streams, files []audit.File) (*audit.Repositories, error) {
	if !c.Online {
		if len(c.Sources) > 0 || c.Yes {
			return nil, fmt.Errorf("%w: --sources and --yes go with --online", errUsage)
		}
		return nil, nil
	}
	settings := settingsHere(std)
	if len(c.Sources) > 0 {
		settings.Online.Sources = c.Sources
	}
	client, notices, err := literatureOf(new(app.Wiring)).Client(settings)
	printNotices(std, notices...)
	if err != nil {
		return nil, fmt.Errorf("%w, or name them by --sources", err)
	}
	repositories := audit.NewRepositories(client)
	plan := repositories.Plan(files)
	showPlan(std, plan)
	if c.Yes || settings.Online.Ask == config.AskNever || plan.Entries == 0 {
		return repositories, nil
	}
	return repositories, askToSend(std)
}

// shownTitles is how many titles are shown of those that may be sent.
const shownTitles = 5

func showPlan(std streams, plan audit.Plan) {
	fmt.Fprintf(std.err, "scilit-lsp: --online asks %s\n", strings.Join(plan.Hosts, ", "))
	fmt.Fprintf(std.err, "about %s: it sends %s and, where these do not settle an entry, its title and the family name of its first author:\n",
		counted(plan.Entries, "entry", "entries"), text.Count(plan.Identifiers, "identifier"))
	for _, title := range plan.Titles[:min(len(plan.Titles), shownTitles)] {
		fmt.Fprintf(std.err, "    %s\n", text.OneLine(title))
	}
	if more := len(plan.Titles) - shownTitles; more > 0 {
		fmt.Fprintf(std.err, "    and %d more\n", more)
	}
	fmt.Fprintln(std.err, "Nothing else of your files is sent.")
}
