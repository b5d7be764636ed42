package main

import (
	"context"
	"log/slog"

	"github.com/scilit-lsp/scilit-lsp/lsp"
)

type demoCmd struct {
	engineFlags
	Manuscript string `arg:"" optional:"" default:"testdata/manuscript" help:"Folder with main.tex and its .bib."`
}

// Run plays the editor against the server in this process. Nothing is written.
func (c demoCmd) Run(ctx context.Context, std streams) error {
	opts := serverOptions(slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	settings := lsp.DefaultSettings()
	settings.Indexes, settings.Engine, settings.Models, settings.ONNXRuntime = c.indexFolders(), c.Engine, c.Models, c.Runtime
	return lsp.Demo(ctx, opts, settings, c.Manuscript, std.out)
}
