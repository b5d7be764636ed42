package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type indexAddCmd struct {
	Models  []string `placeholder:"DIR" help:"Folders that hold models."`
	Runtime string   `name:"onnxruntime" placeholder:"PATH" help:"The onnxruntime library, or its folder."`
	writing
	sources
	Dir   string   `arg:"" help:"Folder of the corpus."`
	Paths []string `arg:"" name:"path" type:"path" help:"Files of papers, and folders of them."`
}

// Help says what can be read.
func (c indexAddCmd) Help() string { return formatsHelp }

// Run adds papers.
func (c indexAddCmd) Run(ctx context.Context, std streams) error {
	embedder, err := c.embedder()
	if err != nil {
		return err
	}
	read, err := c.reading(ctx, std, c.Paths)
	if err != nil {
		return err
	}
	read.lines = c.Progress
	change, err := index.Add(ctx, read.options(c.Dir, embedder, c.Wait), read.papers)
	read.done()
	if err != nil {
		return fmt.Errorf("add to %s: %w", c.Dir, resumable(err))
	}
	fmt.Fprintf(std.out, "%s: %s added, %d updated, %d unchanged, %d left out\n", c.Dir, text.Count(change.Added, "paper"), change.Updated, change.Unchanged, read.rejected)
	read.printFormats()
	if change == (index.Change{}) && read.rejected > 0 {
		return fmt.Errorf("add to %s: nothing was changed: none could be used of %s", c.Dir, text.Count(read.rejected, "record"))
	}
	return nil
}

// embedder is the one that the index was built with, nil where it has no vectors.
func (c indexAddCmd) embedder() (engine.Embedder, error) {
	l, err := index.List(c.Dir)
	if err != nil || l.Embedder == "" {
		return nil, err
	}
	embedders, notice, err := new(app.Wiring).Embedders(engineFlags{Engine: "auto", Models: c.Models, Runtime: c.Runtime}.asSettings())
	if err != nil {
		return nil, err
	}
	for _, embedder := range embedders {
		if embedder.ID() == l.Embedder {
			return embedder, nil
		}
	}
	note := ""
	if notice != nil {
		note = notice.Text
	}
	return nil, fmt.Errorf("%s: its vectors are of %s, which is not at hand (%s): see `scilit-lsp doctor`, or build the index again with --embedder static", c.Dir, l.Embedder, note)
}

type indexRemoveCmd struct {
	From string `placeholder:"FILE" help:"File of more Ids, one a line; - is standard input."`
	writing
	Dir string   `arg:"" help:"Folder of the corpus."`
	IDs []string `arg:"" optional:"" name:"id" help:"Ids of papers, as query prints them."`
}

// Run removes papers. One that is not there is no failure: it is gone.
func (c indexRemoveCmd) Run(ctx context.Context, std streams) error {
	if len(c.IDs) == 0 && c.From == "" {
		return fmt.Errorf("%w: which papers? Name Ids, or --from FILE", errUsage)
	}
	more, err := c.listed(std)
	if err != nil {
		return err
	}
	removed, unknown, err := index.Remove(ctx, c.Dir, append(c.IDs, more...), c.Wait)
	if err != nil {
		return fmt.Errorf("remove from %s: %w", c.Dir, err)
	}
	for _, id := range unknown {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s has no paper %s\n", c.Dir, id)
	}
	fmt.Fprintf(std.out, "%s: %s removed, %d not found\n", c.Dir, text.Count(removed, "paper"), len(unknown))
	return nil
}

func (c indexRemoveCmd) listed(std streams) ([]string, error) {
	switch c.From {
	case "":
		return nil, nil
	case "-":
		return lines(std.in)
	}
	file, err := os.Open(c.From)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return lines(file)
}

// lines are those that are not blank.
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
	writing
	Dir string `arg:"" help:"Folder of the corpus."`
}

// Run compacts an index.
func (c indexCompactCmd) Run(ctx context.Context, std streams) error {
	if err := index.Compact(ctx, c.Dir, c.Wait); err != nil {
		return fmt.Errorf("compact %s: %w", c.Dir, err)
	}
	l, err := index.List(c.Dir)
	if err != nil {
		return err
	}
	printListing(std.out, l)
	return nil
}

type indexRebuildCmd struct {
	writing
	Dir string `arg:"" help:"Folder of the corpus."`
}

// Run brings an index up to date.
func (c indexRebuildCmd) Run(ctx context.Context, std streams) error {
	done, err := index.Rebuild(ctx, c.Dir, c.Wait)
	switch {
	case err != nil:
		return fmt.Errorf("rebuild %s: %w", c.Dir, err)
	case done.From == index.FormatVersion:
		fmt.Fprintf(std.out, "%s: of format %d already, nothing was changed\n", c.Dir, index.FormatVersion)
	default:
		fmt.Fprintf(std.out, "%s: %d papers brought from format %d to %d, %d left out as records of the same Id\n", c.Dir, done.Papers, done.From, index.FormatVersion, done.Twins)
	}
	return nil
}
