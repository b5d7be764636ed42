package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

type corpusCmd struct {
	Grow   corpusGrowCmd   `cmd:"" help:"Build a corpus of your field from your references: the works that they cite, the works that cite them, and their neighbors."`
	Status corpusStatusCmd `cmd:"" help:"Show what a grown corpus has, from where and under which licenses."`
}

type corpusGrowCmd struct {
	Out      string   `required:"" type:"path" placeholder:"DIR" help:"Folder of the corpus. A corpus in it grows further."`
	Papers   int      `default:"5000" placeholder:"N" help:"Size of the corpus (default ${default})."`
	Since    int      `placeholder:"YEAR" help:"Leave out works that are older, except for your own references."`
	Hops     int      `default:"3" placeholder:"N" help:"Greatest distance from your references, in citations (default ${default})."`
	Source   string   `placeholder:"NAME" help:"Source of the citations: openalex or semanticscholar; by default the first of them that is turned on."`
	Library  bool     `help:"Grow from the papers of your library, too."`
	Plan     bool     `help:"Print what would be sent, in full, and end."`
	Yes      bool     `help:"Send without asking."`
	Embedder string   `enum:"auto,static,none" default:"auto" help:"Source of the vectors: ${enum}."`
	Seeds    []string `arg:"" optional:"" name:"seed" help:"Files of references (.bib, RIS, CSL JSON and others), manuscripts with their .bib, folders, DOIs, arXiv and PubMed identifiers."`
}

func (corpusGrowCmd) Help() string {
	return `Reads your references, shows what it will send to which host, and asks. The source has to be
listed in the setting online.sources. Only identifiers are sent, and for references without one the title, the
family name of the first author and the year.

The corpus can be searched while it grows. An interrupted run continues where it was: give the same command.
Papers that you remove with "index remove" stay removed.`
}

// maxPapers bounds a grown corpus.
const maxPapers = 200_000

func (c corpusGrowCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Papers < 1 || c.Papers > maxPapers || c.Hops < 1 {
		return fmt.Errorf("%w: --papers is between 1 and %d, --hops at least 1", cli.ErrUsage, maxPapers)
	}
	settings := std.Settings()
	client, notices, err := literatureOf(new(backend.Builder)).Client(settings)
	std.PrintNotices(notices...)
	if err != nil {
		return err
	}
	source, err := c.source(settings)
	if err != nil {
		return err
	}
	seeds, err := c.seeds(ctx, std, settings)
	if err != nil {
		return err
	}
	goals := grow.Goals{Papers: c.Papers, Since: c.Since, Hops: c.Hops}
	plan, err := grow.NewPlan(client, source, seeds, goals)
	if err != nil {
		return err
	}
	if c.Plan {
		showGrowth(std.Out, plan, goals, len(plan.IDs)+len(plan.Titles)+len(plan.Unusable))
		return nil
	}
	showGrowth(std.Err, plan, goals, shownTitles)
	if len(plan.IDs)+len(plan.Titles) == 0 {
		return fmt.Errorf("none of %s can be sent: nothing was done", text.Count(seeds.Read, "reference"))
	}
	if !c.Yes && settings.Online.Ask != config.AskNever {
		if err := askToSend(std); err != nil {
			return err
		}
	}
	return c.grow(ctx, std, grower{settings, client, source, seeds, goals, plan})
}

// source returns the source of the citations.
func (c corpusGrowCmd) source(s config.Settings) (string, error) {
	if c.Source != "" {
		return c.Source, nil
	}
	for _, name := range grow.Sources() {
		if slices.Contains(s.Online.Sources, name) {
			return name, nil
		}
	}
	return "", fmt.Errorf("no source of citations is turned on: add %s to the setting online.sources",
		strings.Join(grow.Sources(), " or "))
}

// seeds reads the references. A manuscript stands for its .bib files.
func (c corpusGrowCmd) seeds(ctx context.Context, std cli.Streams, s config.Settings) (seeds grow.Seeds, err error) {
	var named []string
	for _, name := range c.Seeds {
		if !slices.Contains([]string{".tex", ".md", ".qmd", ".rmd", ".org", ".typ"},
			strings.ToLower(filepath.Ext(name))) {
			named = append(named, name)
			continue
		}
		loaded := cli.Load()
		here, err := os.Getwd()
		if err != nil {
			return seeds, err
		}
		bibs, problems := workspace.Examine(ctx, name, here, workspace.RulesOf(loaded, config.OpenTrust()))
		if len(bibs) == 0 {
			return seeds, errors.Join(problems...)
		}
		named = append(named, bibs...)
	}
	var more []*engine.Paper
	if c.Library {
		if more, err = libraryPapers(ctx, s); err != nil {
			return seeds, err
		}
	}
	if len(named)+len(more) == 0 {
		return seeds, fmt.Errorf("%w: name your references: a .bib file, a manuscript, an identifier, or --library",
			cli.ErrUsage)
	}
	seeds, err = grow.ReadSeeds(ctx, corpus.Library{Reader: pdfReader()}, named, more)
	if err == nil && seeds.Read == 0 {
		err = fmt.Errorf("%s: no references in them", strings.Join(c.Seeds, ", "))
	}
	return seeds, err
}

