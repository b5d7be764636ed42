package main

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// checkSupport grades how well the cited works support the sentences of the given manuscripts.
func (c checkCmd) checkSupport(ctx context.Context, std cli.Streams, e *engine.Engine) ([]support.Result, error) {
	var all []support.Citation
	for _, name := range c.Files {
		if lists.Is(name) {
			continue
		}
		w, document, err := manuscript.Open(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, manuscript.Citations(ctx, w, document, relative)...)
	}
	if len(all) > manuscript.MaxCitations {
		fmt.Fprintf(std.Err, "scilit-lsp: note: --support grades only the first %d of %d citations\n",
			manuscript.MaxCitations, len(all))
		all = all[:manuscript.MaxCitations]
	}
	bar := cli.Progress(std.Err, "citations")
	defer func() { _ = bar.Finish() }()
	return support.Check(ctx, e, all, support.Options{
		Finder: evidence.Finder{Embedder: onnx.Static()}, Weakest: c.Weakest, Progress: func(done int) { _ = bar.Set(done) },
	})
}
