package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	Grow   corpusGrowCmd   `cmd:"" help:"Build a corpus of your field: follow citations from your references, or download all papers in a category or matching a query."`
	Update corpusUpdateCmd `cmd:"" help:"Add papers published since the last run, and record retractions."`
	Recent corpusRecentCmd `cmd:"" help:"List the papers found by updates, with the related sentences of a manuscript. Sends nothing."`
	Status corpusStatusCmd `cmd:"" help:"Show the size, sources and licenses of a grown corpus."`
}

type corpusGrowCmd struct {
	Out      string   `required:"" type:"path" placeholder:"DIR" help:"Folder of the corpus. An existing corpus is extended."`
	Papers   int      `placeholder:"N" help:"Number of papers in the corpus; by default 5000, or all papers in the category or query results."`
	Since    int      `placeholder:"YEAR" help:"Skip works published before this year, except your own references."`
	Hops     int      `default:"3" placeholder:"N" help:"Maximum distance from your references, in citations (default ${default})."`
	Source   string   `placeholder:"NAME" help:"Source of the citations: openalex, semanticscholar, crossref or europepmc; by default the first one that is enabled. With --query: europepmc (default) or pubmed."`
	ArXiv    string   `name:"arxiv" placeholder:"CATEGORY" help:"Add all papers in this arXiv category, such as cs.CL, instead of following references."`
	Topic    string   `placeholder:"ID" help:"Add all papers on this OpenAlex topic, such as T10028 (see openalex.org/topics), instead of following references."`
	Query    []string `sep:";" placeholder:"WORDS" help:"Add all papers in Europe PMC or PubMed that match these words or phrases, separated by semicolons, instead of following references."`
	Library  bool     `help:"Also start from the papers in your library."`
	Plan     bool     `help:"Print everything that would be sent, and exit."`
	Yes      bool     `help:"Send without asking for confirmation."`
	Embedder string   `enum:"auto,static,none" default:"auto" help:"Model that computes the vectors: ${enum}."`
	Seeds    []string `arg:"" optional:"" name:"seed" help:"Your references: .bib, RIS, CSL JSON and other reference files, manuscripts with a .bib, folders containing such files, DOIs, and arXiv or PubMed identifiers."`
}

func (corpusGrowCmd) Help() string {
	return `Reads your references, shows what it will send to which host, and asks for confirmation. The source must be
listed in your online.sources setting. Of your references, only the identifiers are sent; for a reference without
an identifier, the title, the family name of the first author and the year are sent.

The corpus can be searched while it grows. To continue an interrupted run, repeat the same command.
Papers that you remove with "index remove" stay removed.`
}

const maxPapers = 200_000 // maximum size of a grown corpus, in papers

func (c corpusGrowCmd) Run(ctx context.Context, std cli.Streams) error {
	isHarvest := c.ArXiv != "" || c.Topic != "" || len(c.Query) > 0
	switch {
	case c.Papers < 0 || c.Papers > maxPapers || c.Hops < 1:
		return fmt.Errorf("%w: --papers must be between 1 and %d, and --hops at least 1", cli.ErrUsage, maxPapers)
	case isHarvest && len(c.Seeds) > 0, c.ArXiv != "" && c.Topic != "", c.ArXiv+c.Topic != "" && len(c.Query) > 0:
		return fmt.Errorf("%w: give only one of: references, --arxiv, --query, --topic", cli.ErrUsage)
	case c.Papers == 0 && !isHarvest:
		c.Papers = grow.DefaultGoals.Papers
	}
	settings := std.Settings()
	client, notices, err := literatureOf(new(backend.Builder)).Client(settings)
	std.PrintNotices(notices...)
	if err != nil {
		return err
	}
	r := growth{std: std, dir: c.Out, embedder: c.Embedder, yes: c.Yes, settings: settings, client: client,
		goals: grow.Goals{Papers: c.Papers, Since: c.Since, Hops: c.Hops}}
	if isHarvest {
		return c.harvest(ctx, r)
	}
	source := c.Source
	if source == "" {
		if source, err = grow.EnabledSource(settings); err != nil {
			return err
		}
	}
	seeds, err := c.seeds(ctx, settings)
	if err != nil {
		return err
	}
	if r.plan, err = grow.NewPlan(client, source, seeds, r.goals); err != nil {
		return err
	}
	if c.Plan {
		r.plan.Write(std.Out, r.goals, len(r.plan.IDs)+len(r.plan.Titles)+len(r.plan.Unusable))
		return nil
	}
	r.plan.Write(std.Err, r.goals, shownTitles)
	if len(r.plan.IDs)+len(r.plan.Titles) == 0 {
		return fmt.Errorf("nothing was sent, because no reference can be looked up (%s read): add "+
			"DOIs, or see the reasons above", text.Count(seeds.Read, "reference"))
	}
	return r.run(ctx, func(g *grow.Grower) (grow.Result, error) {
		return g.Grow(ctx, source, seeds, r.goals, r.plan)
	})
}

