package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	onlinesources "github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// repositories returns the online sources that the check queries, or nil without --online. It shows
// the hosts and queries and asks the user for consent.
func (c checkCmd) repositories(std cli.Streams, files []audit.File) (*audit.Repositories, error) {
	if !c.Online {
		if len(c.Sources) > 0 || c.Yes && !c.Fix {
			return nil, fmt.Errorf("%w: --sources requires --online, and --yes requires --online or --fix", cli.ErrUsage)
		}
		return nil, nil
	}
	for _, name := range c.Sources {
		if err := onlinesources.Check(name); err != nil {
			return nil, fmt.Errorf("%w: --sources: %w", cli.ErrUsage, err)
		}
	}
	settings := std.Settings()
	if len(c.Sources) > 0 {
		settings.Online.Sources = c.Sources
	}
	client, notices, err := literatureOf(new(backend.Builder)).Client(settings)
	std.PrintNotices(notices...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w, or name sources with --sources", cli.ErrSource, err)
	}
	repositories := audit.NewRepositories(client)
	plan := repositories.Plan(files)
	if len(plan.Hosts) == 0 {
		return nil, fmt.Errorf("%w: none of the enabled sources can look up references: add crossref to your "+
			"online.sources setting, or name it with --sources", cli.ErrSource)
	}
	showPlan(std, plan)
	if c.Yes || settings.Online.Ask == config.AskNever || plan.Entries == 0 {
		return repositories, nil
	}
	return repositories, askToSend(std)
}

const shownTitles = 5 // maximum number of titles shown before the user consents to sending them

func showPlan(std cli.Streams, plan audit.Plan) {
	std.Note("--online queries these hosts: %s", strings.Join(plan.Hosts, ", "))
	fmt.Fprintf(std.Err, "It looks up %s and sends %s. For entries without a match, it also sends the title "+
		"and the family name of the first author:\n",
		counted(plan.Entries, "entry", "entries"), text.Count(plan.Identifiers, "identifier"))
	for _, title := range plan.Titles[:min(len(plan.Titles), shownTitles)] {
		fmt.Fprintf(std.Err, "    %s\n", text.OneLine(title))
	}
	if more := len(plan.Titles) - shownTitles; more > 0 {
		fmt.Fprintf(std.Err, "    and %d more\n", more)
	}
	fmt.Fprintln(std.Err, "Nothing else in your files is sent.")
}

// maxRetractions is the maximum size of a file of retraction notices, in bytes. Retraction Watch's
// 2025 file is 60 MB.
const maxRetractions = 512 << 20

// retractions reads the file of retraction notices given by --retractions, or returns nil without
// that flag. It prints the age of the file.
func (c checkCmd) retractions(ctx context.Context, std cli.Streams) (*audit.Retractions, error) {
	if c.Retractions == "" {
		return nil, nil
	}
	raw, err := files.Read(ctx, c.Retractions, maxRetractions)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cli.ErrSource, err)
	}
	all, err := audit.ReadRetractions(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", cli.ErrSource, c.Retractions, err)
	}
	std.Note("note: %s contains %s, the newest from %s", relative(c.Retractions),
		text.Count(all.Notices, "retraction notice"), all.Newest.Format(time.DateOnly))
	return all, nil
}
