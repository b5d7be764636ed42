package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

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
		fmt.Fprintf(std.Err, "scilit-lsp: note: %s has no paper with the ID %s\n", c.Dir, id)
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

// lines returns the lines of r that are not blank.
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
	Dir string `arg:"" help:"Folder of the corpus."`
}

func (c indexRebuildCmd) Run(ctx context.Context, std cli.Streams) error {
	done, err := index.Rebuild(ctx, c.Dir, c.Wait)
	switch {
	case err != nil:
		return fmt.Errorf("could not rebuild %s: %w", c.Dir, err)
	case !done.Rebuilt:
		fmt.Fprintf(std.Out, "%s is already in format %d, so nothing was changed\n", c.Dir, index.FormatVersion)
	case done.From == index.FormatVersion:
		fmt.Fprintf(std.Out, "%s: %s; the citing sentences in their full texts are now indexed\n", c.Dir,
			text.Count(done.Papers, "paper"))
	default:
		fmt.Fprintf(std.Out, "%s: %s converted from format %d to %d, %s skipped\n", c.Dir, text.Count(done.Papers, "paper"),
			done.From, index.FormatVersion, text.Count(done.Twins, "duplicate record"))
	}
	return nil
}