// libraryPapers returns the records of the user's library.
func libraryPapers(ctx context.Context, s config.Settings) (all []*engine.Paper, err error) {
	parent, err := backend.LibraryFolder(s)
	if err != nil {
		return nil, err
	}
	for _, dir := range library.All(parent) {
		x, err := index.Open(dir)
		if err != nil {
			return nil, err
		}
		for p, err := range x.FullTexts(ctx) {
			if err != nil {
				return nil, errors.Join(err, x.Close())
			}
			all = append(all, p)
		}
		if err := x.Close(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// A grower holds the parts of a run that the user agreed to.
type grower struct {
	settings config.Settings
	client   *online.Client
	source   string
	seeds    grow.Seeds
	goals    grow.Goals
	plan     grow.Plan
}

func (c corpusGrowCmd) grow(ctx context.Context, std cli.Streams, r grower) (err error) {
	embedder, err := c.embedder(std, r.settings)
	if err != nil {
		return err
	}
	bar := cli.ProgressOf(std.Err, r.goals.Papers, "growing", "papers")
	g, err := grow.Open(grow.Options{Dir: c.Out, Client: r.client, Embedder: embedder,
		Progress: func(p grow.Progress) { _ = bar.Set(min(p.Papers, p.Goal)) }})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	result, err := g.Grow(ctx, r.source, r.seeds, r.goals, r.plan)
	_ = bar.Finish()
	fmt.Fprintf(std.Out, "%s: %s, %d new, with %s\n", c.Out, text.Count(result.Papers, "paper"), result.Added,
		text.Count(result.Requests, "request"))
	printMissing(std.Err, result.Missing)
	if err != nil {
		if online.KindOf(err) != 0 {
			err = fmt.Errorf("%w: %w", cli.ErrSource, err)
		}
		return err
	}
	fmt.Fprintf(std.Out, "It ended because %s.\n", result.Reason)
	if result.Papers == 0 {
		return errors.New("no paper was found: the corpus is empty")
	}
	if !slices.Contains(r.settings.Indexes, c.Out) {
		fmt.Fprintf(std.Out, "Search it with --index %s, or add it to the setting indexes.\n", c.Out)
	}
	return nil
}

// embedder returns the embedder of an existing corpus, else the best that the flag allows.
func (c corpusGrowCmd) embedder(std cli.Streams, s config.Settings) (engine.Embedder, error) {
	if _, err := index.List(c.Out); err == nil {
		return indexAddCmd{Dir: c.Out, Models: s.Models, Runtime: s.ONNXRuntime}.embedder()
	}
	if c.Embedder == "none" {
		return nil, nil
	}
	if c.Embedder == "static" {
		s.Engine = "plain"
	}
	embedders, notice, err := new(backend.Builder).Embedders(s)
	if err != nil {
		return nil, err
	}
	if notice != nil {
		std.PrintNotices(*notice)
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

// showGrowth prints a plan, with at most some of its lists.
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

type corpusStatusCmd struct {
	JSON bool   `name:"json" help:"Print JSON."`
	Dir  string `arg:"" type:"path" help:"Folder of the corpus."`
}

func (c corpusStatusCmd) Run(ctx context.Context, std cli.Streams) error {
	s, err := grow.Look(ctx, c.Dir)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	if c.JSON {
		return cli.PrintJSON(std.Out, s)
	}
	fmt.Fprintf(std.Out, "%s: %s, grown from %s by %s, %s to %s\n", s.Dir, text.Count(s.Searchable, "paper"),
		text.Count(s.Seeds, "seed"), s.Source, s.First, s.Last)
	fmt.Fprintf(std.Out, "chosen: %d of %d; searchable: %d; removed by you: %d\n", s.Chosen, s.Goal, s.Published,
		s.Removed)
	fmt.Fprintf(std.Out, "known works: %d, by %s; citing sentences of %s\n", s.Known,
		counted(s.Requests, "reply", "replies"), text.Count(s.Contexts, "citation"))
	fmt.Fprintf(std.Out, "without abstract: %d; retracted: %d\n", s.NoAbstract, s.Retracted)
	fmt.Fprintf(std.Out, "records: %s, from %s\nlicenses of the papers:\n", cmp.Or(s.Metadata, "license unknown"),
		s.Source)
	for _, name := range slices.Sorted(maps.Keys(s.Licenses)) {
		fmt.Fprintf(std.Out, "    %s: %d\n", cmp.Or(name, "none given"), s.Licenses[name])
	}
	printMissing(std.Out, s.Missing)
	return nil
}
