package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

type libraryCmd struct {
	Status  libraryStatusCmd  `cmd:"" default:"1" help:"Say what is in the indexes of your library, and what could not be read."`
	Refresh libraryRefreshCmd `cmd:"" help:"Bring the library of this folder's scilit.toml up to date, as an editor does."`
	Forget  libraryForgetCmd  `cmd:"" help:"Remove indexes of your library; your files stay."`
}

type libraryStatusCmd struct{}

// Run describes all libraries that are kept where the settings of this folder say.
func (libraryStatusCmd) Run(std streams) error {
	dirs, err := librariesHere(std)
	if err == nil && len(dirs) == 0 {
		fmt.Fprintln(std.out, "there is no library yet: an editor makes one when it opens a workspace with .bib files, or `scilit-lsp library refresh`")
	}
	reportLibraries(std.out, dirs)
	return err
}

func librariesHere(std streams) ([]string, error) {
	parent, err := app.LibraryFolder(settingsHere(std))
	return library.All(parent), err
}

func reportLibraries(w io.Writer, dirs []string) {
	for _, dir := range dirs {
		status, err := library.Look(dir)
		if err != nil {
			fmt.Fprintf(w, "library %s: %v\n", dir, err)
			continue
		}
		reportLibrary(w, status)
	}
}

// sortLibraries keeps apart those whose folders are all gone.
func sortLibraries(dirs []string) (here, gone []string) {
	for _, dir := range dirs {
		if library.IsGone(dir) {
			gone = append(gone, dir)
		} else {
			here = append(here, dir)
		}
	}
	return here, gone
}

func reportLibrary(w io.Writer, status engine.LibraryStatus) {
	fmt.Fprintln(w, "library", describedLibrary(status))
	for _, problem := range status.Problems {
		fmt.Fprintf(w, "  problem: %s\n", problem)
	}
}

func describedLibrary(status engine.LibraryStatus) string {
	line := fmt.Sprintf("%s: %s of %s; %s", status.Path, text.Count(status.Papers, "paper"), text.Count(status.Files, "file"), status.State)
	for _, source := range status.Sources {
		line += "\n  of " + source
	}
	return line
}

type libraryRefreshCmd struct{}

// Run brings the library of this folder up to date.
func (libraryRefreshCmd) Run(ctx context.Context, std streams) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	wiring := &app.Wiring{PDFs: pdfReader()}
	l, err := wiring.Library(ctx, settingsHere(std), []string{folder}, nil)
	if err != nil {
		return err
	}
	if l == nil {
		return fmt.Errorf("%w: the settings name no source: see scilit.library in the README", errUsage)
	}
	if err := l.Refresh(ctx, nil, nil); err != nil {
		return fmt.Errorf("refresh %s: %w", l.Dir(), resumable(err))
	}
	reportLibrary(std.out, l.Status())
	return nil
}

type libraryForgetCmd struct {
	Dirs []string `arg:"" optional:"" name:"dir" help:"Folders that library status names; all of them where none is given."`
	Gone bool     `help:"Only those whose files are all gone."`
}

// Run removes libraries.
func (c libraryForgetCmd) Run(std streams) (err error) {
	dirs := c.Dirs
	if len(dirs) == 0 {
		if dirs, err = librariesHere(std); err != nil {
			return err
		}
	}
	if c.Gone {
		_, dirs = sortLibraries(dirs)
	}
	for _, dir := range dirs {
		if err := library.Forget(dir); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s: forgotten\n", dir)
	}
	return nil
}
