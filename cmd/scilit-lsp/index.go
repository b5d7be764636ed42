package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type indexCmd struct {
	Build   indexBuildCmd   `cmd:"" help:"Build the index of a corpus from files and folders of papers."`
	Add     indexAddCmd     `cmd:"" help:"Add papers to an index. Existing records with the same IDs are replaced."`
	Remove  indexRemoveCmd  `cmd:"" help:"Remove papers from an index."`
	Compact indexCompactCmd `cmd:"" help:"Merge an index into one segment and drop removed papers."`
	Rebuild indexRebuildCmd `cmd:"" help:"Renew an index from an older version, with its vectors, without reading the papers again."`
	Push    indexPushCmd    `cmd:"" help:"Copy an index with its vectors to a Weaviate cluster."`
	Export  indexExportCmd  `cmd:"" help:"Write an index as one file: an archive that others can import, or JSON lines."`
	Import  indexImportCmd  `cmd:"" help:"Copy an index from an exported archive or from a server."`
	List    indexListCmd    `cmd:"" help:"Show the size and contents of indexes."`
	Verify  indexVerifyCmd  `cmd:"" help:"Check indexes for damage."`
}

type indexBuildCmd struct {
	Out      string `required:"" placeholder:"DIR" help:"Folder of the index. An existing index is replaced once the new one is complete."`
	Name     string `help:"Name of the corpus; by default the name of the folder."`
	Embedder string `enum:"auto,neural,static,none" default:"auto" help:"Model that computes the vectors: ${enum}."`
	cli.ModelFlags
	Identity bool `help:"Store only bibliographic fields, searchable by identifier, title, author and venue. This keeps indexes of millions of records small enough to check references against. Implies --embedder=none."`
	Empty    bool `name:"allow-empty" help:"If no paper can be read, publish an empty index instead of failing."`
	writeFlags
	sources
	Paths []string `arg:"" name:"path" type:"path" help:"Files and folders of papers."`
}

func (c indexBuildCmd) Help() string { return formatsHelp }

// formatsHelp describes the supported file formats. A test checks that it lists every format in
// corpus.Formats.
const formatsHelp = `The format of a file is recognized from its contents, not its name. Files may be
compressed as .gz or .zst. Folders are searched recursively, and files of unknown
format in them are skipped. Supported formats:

  BibTeX (also BibLaTeX), RIS, CSL JSON, Better BibTeX JSON   exports from reference managers
  PDF                    one paper each, read with GROBID (--grobid) or from the embedded text
  LaTeX source           a .tex file, or a source archive from arXiv
  JATS XML               full texts from PubMed Central and from publishers
  PubMed XML             PubMed's baseline and update files
  ACL Anthology XML      the Anthology's data
  dblp XML               dblp.xml.gz, or the records of one person
  arXiv metadata         the snapshot, JSON lines
  OpenAlex               works from its API or its snapshot
  Crossref JSON          the public data files, and works from its API
  S2ORC                  releases up to 2020 and s2orc-doc2json
  Semantic Scholar dataset   s2orc, s2orc_v2 and papers from the API
  citing sentences       Semantic Scholar's lists of citations and references, each after the
                         record of its paper, and grow/citing.jsonl of a grown corpus
  GROBID TEI             GROBID's output for PDFs
  SciLit JSON            the schema of the SciLit paper, JSON or JSON lines

Records that cannot be used are skipped and reported with file, line and reason;
with --strict, the command fails instead. If no paper can be read, the command
fails, and an existing index is kept.`

