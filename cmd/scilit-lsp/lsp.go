package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp"
)

// greeting is for who starts the server by hand: editors give it pipes.
const greeting = `scilit-lsp is a language server: your editor starts it and talks to it.

  scilit-lsp demo                          try it here: papers, a manuscript, and the edit as a diff
  scilit-lsp index build --out DIR FILE... index your papers (PDF, BibTeX, RIS, exports of Zotero)
  scilit-lsp doctor                        what is installed, and what is missing
  scilit-lsp help                          all commands

How to set up VS Code, Neovim, Emacs, Kakoune, Helix, Zed and others: the folder editors of the project.
`

type lspCmd struct {
	LogFile string `placeholder:"FILE" help:"Write the log there instead of to standard error."`
	Verbose bool   `help:"Log more; the text of manuscripts still is not logged."`
}

// Run serves the editor until it ends the server.
func (c lspCmd) Run(ctx context.Context, std streams) error {
	if isTerminal(std.in) {
		_, err := fmt.Fprint(std.out, greeting)
		return err
	}
	log, err := c.logger(std.err)
	if err != nil {
		return err
	}
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
	opts := serverOptions(log)
	opts.MakeRoom = makeRoom
	return lsp.Serve(ctx, stdio{std.in, unprinted(std.out)}, opts)
}

// A keystroke in a long document makes a copy of it. The heap is small beside
// the mapped indexes, so it may grow some before it is collected, which keeps
// typing smooth; the limit keeps the process in its budget.
const (
	collectAt   = 400 // percent of what is in use
	memoryLimit = 200 << 20
)

// makeRoom raises the soft limit of the memory by what .bib files take, so that a
// huge one does not keep the garbage collector running.
func makeRoom(bytes int64) { debug.SetMemoryLimit(memoryLimit + min(bytes, math.MaxInt64-memoryLimit)) }

func serverOptions(log *slog.Logger) lsp.Options {
	wiring := &app.Wiring{PDFs: pdfReader()}
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

// stdio is the stream to the editor. Closing it is left to the process's end:
// standard input cannot be closed while it is read.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return nil }
