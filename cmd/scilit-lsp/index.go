package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type indexCmd struct {
	Build   indexBuildCmd   `cmd:"" help:"Build the index of a corpus from files and folders of papers."`
	Add     indexAddCmd     `cmd:"" help:"Add papers to an index, or put them in place of the records with their Ids."`
	Remove  indexRemoveCmd  `cmd:"" help:"Remove papers from an index."`
	Compact indexCompactCmd `cmd:"" help:"Merge an index into one segment, without what was removed."`
	Rebuild indexRebuildCmd `cmd:"" help:"Bring an index of an older format up to date, out of what is in it."`
	Push    indexPushCmd    `cmd:"" help:"Bring an index into a Weaviate cluster, with its vectors."`
	Export  indexExportCmd  `cmd:"" help:"Write an index as one file, for others to import."`
	Import  indexImportCmd  `cmd:"" help:"Copy an index from such a file, or from a server."`
	List    indexListCmd    `cmd:"" help:"Show what indexes hold."`
	Verify  indexVerifyCmd  `cmd:"" help:"Check every byte of indexes against their checksums."`
}

type indexBuildCmd struct {
	Out      string   `required:"" placeholder:"DIR" help:"Folder of the corpus; what is published there is replaced once the new index is whole."`
	Name     string   `help:"Name of the corpus; the folder's name where not given."`
	Embedder string   `enum:"auto,neural,static,none" default:"auto" help:"What vectors are made with (${enum})."`
	Models   []string `placeholder:"DIR" help:"Folders that hold models."`
	Runtime  string   `name:"onnxruntime" placeholder:"PATH" help:"The onnxruntime library, or its folder."`
	Identity bool     `help:"Keep bibliographic fields alone, found by identifier, title, author and venue: a fraction of the space, for 'check' over millions of records. Implies --embedder=none."`
	Empty    bool     `name:"allow-empty" help:"Publish an index of no papers where none can be read, instead of an error."`
	writing
	sources
	Paths []string `arg:"" name:"path" type:"path" help:"Files of papers, and folders of them."`
}

// Help says what can be read.
func (c indexBuildCmd) Help() string { return formatsHelp }

// formatsHelp names the formats, as a test compares with corpus.Formats.
const formatsHelp = `Files are told apart by what is in them, not by their names, and may be packed
as .gz or .zst. Folders are walked; files of no known format in them are passed
over. What can be read:

  BibTeX (also BibLaTeX), RIS, CSL JSON, Better BibTeX JSON   what reference managers export
  PDF                    one paper each, by GROBID (--grobid) or by the text in it
  LaTeX source           a .tex file, or arXiv's archives of sources
  JATS XML               full texts of PubMed Central and of publishers
  PubMed XML             PubMed's baseline and update files
  ACL Anthology XML      the Anthology's data
  dblp XML               dblp.xml.gz, and the records of a person
  arXiv metadata         the snapshot, JSON lines
  OpenAlex               works of its API or its snapshot
  Crossref JSON          the public data files, and works of its API
  S2ORC                  releases up to 2020 and s2orc-doc2json
  Semantic Scholar dataset   s2orc, s2orc_v2 and papers of the API
  GROBID TEI             what GROBID made of PDFs
  SciLit JSON            the schema of the SciLit paper, JSON or JSON lines

A record that cannot be used is reported with file, line and reason, and the
rest goes in; --strict fails instead. Where no paper can be read at all, that is
an error and what is published stays.`

// Run builds an index.
func (c indexBuildCmd) Run(ctx context.Context, std streams) error {
	embedder, err := c.embedder(std)
	if err != nil {
		return err
	}
	read, err := c.reading(ctx, std, c.Paths)
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
			fmt.Fprintln(std.err, "notice: "+app.NoticeNoPapers)
		}
		return fmt.Errorf("%w; %s has none that can be used (left out: %s): name other files, or publish an empty index with --allow-empty", err, strings.Join(c.Paths, ", "), text.Count(read.rejected, "record"))
	}
	if err != nil {
		return fmt.Errorf("build %s: %w", c.Out, resumable(err))
	}
	fmt.Fprintf(std.out, "%s: %s, %d with full text, %d left out\n", m.Name, text.Count(m.Papers, "paper"), m.FullTexts, read.rejected)
	read.printFormats()
	return nil
}

