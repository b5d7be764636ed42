package main

import (
	"context"
	"runtime/debug"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
)

// readPDFCmd is the command that package pdfproc runs in child processes.
type readPDFCmd struct{}

// Run reads PDFs from standard input until end of file.
func (readPDFCmd) Run(ctx context.Context, std cli.Streams) error {
	limits := pdfproc.DefaultLimits()
	debug.SetMaxStack(pdfproc.MaxStack)
	debug.SetMemoryLimit(limits.Memory / 4 * 3) // collect garbage before the operating system refuses memory
	return pdfproc.Serve(ctx, std.In, cli.Unprinted(std.Out), limits)
}

// pdfReader returns a reader that parses PDFs in child processes.
func pdfReader() *pdfproc.Reader { return pdfproc.New(pdfproc.DefaultLimits(), "read-pdf") }
