package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	scilit "github.com/scilit-lsp/scilit-lsp"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/lsp/demo"
)

type demoCmd struct {
	cli.EngineFlags
	Papers     bool   `help:"Only unpack the demo papers and print their folder."`
	Manuscript string `arg:"" optional:"" placeholder:"DIR" help:"Folder with a main.tex and its .bib file; by default the demo manuscript."`
}

func (c demoCmd) Help() string {
	return `Without --index, the demo indexes the 5,260 papers that come with the program. It keeps the index in the
cache and prints the setting that lets your editor search it.`
}

func (c demoCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Papers || len(c.IndexFolders()) == 0 || c.Manuscript == "" {
		corpus, err := unpackDemo()
		if err != nil {
			return fmt.Errorf("cannot unpack the demo: %w", err)
		}
		if c.Papers { // editor extensions build a first index from this folder
			fmt.Fprintln(std.Out, filepath.Join(corpus, "papers"))
			return nil
		}
		if c.Manuscript == "" {
			c.Manuscript = filepath.Join(corpus, "manuscript")
		}
		if len(c.IndexFolders()) == 0 {
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

func (c demoCmd) nextSteps(std cli.Streams) error {
	index, err := filepath.Abs(c.IndexFolders()[0])
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		program = "scilit-lsp"
	}
	fmt.Fprintf(std.Out, `
Your editor will show the same. Next steps:

1. Set up your editor to start %s
   (VS Code, Neovim, Emacs, Kakoune, Helix, Zed: see the editors/ folder of the project).

2. To cite these papers, set indexes in %s, above any [section]:

     indexes = [%q]

3. To cite your own papers, index them (PDF, BibTeX, exports from reference managers)
   and put the folder DIR in that line instead:

     scilit-lsp index build --out DIR FILE...

`+"`scilit-lsp doctor`"+` reports problems with your setup.
`, program, config.UserFile(), index)
	return nil
}

func (c demoCmd) play(ctx context.Context, std cli.Streams) error {
	opts := serverOptions(slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	settings, err := c.settings()
	if err != nil {
		return err
	}
	return demo.Run(ctx, opts, settings, c.Manuscript, std.Out)
}

// settings converts the flags to settings that an editor would send. It makes paths absolute,
// because the editor starts the server in another folder.
func (c demoCmd) settings() (config.Settings, error) {
	settings := config.Default()
	settings.Indexes = c.IndexFolders()
	settings.Engine, settings.Writer = cmp.Or(c.Engine, settings.Engine), cmp.Or(c.Writer, settings.Writer)
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

// unpackDemo writes the demo's papers and manuscript into the cache folder. It does not overwrite
// existing files, because the user may have edited the manuscript.
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

// demoIndex builds an index of the demo's papers unless it exists. It uses static word vectors,
// which take seconds to compute; a neural network would take minutes.
func (c demoCmd) demoIndex(ctx context.Context, std cli.Streams, corpus string) (string, error) {
	dir := filepath.Join(corpus, "index")
	if _, err := index.List(dir); err == nil {
		return dir, nil
	}
	std.Note("note: neither --index nor SCILIT_INDEX names an index, so the demo papers are indexed first")
	build := indexBuildCmd{Out: dir, Name: "demo", Embedder: "static", Paths: []string{filepath.Join(corpus, "papers")}}
	return dir, build.Run(ctx, std)
}
