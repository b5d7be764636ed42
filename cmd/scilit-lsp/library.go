package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type libraryCmd struct {
	Status  libraryStatusCmd  `cmd:"" default:"1" help:"Show the indexes of your library and the files that could not be read."`
	Refresh libraryRefreshCmd `cmd:"" help:"Update the library of this folder, as editors do automatically."`
	Forget  libraryForgetCmd  `cmd:"" help:"Remove indexes of your library. Your files are not deleted."`
}

type libraryStatusCmd struct{}

func (libraryStatusCmd) Run(std cli.Streams) error {
	dirs, err := librariesHere(std)
	if err == nil && len(dirs) == 0 {
		fmt.Fprintln(std.Out, "You have no library yet. Open a workspace with .bib files in an editor, or run "+
			"`scilit-lsp library refresh`.")
	}
	for _, dir := range dirs {
		status, failed := library.Look(dir)
		if failed != nil {
			fmt.Fprintf(std.Out, "library %s: %v\n", dir, failed)
			continue
		}
		reportLibrary(std.Out, status)
	}
	return err
}

func librariesHere(std cli.Streams) ([]string, error) {
	parent, err := backend.LibraryFolder(std.Settings())
	return library.All(parent), err
}

func reportLibrary(w io.Writer, status engine.LibraryStatus) {
	fmt.Fprintln(w, "library", describedLibrary(status))
	for _, problem := range status.Problems {
		fmt.Fprintf(w, "  problem: %s\n", problem)
	}
}

func describedLibrary(status engine.LibraryStatus) string {
	line := fmt.Sprintf("%s: %s from %s; %s", status.Path, text.Count(status.Papers, "paper"),
		text.Count(status.Files, "file"), status.State)
	for _, source := range status.Sources {
		line += "\n  source: " + source
	}
	return line
}

type libraryRefreshCmd struct{}

func (libraryRefreshCmd) Run(ctx context.Context, std cli.Streams) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	wiring := &backend.Builder{PDFs: pdfReader()}
	l, err := wiring.Library(ctx, std.Settings(), []string{folder}, nil)
	if err != nil {
		return err
	}
	if l == nil {
		return fmt.Errorf("%w: your settings name no files for the library; set library.bib or library.zotero to "+
			"true, or list folders in library.folders", cli.ErrUsage)
	}
	if err := l.Refresh(ctx, nil, nil); err != nil {
		return fmt.Errorf("could not refresh %s: %w", l.Dir(), resumable(err))
	}
	reportLibrary(std.Out, l.Status())
	return nil
}

type libraryForgetCmd struct {
	Dirs []string `arg:"" optional:"" name:"dir" help:"Folders of indexes, as listed by library status; by default all."`
	Gone bool     `help:"Remove only indexes whose source files no longer exist."`
}

func (c libraryForgetCmd) Run(std cli.Streams) (err error) {
	dirs := c.Dirs
	if len(dirs) == 0 {
		if dirs, err = librariesHere(std); err != nil {
			return err
		}
	}
	if c.Gone {
		dirs = slices.DeleteFunc(dirs, func(dir string) bool { return !library.IsGone(dir) })
	}
	for _, dir := range dirs {
		if err := library.Forget(dir); err != nil {
			return err
		}
		fmt.Fprintf(std.Out, "%s: removed\n", dir)
	}
	return nil
}
