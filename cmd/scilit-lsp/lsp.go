package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp"
)

// greeting is printed if a user starts the server in a terminal. Editors use pipes.
const greeting = `scilit-lsp is a language server that your editor starts and communicates with.

  scilit-lsp demo                          try it: cite a paper in a sample manuscript and print the diff
  scilit-lsp index build --out DIR FILE... index your papers (PDF, BibTeX, RIS, exports from Zotero)
  scilit-lsp corpus grow --out DIR X.bib   build a corpus of your field from your references
  scilit-lsp doctor                        report problems and show the active configuration
  scilit-lsp help                          list all commands

To set up VS Code, Neovim, Emacs, Kakoune, Helix, Zed and others, see the editors/ folder of the project.
`

type lspCmd struct {
	LogFile string `placeholder:"FILE" help:"Write the log to this file instead of standard error."`
	Verbose bool   `help:"Log more details. The text of manuscripts is never logged."`
}

// Run serves one editor until it ends the session.
func (c lspCmd) Run(ctx context.Context, std cli.Streams) error {
	if cli.IsTerminal(std.In) {
		_, err := fmt.Fprint(std.Out, greeting)
		return err
	}
	log, err := c.logger(std.Err)
	if err != nil {
		return err
	}
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
	opts := serverOptions(log)
	opts.MakeRoom = makeRoom
	return lsp.Serve(ctx, stdio{std.In, std.Raw}, opts)
}

// Parameters of the garbage collector. Each keystroke in a long document copies the document, but
// the heap is small compared with the memory-mapped indexes. Collecting garbage later therefore
// keeps typing smooth, and a limit bounds the memory of the process.
const (
	collectAt   = 400 // GOGC: growth of the heap before the next collection, in percent
	memoryLimit = 200 << 20
)

// makeRoom raises the memory limit by the size of the loaded .bib files, in bytes. Without it, a
// huge file would keep the garbage collector busy.
func makeRoom(bytes int64) { debug.SetMemoryLimit(memoryLimit + min(bytes, math.MaxInt64-memoryLimit)) }

func serverOptions(log *slog.Logger) lsp.Options {
	wiring := &backend.Builder{PDFs: pdfReader()}
	return lsp.Options{Openers: openers(wiring), Trust: config.OpenTrust(), Log: log, Version: version}
}

func (c lspCmd) logger(w io.Writer) (*slog.Logger, error) {
	if c.LogFile != "" {
		file, err := os.OpenFile(c.LogFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		w = file
	}
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level})), nil
}

// stdio is the connection to the editor over standard input and output. Its Close does nothing,
// because standard input cannot be closed during a read.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return nil }