func (c indexBuildCmd) Run(ctx context.Context, std cli.Streams) error {
	embedder, err := c.embedder(std)
	if err != nil {
		return err
	}
	read, err := c.sources.open(ctx, std, c.Paths)
	if err != nil {
		return err
	}
	read.lines = c.Progress
	opts := read.options(c.Out, embedder, c.Wait)
	opts.Name, opts.AllowEmpty, opts.Identity = c.Name, c.Empty, c.Identity
	m, err := index.Build(ctx, opts, read.papers)
	read.done()
	if errors.Is(err, index.ErrNoPapers) {
		read.printFormats()
		if c.Progress {
			fmt.Fprintln(std.Err, "notice: "+wire.NoticeNoPapers)
		}
		return fmt.Errorf("%w in %s (skipped: %s); give other files, or publish an empty index with "+
			"--allow-empty", err, strings.Join(c.Paths, ", "), text.Count(read.rejected, "record"))
	}
	if err != nil {
		return fmt.Errorf("could not build %s: %w", c.Out, resumable(err))
	}
	fmt.Fprintf(std.Out, "%s: %s, %d with full text, %d skipped\n", m.Name, text.Count(m.Papers, "paper"), m.FullTexts(),
		read.rejected)
	read.printFormats()
	return nil
}

func (c indexBuildCmd) embedder(std cli.Streams) (engine.Embedder, error) {
	if c.Identity {
		if c.Embedder != "auto" && c.Embedder != "none" {
			return nil, fmt.Errorf("%w: --identity indexes have no vectors; remove --embedder %s", cli.ErrUsage, c.Embedder)
		}
		return nil, nil
	}
	flags := cli.EngineFlags{Engine: c.Embedder, ModelFlags: c.ModelFlags}
	switch c.Embedder {
	case "none":
		return nil, nil
	case "static":
		flags.Engine = "plain"
	}
	return bestEmbedder(std, flags.Settings())
}

// bestEmbedder returns the best embedder that the settings allow. It prints a notice if the neural
// embedder was expected and cannot be opened.
func bestEmbedder(std cli.Streams, s config.Settings) (engine.Embedder, error) {
	embedders, notice, err := new(backend.Builder).Embedders(s)
	if err != nil {
		return nil, err
	}
	if notice != nil {
		std.PrintNotices(*notice)
	}
	return embedders[0], nil
}

type indexListCmd struct {
	JSON bool     `name:"json" help:"Print JSON."`
	Dirs []string `arg:"" name:"dir" help:"Corpus folders and server addresses."`
}

