package main

import (
	"context"
	"runtime/debug"

	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
)

// readPDFCmd is what pdfproc starts this program again with.
type readPDFCmd struct{}

// Run reads PDFs from standard input until it ends.
func (readPDFCmd) Run(ctx context.Context, std streams) error {
	limits := pdfproc.DefaultLimits()
	debug.SetMaxStack(pdfproc.MaxStack)
	debug.SetMemoryLimit(limits.Memory / 4 * 3) // collect before the system refuses more
	return pdfproc.Serve(ctx, std.in, unprinted(std.out), limits)
}

// pdfReader reads PDFs in processes of their own.
func pdfReader() *pdfproc.Reader { return pdfproc.New(pdfproc.DefaultLimits(), "read-pdf") }