// harvest adds all papers in a category, or all papers that match a query, to the corpus.
func (c corpusGrowCmd) harvest(ctx context.Context, r growth) (err error) {
	h, source := online.Harvest{Set: cmp.Or(c.ArXiv, c.Topic), Keywords: c.Query, Since: c.Since}, "arxiv"
	switch {
	case c.Topic != "":
		source = "openalex"
	case c.ArXiv == "":
		source = cmp.Or(c.Source, "europepmc")
	}
	if r.plan, err = grow.NewHarvestPlan(r.client, source, h, r.goals); err != nil {
		return err
	}
	if c.Plan {
		r.plan.WriteHarvest(r.std.Out, h)
		return nil
	}
	r.plan.WriteHarvest(r.std.Err, h)
	return r.run(ctx, func(g *grow.Grower) (grow.Result, error) { return g.Harvest(ctx, source, h, r.goals, r.plan) })
}

// seeds reads the references from which the corpus is grown. If the user names a manuscript, seeds
// reads the manuscript's .bib files.
func (c corpusGrowCmd) seeds(ctx context.Context, s config.Settings) (seeds grow.Seeds, err error) {
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
		return seeds, fmt.Errorf("%w: give your references as a .bib file, a manuscript or an identifier, or use --library",
			cli.ErrUsage)
	}
	seeds, err = grow.ReadSeeds(ctx, corpus.Library{Reader: pdfReader()}, named, more)
	if err == nil && seeds.Read == 0 {
		err = fmt.Errorf("%s: no references were found; give a .bib file, another reference list, or a "+
			"manuscript that cites works", strings.Join(c.Seeds, ", "))
	}
	return seeds, err
}

func libraryPapers(ctx context.Context, s config.Settings) (all []*engine.Paper, err error) {
	parent, err := backend.LibraryFolder(s)
	if err != nil {
		return nil, err
	}
	for _, dir := range library.All(parent) {
		papers, err := backend.PapersIn(ctx, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, papers...)
	}
	return all, nil
}

// A growth grows a corpus according to a plan that the user has seen.
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

func (r growth) open(progress func(grow.Progress)) (*grow.Grower, error) {
	embedder, err := r.vectors()
	if err != nil {
		return nil, err
	}
	return grow.Open(grow.Options{Dir: r.dir, Client: r.client, Embedder: embedder, Progress: progress})
}

// run asks the user for consent, calls work to grow the corpus, and prints the result.
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

func (r growth) report(result grow.Result, err error) error {
	std := r.std
	fmt.Fprintf(std.Out, "%s: %s, %d new; requests sent: %d\n", r.dir, text.Count(result.Papers, "paper"), result.Added,
		result.Requests)
	printMissing(std.Err, result.Missing)
	if result.Unread > 0 {
		std.Note("%s could not be read", text.Count(result.Unread, "full text"))
	}
	if online.KindOf(err) != 0 {
		return fmt.Errorf("%w: %w", cli.ErrSource, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "Stopped: %s.\n", result.Reason)
	if result.Papers == 0 {
		return errors.New("no papers were found, so the corpus is empty: start from other references, or choose " +
			"another category, topic or query")
	}
	if !slices.Contains(r.settings.Indexes, r.dir) {
		fmt.Fprintf(std.Out, "To search the corpus, use --index %s, or add the folder to your indexes setting.\n", r.dir)
	}
	return nil
}

// vectors returns the embedder that an existing corpus was built with. For a new corpus, it returns
// the best embedder that the flags allow.
func (r growth) vectors() (engine.Embedder, error) {
	s := r.settings
	if _, err := index.List(r.dir); err == nil {
		return indexAddCmd{Dir: r.dir, ModelFlags: cli.ModelFlags{Models: s.Models, Runtime: s.ONNXRuntime}}.embedder()
	}
	if r.embedder == "none" {
		return nil, nil
	}
	if r.embedder == "static" {
		s.Engine = "plain"
	}
	return bestEmbedder(r.std, s)
}

func printMissing(w io.Writer, missing []string) {
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(w, "scilit-lsp: %s could not be found:\n", text.Count(len(missing), "reference"))
	grow.WriteSome(w, missing, maxMissing)
}

const maxMissing = 20
