package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

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
	fmt.Fprintf(std.Out, "%s: %s, from %s via %s, downloaded %s to %s\n", s.Dir, text.Count(s.Searchable, "paper"),
		origin(s), s.Source, s.First, s.Last)
	fmt.Fprintf(std.Out, "papers selected: %d; searchable: %d; removed by you: %d\n", s.Chosen, s.Searchable, s.Removed)
	fmt.Fprintf(std.Out, "works in the citation graph: %d, from %s; citations stored with their sentences: "+
		"%d\n", s.Known, counted(s.Requests, "reply", "replies"), s.Contexts)
	fmt.Fprintf(std.Out, "papers without an abstract: %d; retracted: %d\n", s.NoAbstract, s.Retracted)
	fmt.Fprintf(std.Out, "license of the records from %s: %s\nlicenses of the papers:\n", s.Source,
		cmp.Or(s.Metadata, "unknown"))
	for _, name := range slices.Sorted(maps.Keys(s.Licenses)) {
		fmt.Fprintf(std.Out, "    %s: %d\n", cmp.Or(name, "none given"), s.Licenses[name])
	}
	printMissing(std.Out, s.Missing)
	return nil
}

// origin describes the origin of a corpus: its seed references, or a category, topic or query.
func origin(s grow.Status) string {
	if s.Seeds == 0 {
		return "a category, topic or query"
	}
	return text.Count(s.Seeds, "seed reference")
}

type corpusUpdateCmd struct {
	Plan bool   `help:"Print everything that would be sent, and exit."`
	Yes  bool   `help:"Send without asking for confirmation."`
	For  string `type:"existingfile" placeholder:"FILE" help:"Also list the new papers related to sentences of this manuscript."`
	Dir  string `arg:"" type:"path" help:"Folder of the corpus."`
}

func (corpusUpdateCmd) Help() string {
	return `Queries the source of the corpus for new works that cite its papers, for changed records and
for retractions. Some sources cannot list all of these; the plan lists those that the update will miss. For a
corpus built from a category, topic or query, it requests the new and changed records instead. To continue an
interrupted update, repeat the command. Papers that you removed stay removed.`
}

// Run updates the corpus and prints the new and the retracted papers.
func (c corpusUpdateCmd) Run(ctx context.Context, std cli.Streams) (err error) {
	if _, err := grow.Look(ctx, c.Dir); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	settings := std.Settings()
	client, notices, err := literatureOf(new(backend.Builder)).Client(settings)
	std.PrintNotices(notices...)
	if err != nil {
		return err
	}
	r := growth{std: std, dir: c.Dir, yes: c.Yes, settings: settings, client: client}
	g, err := r.open(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	if r.plan, err = g.PlanUpdate(); err != nil {
		return err
	}
	if c.Plan {
		r.plan.WriteUpdate(std.Out)
		return nil
	}
	r.plan.WriteUpdate(std.Err)
	if err := r.ask(); err != nil {
		return err
	}
	result, err := g.Update(ctx, r.plan)
	if err := r.report(result, err); err != nil {
		return err
	}
	grow.WriteSome(std.Out, result.Titles, maxMissing)
	printNews(std.Out, result.News)
	for _, title := range result.Retracted {
		fmt.Fprintf(std.Out, "retracted: %s\n", text.OneLine(title))
	}
	if c.For != "" {
		return printRecent(ctx, std, c.Dir, c.For)
	}
	return nil
}

// printNews prints the preprints that have since been published, and the new papers that cite the
// user's references.
func printNews(w io.Writer, news []grow.News) {
	var citing []string
	for _, n := range news {
		if n.Preprint != "" {
			fmt.Fprintf(w, "now published: “%s”, https://doi.org/%s; the corpus has its "+
				"preprint\n", text.OneLine(n.Title), n.DOI)
			continue
		}
		line := "“" + n.Title + "”, which cites “" + n.Cites[0] + "”"
		if more := len(n.Cites) - 1; more > 0 {
			line += fmt.Sprintf(" and %d more of your references", more)
		}
		citing = append(citing, line)
	}
	if len(citing) > 0 {
		fmt.Fprintf(w, "New papers that cite your references: %d\n", len(citing))
		grow.WriteSome(w, citing, maxMissing)
	}
}

type corpusRecentCmd struct {
	Dir        string `arg:"" type:"path" help:"Folder of the corpus."`
	Manuscript string `arg:"" type:"existingfile" help:"The manuscript, in LaTeX, Markdown, Typst or Org."`
}

// Run prints the new papers in a corpus that are related to sentences of a manuscript.
func (c corpusRecentCmd) Run(ctx context.Context, std cli.Streams) error {
	if _, err := grow.Look(ctx, c.Dir); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	return printRecent(ctx, std, c.Dir, c.Manuscript)
}

// printRecent prints each new paper that is close to citing sentences of the manuscript, followed
// by those sentences.
func printRecent(ctx context.Context, std cli.Streams, dir, name string) error {
	w, d, err := manuscript.Open(ctx, name)
	if err != nil {
		return err
	}
	e, err := cli.EngineFlags{Indexes: []string{dir}, Engine: "plain"}.OpenEngine(ctx, std)
	if err != nil {
		return err
	}
	found, failed := cite.RecentPlaces(ctx, e, onnx.StaticCitations(), []string{dir}, cite.CitingPlaces(ctx, w, d))
	if err := errors.Join(append(failed, e.Close())...); err != nil {
		return err
	}
	papers := 0
	for i, r := range found {
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			papers++
		}
	}
	fmt.Fprintf(std.Out, "New papers related to %[2]s, from all updates so far: %[1]d\n", papers, relative(name))
	for i, r := range found {
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			fmt.Fprintf(std.Out, "%s\n", describeRecent(r))
		}
		why := "the new paper is similar"
		if r.Cites != "" {
			why = "the new paper also cites “" + text.OneLine(r.Cites) + "”"
		}
		line := r.Doc.Position(r.Span.Start, doc.UTF8).Line + 1
		fmt.Fprintf(std.Out, "    %s:%d: %s (%s)\n", relative(r.Path), line, text.OneLine(text.Cut(r.Text, maxSentence)), why)
	}
	return nil
}

const maxSentence = 200 // maximum length of a printed sentence, in bytes

func describeRecent(r cite.RecentPlace) string {
	line := text.OneLine(r.Paper.Title)
	if r.Paper.Year > 0 {
		line += fmt.Sprintf(", %d", r.Paper.Year)
	}
	if r.Paper.DOI != "" {
		line += ", https://doi.org/" + text.OneLine(r.Paper.DOI)
	}
	return line
}
