package main

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
)

// readPDFCmd is what pdfproc starts this program again with.
type readPDFCmd struct{}

// Run reads PDFs from standard input until it ends.
func (readPDFCmd) Run(ctx context.Context, std streams) error {
	return pdfproc.Serve(ctx, std.in, std.out, pdfproc.DefaultLimits())
}

// pdfReader reads PDFs in processes of their own.
func pdfReader() *pdfproc.Reader { return pdfproc.New(pdfproc.DefaultLimits(), "read-pdf") }