func (c indexListCmd) Run(ctx context.Context, std cli.Streams) error {
	for _, dir := range c.Dirs {
		if config.IsRemote(dir) {
			if err := c.remote(ctx, std, dir); err != nil {
				return err
			}
			continue
		}
		l, err := index.List(dir)
		if err != nil {
			return err
		}
		if c.JSON {
			if err := cli.PrintJSON(std.Out, listingOf(l)); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(std.Out, described(l))
	}
	return nil
}

func (c indexListCmd) remote(ctx context.Context, std cli.Streams, address string) error {
	infos, err := backend.RemoteInfos(ctx, cli.Load().Settings, address)
	for _, info := range infos {
		if !c.JSON {
			fmt.Fprintln(std.Out, describedRemote(info))
			continue
		}
		l := listing{Dir: info.Path, Name: info.Name, Papers: info.Papers, FullTexts: info.FullTexts, Embedder: info.Embedder}
		if err := cli.PrintJSON(std.Out, l); err != nil {
			return err
		}
	}
	return err
}

func describedRemote(info engine.Info) string {
	return fmt.Sprintf("%s\t%s: %s, %d with full text; vectors: %s", info.Path, info.Name,
		text.Count(info.Papers, "paper"), info.FullTexts, cmp.Or(engine.EmbedderName(info.Embedder), "none"))
}

type listing struct {
	Dir          string  `json:"dir"`
	Name         string  `json:"name"`
	Papers       int     `json:"papers"`
	FullTexts    int     `json:"full_texts"`
	Segments     int     `json:"segments"`
	Deleted      int     `json:"deleted"`
	Embedder     string  `json:"embedder"`
	Bytes        int64   `json:"bytes"`
	Terms        int     `json:"terms"`
	Pairs        int     `json:"pairs"`
	BytesPerPair float64 `json:"bytes_per_pair"`
	Identity     bool    `json:"identity,omitempty"`
	SearchBytes  float64 `json:"search_bytes_per_paper,omitempty"`
	RecordBytes  float64 `json:"record_bytes_per_paper,omitempty"`
}

func listingOf(l index.Listing) listing {
	all := listing{
		Dir: l.Dir, Name: l.Name, Papers: l.Papers, FullTexts: l.FullTexts, Segments: l.Segments, Deleted: l.Deleted,
		Embedder: l.Embedder,
		Bytes:    l.Bytes, Terms: l.Terms, Pairs: l.Pairs, BytesPerPair: l.BytesPerPair(), Identity: l.Identity,
	}
	if l.Identity {
		all.SearchBytes, all.RecordBytes = l.SearchBytes(), l.RecordBytes()
	}
	return all
}

func described(l index.Listing) string {
	embedder := cmp.Or(engine.EmbedderName(l.Embedder), "none")
	if l.Identity {
		return fmt.Sprintf("%s\t%s: %s, bibliographic fields only, %.1f MB; segments: %d, with %s; "+
			"bytes per paper: %.1f for searching, %.1f for the record",
			l.Dir, l.Name, text.Count(l.Papers, "paper"), float64(l.Bytes)/1e6, l.Segments,
			text.Count(l.Deleted, "deleted paper"), l.SearchBytes(), l.RecordBytes())
	}
	return fmt.Sprintf("%s\t%s: %s, %d with full text, %.1f MB; segments: %d, with %s; %d "+
		"terms, %d postings, %.2f bytes per posting; vectors: %s",
		l.Dir, l.Name, text.Count(l.Papers, "paper"), l.FullTexts, float64(l.Bytes)/1e6, l.Segments,
		text.Count(l.Deleted, "deleted paper"), l.Terms, l.Pairs, l.BytesPerPair(), embedder)
}

type indexVerifyCmd struct {
	Dirs []string `arg:"" name:"dir" help:"Folders of indexes."`
}

func (c indexVerifyCmd) Run(ctx context.Context, std cli.Streams) error {
	damaged := 0
	for _, dir := range c.Dirs {
		damages, err := index.Verify(ctx, dir)
		if err != nil {
			return err
		}
		for _, d := range damages {
			std.Note("%v", d)
		}
		if len(damages) == 0 {
			fmt.Fprintf(std.Out, "%s: intact\n", dir)
		}
		damaged += len(damages)
	}
	if damaged > 0 {
		return fmt.Errorf("found damage in %s, listed above; build the damaged indexes again", text.Count(damaged, "place"))
	}
	return nil
}

type indexAddCmd struct {
	cli.ModelFlags
	writeFlags
	sources
	Dir   string   `arg:"" help:"Folder of the corpus."`
	Paths []string `arg:"" name:"path" type:"path" help:"Files and folders of papers."`
}

func (c indexAddCmd) Help() string { return formatsHelp }

func (c indexAddCmd) Run(ctx context.Context, std cli.Streams) error {
	embedder, err := c.embedder()
	if err != nil {
		return err
	}
	read, err := c.sources.open(ctx, std, c.Paths)
	if err != nil {
		return err
	}
	read.lines = c.Progress
	change, err := index.Add(ctx, read.options(c.Dir, embedder, c.Wait), read.papers)
	read.done()
	if err != nil {
		return fmt.Errorf("could not add papers to %s: %w", c.Dir, resumable(err))
	}
	fmt.Fprintf(std.Out, "%s: %s added, %d updated, %d unchanged, %d skipped\n", c.Dir,
		text.Count(change.Added, "paper"), change.Updated, change.Unchanged, read.rejected)
	read.printFormats()
	if change == (index.Change{}) && read.rejected > 0 {
		return fmt.Errorf("nothing was added to %s, because no record could be used: see "+
			"the messages above, and give other files", c.Dir)
	}
	return nil
}

// embedder returns the embedder that the index was built with, or nil if the index has no vectors.
func (c indexAddCmd) embedder() (engine.Embedder, error) {
	return new(backend.Builder).EmbedderOf(cli.EngineFlags{Engine: "auto", ModelFlags: c.ModelFlags}.Settings(), c.Dir)
}

type indexRemoveCmd struct {
	From string `placeholder:"FILE" help:"Read more IDs from this file, one per line; - is standard input."`
	writeFlags
	Dir string   `arg:"" help:"Folder of the corpus."`
	IDs []string `arg:"" optional:"" name:"id" help:"IDs of papers, as printed by query."`
}

func (c indexRemoveCmd) Run(ctx context.Context, std cli.Streams) error {
	if len(c.IDs) == 0 && c.From == "" {
		return fmt.Errorf("%w: give the IDs of papers, or --from FILE", cli.ErrUsage)
	}
	more, err := c.listed(std)
	if err != nil {
		return err
	}
	removed, unknown, err := index.Remove(ctx, c.Dir, append(c.IDs, more...), c.Wait)
	if err != nil {
		return fmt.Errorf("could not remove papers from %s: %w", c.Dir, err)
	}
	for _, id := range unknown {
		std.Note("note: %s has no paper with the ID %s", c.Dir, id)
	}
	fmt.Fprintf(std.Out, "%s: %s removed, %d not found\n", c.Dir, text.Count(removed, "paper"), len(unknown))
	return nil
}

func (c indexRemoveCmd) listed(std cli.Streams) ([]string, error) {
	switch c.From {
	case "":
		return nil, nil
	case "-":
		return lines(std.In)
	}
	file, err := os.Open(c.From)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return lines(file)
}

// lines returns the non-blank lines of r.
func lines(r io.Reader) (all []string, err error) {
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			all = append(all, line)
		}
	}
	return all, scanner.Err()
}

