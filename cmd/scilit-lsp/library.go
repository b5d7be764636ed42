package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp"
)

type libraryCmd struct {
	Status  libraryStatusCmd  `cmd:"" default:"1" help:"Say what is in the indexes of your library, and what could not be read."`
	Refresh libraryRefreshCmd `cmd:"" help:"Bring the library of this folder's scilit.toml up to date, as an editor does."`
	Forget  libraryForgetCmd  `cmd:"" help:"Remove indexes of your library; your files stay."`
}

// openLibrary opens the library that the settings describe, for a server or a
// command; nil where they name no source.
func openLibrary(ctx context.Context, s config.Settings, workspace []string, rest func(context.Context) error) (lsp.Library, error) {
	sources := sourcesOf(s, workspace)
	if sources.Empty() {
		return nil, nil
	}
	parent, err := libraryFolder(s)
	if err != nil {
		return nil, err
	}
	embedder, err := flagsOf(s).libraryEmbedder()
	if err != nil {
		return nil, err
	}
	l, err := library.Open(ctx, library.Options{
		Dir: library.Folder(parent, sources, embedder), Sources: sources, Embedder: embedder, Network: network.New(nil), PDFs: pdfReader(), WaitIdle: rest,
	})
	if err != nil {
		return nil, err // no nil *Library inside an interface
	}
	return l, nil
}

func sourcesOf(s config.Settings, workspace []string) library.Sources {
	sources := library.Sources{Folders: s.Library.Folders}
	if s.Library.Bib {
		sources.Workspace = workspace
	}
	if s.Library.Zotero {
		sources.Zotero = library.ZoteroAddress
	}
	return sources
}

// libraryFolder is what all libraries are kept below.
func libraryFolder(s config.Settings) (string, error) {
	if s.Library.Path != "" {
		return s.Library.Path, nil
	}
	cache, err := onnx.CacheDir()
	return filepath.Join(cache, "library"), err
}

// libraryEmbedder is the one that the other indexes were made with, so that one
// query serves all; else the best at hand.
func (f engineFlags) libraryEmbedder() (engine.Embedder, error) {
	embedders, _, err := f.embedders()
	if err != nil {
		return nil, err
	}
	used := make(map[string]bool)
	for _, dir := range f.indexFolders() {
		if l, err := index.List(dir); err == nil {
			used[l.Embedder] = true
		}
	}
	for _, embedder := range embedders {
		if used[embedder.ID()] {
			return embedder, nil
		}
	}
	return embedders[0], nil
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
	parent, err := libraryFolder(settingsHere(std))
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
	l, err := openLibrary(ctx, settingsHere(std), []string{folder}, nil)
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
