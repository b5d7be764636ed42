package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	scilit "github.com/scilit-lsp/scilit-lsp"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/lsp/demo"
)

type demoCmd struct {
	engineFlags
	Papers     bool   `help:"Only unpack the papers that come with the program, and print their folder."`
	Manuscript string `arg:"" optional:"" placeholder:"DIR" help:"Folder with main.tex and its .bib; one that comes with the program where not given."`
}

// Help says what is left behind.
func (c demoCmd) Help() string {
	return `Without an index, one is made in the cache of 5,260 papers that come with the
program, and stays there to be named in the setting indexes.`
}

// Run plays the editor against the server in this process. No manuscript is changed.
func (c demoCmd) Run(ctx context.Context, std streams) error {
	if c.Papers {
		return printDemoPapers(std)
	}
	if len(c.indexFolders()) == 0 || c.Manuscript == "" {
		corpus, err := unpackDemo()
		if err != nil {
			return fmt.Errorf("unpack the demo: %w", err)
		}
		if c.Manuscript == "" {
			c.Manuscript = filepath.Join(corpus, "manuscript")
		}
		if len(c.indexFolders()) == 0 {
			made, err := c.demoIndex(ctx, std, corpus)
			if err != nil {
				return err
			}
			c.Indexes = []string{made}
		}
	}
	if err := c.play(ctx, std); err != nil {
		return err
	}
	return c.nextSteps(std)
}

// nextSteps say how to go on from here.
func (c demoCmd) nextSteps(std streams) error {
	index, err := filepath.Abs(c.indexFolders()[0])
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		program = "scilit-lsp"
	}
	fmt.Fprintf(std.out, `
What you saw is what an editor shows. Next:

1. Set up your editor to start %s
   (VS Code, Neovim, Emacs, Kakoune, Helix, Zed: see the folder editors of the project).

2. To cite from these papers, write into %s:

     indexes = [%q]

3. To cite from your own, index them (PDF, BibTeX, what reference managers export)
   and name that folder instead:

     scilit-lsp index build --out DIR FILE...

`+"`scilit-lsp doctor`"+` says what is missing.
`, program, config.UserFile(), index)
	return nil
}

// printDemoPapers is for editors, which offer the demo to who has no corpus yet.
func printDemoPapers(std streams) error {
	corpus, err := unpackDemo()
	if err != nil {
		return fmt.Errorf("unpack the demo: %w", err)
	}
	fmt.Fprintln(std.out, filepath.Join(corpus, "papers"))
	return nil
}

func (c demoCmd) play(ctx context.Context, std streams) error {
	opts := serverOptions(slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	settings, err := c.settings()
	if err != nil {
		return err
	}
	return demo.Run(ctx, opts, settings, c.Manuscript, std.out)
}

// settings are the flags as an editor sends them, which has no current folder.
func (c demoCmd) settings() (config.Settings, error) {
	settings := config.Default()
	settings.Indexes, settings.Engine, settings.Writer = c.indexFolders(), c.Engine, c.Writer
	for _, folder := range c.Models {
		path, err := filepath.Abs(folder)
		if err != nil {
			return settings, err
		}
		settings.Models = append(settings.Models, path)
	}
	if c.Runtime == "" {
		return settings, nil
	}
	path, err := filepath.Abs(c.Runtime)
	settings.ONNXRuntime = path
	return settings, err
}

// unpackDemo brings the papers and the manuscript into the cache. What is there
// stays: a user may have tried the manuscript in an editor.
func unpackDemo() (string, error) {
	cache, err := onnx.CacheDir()
	if err != nil {
		return "", err
	}
	root := filepath.Join(cache, "demo")
	files, err := fs.Sub(scilit.Demo, "testdata")
	if err != nil {
		return "", err
	}
	return root, fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err != nil || entry.IsDir() {
			return err
		}
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		content, err := fs.ReadFile(files, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, content, 0o644)
		}
		return err
	})
}

// demoIndex is made once, with static vectors: seconds, where a network would
// take minutes.
func (c demoCmd) demoIndex(ctx context.Context, std streams, corpus string) (string, error) {
	dir := filepath.Join(corpus, "index")
	if _, err := index.List(dir); err == nil {
		return dir, nil
	}
	fmt.Fprintln(std.err, "scilit-lsp: note: no index is configured: making one of the papers that come with the program")
	build := indexBuildCmd{Out: dir, Name: "demo", Embedder: "static", Paths: []string{filepath.Join(corpus, "papers")}}
	return dir, build.Run(ctx, std)
}
