package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A growth is a run together with the plan shown to the user.
type growth struct {
	std      cli.Streams
	dir      string
	embedder string
	yes      bool
	settings config.Settings
	client   *online.Client
	goals    grow.Goals
	plan     grow.Plan
}

// open opens the corpus.
func (r growth) open(progress func(grow.Progress)) (*grow.Grower, error) {
	embedder, err := r.vectors()
	if err != nil {
		return nil, err
	}
	return grow.Open(grow.Options{Dir: r.dir, Client: r.client, Embedder: embedder, Progress: progress})
}

// run asks the user for consent and grows the corpus.
func (r growth) run(ctx context.Context, work func(*grow.Grower) (grow.Result, error)) (err error) {
	if err := r.ask(); err != nil {
		return err
	}
	bar := cli.ProgressOf(r.std.Err, r.goals.Papers, "growing", "papers")
	g, err := r.open(func(p grow.Progress) { _ = bar.Set(p.Papers) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	result, err := work(g)
	_ = bar.Finish()
	return r.report(result, err)
}

func (r growth) ask() error {
	if r.yes || r.settings.Online.Ask == config.AskNever {
		return nil
	}
	return askToSend(r.std)
}

// report prints the result of a run.
func (r growth) report(result grow.Result, err error) error {
	std := r.std
	fmt.Fprintf(std.Out, "%s: %s, %d new, with %s\n", r.dir, text.Count(result.Papers, "paper"), result.Added,
		text.Count(result.Requests, "request"))
	printMissing(std.Err, result.Missing)
	if online.KindOf(err) != 0 {
		return fmt.Errorf("%w: %w", cli.ErrSource, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "It ended because %s.\n", result.Reason)
	if result.Papers == 0 {
		return errors.New("no paper was found: the corpus is empty")
	}
	if !slices.Contains(r.settings.Indexes, r.dir) {
		fmt.Fprintf(std.Out, "Search it with --index %s, or add it to the setting indexes.\n", r.dir)
	}
	return nil
}

// vectors returns the embedder of an existing corpus. For a new corpus, it returns the best
// embedder that the flag allows.
func (r growth) vectors() (engine.Embedder, error) {
	s := r.settings
	if _, err := index.List(r.dir); err == nil {
		return indexAddCmd{Dir: r.dir, Models: s.Models, Runtime: s.ONNXRuntime}.embedder()
	}
	if r.embedder == "none" {
		return nil, nil
	}
	if r.embedder == "static" {
		s.Engine = "plain"
	}
	embedders, notice, err := new(backend.Builder).Embedders(s)
	if err != nil {
		return nil, err
	}
	if notice != nil {
		r.std.PrintNotices(*notice)
	}
	return embedders[0], nil
}

func printMissing(w io.Writer, missing []string) {
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(w, "scilit-lsp: not found: %s:\n", text.Count(len(missing), "reference"))
	printSome(w, missing, maxMissing)
}

const maxMissing = 20

func printSome(w io.Writer, lines []string, limit int) {
	for _, line := range lines[:min(len(lines), limit)] {
		fmt.Fprintf(w, "    %s\n", text.OneLine(line))
	}
	if more := len(lines) - limit; more > 0 {
		fmt.Fprintf(w, "    and %d more\n", more)
	}
}

// showGrowth prints a plan, with at most some items of each list.
func showGrowth(w io.Writer, p grow.Plan, goals grow.Goals, some int) {
	fmt.Fprintf(w, "Plan: grow to %s from %s, by the citations of %s.\n", text.Count(goals.Papers, "paper"),
		text.Count(p.Seeds, "reference"), p.Source)
	fmt.Fprintf(w, "Hosts: %s\n", strings.Join(p.Hosts, ", "))
	fmt.Fprintf(w, "Sent first: %s of your references\n", text.Count(len(p.IDs), "identifier"))
	printSome(w, p.IDs, some)
	if len(p.Titles) > 0 {
		fmt.Fprintf(w, "Sent to registries: %s with first author and year\n", text.Count(len(p.Titles), "title"))
		printSome(w, p.Titles, some)
	}
	fmt.Fprintf(w, "Sent then: the source's own identifiers of works that its replies name. Nothing else is sent.\n")
	if len(p.Unusable) > 0 {
		fmt.Fprintf(w, "Left out: %s\n", text.Count(len(p.Unusable), "reference"))
		printSome(w, p.Unusable, some)
	}
	showRequests(w, p)
}

// showHarvest prints the plan of a harvest.
func showHarvest(w io.Writer, p grow.Plan, h online.Harvest) {
	fmt.Fprintf(w, "Plan: take all papers of %s that match.\nHosts: %s\nSent: %s\n", p.Source,
		strings.Join(p.Hosts, ", "), p.Query)
	if h.Since > 0 {
		fmt.Fprintf(w, "Sent, too: the year %d\n", h.Since)
	}
	fmt.Fprintln(w, "Sent then: the tokens of the next pages. Nothing else is sent.")
	showRequests(w, p)
}

// showUpdate prints the plan of an update.
func showUpdate(w io.Writer, p grow.Plan) {
	fmt.Fprintf(w, "Plan: ask %s for changes.\nHosts: %s\nSent: %s. Nothing else is sent.\n", p.Source,
		strings.Join(p.Hosts, ", "), p.Query)
	showRequests(w, p)
}

// showRequests prints the number of requests, their duration and their price.
func showRequests(w io.Writer, p grow.Plan) {
	fmt.Fprintf(w, "Requests: at most %d, at least %s at the pace of the services if all are needed\n", p.Requests,
		p.Takes.Round(time.Second))
	if p.Cost > 0 {
		fmt.Fprintf(w, "Price: at most $%.3f, of $%.2f that are free each day", dollars(p.Cost), dollars(p.Free))
		if !p.Keyed {
			fmt.Fprint(w, "; a free key raises this to $1 (setting online.keyEnv)")
		}
		fmt.Fprintln(w)
	}
}

func dollars(millionths int) float64 { return float64(millionths) / 1e6 }