func (c indexBuildCmd) embedder(std streams) (engine.Embedder, error) {
	if c.Identity {
		if c.Embedder != "auto" && c.Embedder != "none" {
			return nil, fmt.Errorf("%w: --identity has no vectors: leave out --embedder %s", errUsage, c.Embedder)
		}
		return nil, nil
	}
	flags := engineFlags{Engine: c.Embedder, Models: c.Models, Runtime: c.Runtime}
	switch c.Embedder {
	case "none":
		return nil, nil
	case "static":
		flags.Engine = "plain"
	}
	embedders, notice, err := new(app.Wiring).Embedders(flags.asSettings())
	if err != nil {
		return nil, err
	}
	if notice != nil {
		printNotices(std, *notice)
	}
	return embedders[0], nil
}

type indexListCmd struct {
	JSON bool     `name:"json" help:"Print JSON."`
	Dirs []string `arg:"" name:"dir" help:"Folders of corpora, and addresses of servers."`
}

// Run lists indexes.
func (c indexListCmd) Run(ctx context.Context, std streams) error {
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
			if err := printJSON(std.out, listingOf(l)); err != nil {
				return err
			}
			continue
		}
		printListing(std.out, l)
	}
	return nil
}

// remote lists the corpora of a server.
func (c indexListCmd) remote(ctx context.Context, std streams, address string) error {
	infos, err := app.RemoteInfos(ctx, loadHere().Settings, address)
	for _, info := range infos {
		if !c.JSON {
			fmt.Fprintln(std.out, describedRemote(info))
			continue
		}
		l := listing{Dir: info.Path, Name: info.Name, Papers: info.Papers, FullTexts: info.FullTexts, Embedder: info.Embedder}
		if err := printJSON(std.out, l); err != nil {
			return err
		}
	}
	return err
}

func describedRemote(info engine.Info) string {
	return fmt.Sprintf("%s\t%s: %s, %d with full text; vectors: %s", info.Path, info.Name, text.Count(info.Papers, "paper"), info.FullTexts, cmp.Or(engine.EmbedderName(info.Embedder), "none"))
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
		Dir: l.Dir, Name: l.Name, Papers: l.Papers, FullTexts: l.FullTexts, Segments: l.Segments, Deleted: l.Deleted, Embedder: l.Embedder,
		Bytes: l.Bytes, Terms: l.Terms, Pairs: l.Pairs, BytesPerPair: l.BytesPerPair(), Identity: l.Identity,
	}
	if l.Identity {
		all.SearchBytes, all.RecordBytes = l.SearchBytes(), l.RecordBytes()
	}
	return all
}

func printListing(w io.Writer, l index.Listing) { fmt.Fprintln(w, described(l)) }

func described(l index.Listing) string {
	embedder := cmp.Or(engine.EmbedderName(l.Embedder), "none")
	if l.Identity {
		return fmt.Sprintf("%s\t%s: %s for identity search, %.1f MB; segments: %d, deleted papers in them: %d; bytes a paper: %.1f for the search, %.1f for its record",
			l.Dir, l.Name, text.Count(l.Papers, "paper"), float64(l.Bytes)/1e6, l.Segments, l.Deleted, l.SearchBytes(), l.RecordBytes())
	}
	return fmt.Sprintf("%s\t%s: %s, %d with full text, %.1f MB; segments: %d, deleted papers in them: %d; %d terms, %d pairs, %.2f bytes a pair; vectors: %s",
		l.Dir, l.Name, text.Count(l.Papers, "paper"), l.FullTexts, float64(l.Bytes)/1e6, l.Segments, l.Deleted, l.Terms, l.Pairs, l.BytesPerPair(), embedder)
}

type indexVerifyCmd struct {
	Dirs []string `arg:"" name:"dir" help:"Folders of corpora."`
}

// Run verifies indexes.
func (c indexVerifyCmd) Run(ctx context.Context, std streams) error {
	damaged := 0
	for _, dir := range c.Dirs {
		damages, err := index.Verify(ctx, dir)
		if err != nil {
			return err
		}
		for _, d := range damages {
			fmt.Fprintf(std.err, "scilit-lsp: %v\n", d)
		}
		if len(damages) == 0 {
			fmt.Fprintf(std.out, "%s: whole\n", dir)
		}
		damaged += len(damages)
	}
	if damaged > 0 {
		return fmt.Errorf("damaged: %s: build these indexes again", text.Count(damaged, "place"))
	}
	return nil
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