type indexCompactCmd struct {
	writeFlags
	Dir string `arg:"" help:"Folder of the corpus."`
}

func (c indexCompactCmd) Run(ctx context.Context, std cli.Streams) error {
	if err := index.Compact(ctx, c.Dir, c.Wait); err != nil {
		return fmt.Errorf("could not compact %s: %w", c.Dir, err)
	}
	l, err := index.List(c.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintln(std.Out, described(l))
	return nil
}

type indexRebuildCmd struct {
	writeFlags
	cli.ModelFlags
	Dir string `arg:"" help:"Folder of the corpus."`
}

func (c indexRebuildCmd) Run(ctx context.Context, std cli.Streams) error {
	done, err := index.Rebuild(ctx, c.Dir, c.Wait)
	if err != nil {
		return fmt.Errorf("could not rebuild %s: %w", c.Dir, err)
	}
	l, err := index.List(c.Dir)
	if err != nil {
		return fmt.Errorf("%s was rebuilt, but cannot be read: %w", c.Dir, err)
	}
	settings := cli.EngineFlags{Engine: "auto", ModelFlags: c.ModelFlags}.Settings()
	better := new(backend.Builder).Successor(settings, l.Embedder)
	switch {
	case !done.Rebuilt && better != nil:
	case !done.Rebuilt:
		fmt.Fprintf(std.Out, "%s is already in format %d, so nothing was changed\n", c.Dir, index.FormatVersion)
	case done.From == index.FormatVersion:
		fmt.Fprintf(std.Out, "%s: %s; the citing sentences in their full texts are now indexed\n", c.Dir,
			text.Count(done.Papers, "paper"))
	default:
		fmt.Fprintf(std.Out, "%s: %s converted from format %d to %d, %s skipped\n", c.Dir, text.Count(done.Papers, "paper"),
			done.From, index.FormatVersion, text.Count(done.Twins, "duplicate record"))
	}
	if better != nil {
		return c.reembed(ctx, std, better)
	}
	return nil
}

// reembed replaces the vectors of an index.
func (c indexRebuildCmd) reembed(ctx context.Context, std cli.Streams, embedder engine.Embedder) error {
	papers, err := index.Reembed(ctx, index.BuildOptions{Dir: c.Dir, Embedder: embedder, Wait: c.Wait})
	if err != nil {
		return fmt.Errorf("could not compute the vectors of %s anew: %w", c.Dir, err)
	}
	fmt.Fprintf(std.Out, "%s: the vectors of %s were computed anew with %s, which finds more of the papers to cite\n",
		c.Dir, text.Count(papers, "paper"), engine.EmbedderName(embedder.ID()))
	return nil
}
