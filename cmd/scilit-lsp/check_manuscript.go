package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/verify/copied"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

var errCopied = errors.New("the manuscript repeats passages of cited works")

// runCopied runs `check --copied`, which compares manuscripts with the works they cite.
func (c checkCmd) runCopied(ctx context.Context, std cli.Streams) error {
	e, failed, err := c.open(std)
	if err != nil {
		return err
	}
	defer e.Close()
	for _, reason := range failed {
		std.Note("note: some works may not have been compared, because an index could not be opened: %s", reason)
	}
	var all report.Copies
	var nothing []error
	for _, name := range c.Files {
		found, coverage, err := checkCopied(ctx, std, e, name)
		if err != nil {
			return err
		}
		switch {
		case coverage.Words == 0:
			nothing = append(nothing, fmt.Errorf("%s contains no running text to compare; give the main file", name))
		case coverage.Works == 0:
			nothing = append(nothing, fmt.Errorf("%s cites no work in its bibliography; correct its citations or the "+
				"name of the bibliography", name))
		case coverage.Compared == 0:
			nothing = append(nothing, fmt.Errorf("%s: %s; add the cited works to an index, or their PDFs to your library", name,
				coverage))
		}
		all.Copied = append(all.Copied, found...)
		all.Coverage = all.Coverage.Plus(coverage)
	}
	if c.Format != "text" {
		std.Note("%s", all.Coverage)
	}
	if err := report.CopiedFormats[c.Format](std.Out, all); err != nil {
		return err
	}
	switch {
	case len(all.Copied) > 0:
		return fmt.Errorf("%w: quote them or rephrase them", errCopied)
	case len(nothing) > 0:
		return fmt.Errorf("%w: %w", cli.ErrNone, errors.Join(nothing...))
	}
	return nil
}

func (c checkCmd) checkCopiedFlags() error {
	for _, name := range c.Files {
		if lists.Is(name) {
			return fmt.Errorf("%w: --copied requires a manuscript, but %s is a list of references", cli.ErrUsage, name)
		}
	}
	switch {
	case c.Format == "html":
		return fmt.Errorf("%w: --copied does not support --format html", cli.ErrUsage)
	case c.Online || c.Support || len(c.Sources)+len(c.Fail)+len(c.Warn)+len(c.Ignore) > 0:
		return fmt.Errorf("%w: --copied cannot be combined with options for checking references; run check once with "+
			"--copied, and once with these options", cli.ErrUsage)
	}
	return nil
}

// checkCopied returns the passages that a manuscript copies from the works it cites.
func checkCopied(ctx context.Context, std cli.Streams, e *engine.Engine, name string) ([]report.Copy, copied.Coverage,
	error) {
	w, document, err := manuscript.Open(ctx, name)
	if err != nil {
		return nil, copied.Coverage{}, err
	}
	m, paragraphs := diagnose.ManuscriptOf(ctx, w, document)
	bar := cli.ProgressOf(std.Err, len(m.Works), "comparing", "works")
	found, coverage, err := copied.Check(ctx, e, m, func(done int) { _ = bar.Set(done) })
	_ = bar.Finish()
	var all []report.Copy
	for _, f := range found {
		part, span := paragraphs.At(f.Passage, f.Text)
		start, end := part.Doc.Position(span.Start, doc.UTF32), part.Doc.Position(span.End, doc.UTF32)
		all = append(all, report.Copy{File: relative(part.Path), Line: int(start.Line) + 1, Column: int(start.Character) + 1,
			EndLine: int(end.Line) + 1, EndColumn: int(end.Character) + 1, Words: f.Words,
			Text: m.Passages[f.Passage].Text[f.Text.Start:f.Text.End], Key: f.Key, Title: f.Title, Section: f.Section,
			Source: f.Source})
	}
	return all, coverage, err
}

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
		std.Note("note: --support grades only the first %d of %d citations", manuscript.MaxCitations, len(all))
		all = all[:manuscript.MaxCitations]
	}
	bar := cli.Progress(std.Err, "checking", "citations")
	defer func() { _ = bar.Finish() }()
	return support.Check(ctx, e, all, support.Options{
		Finder: evidence.Finder{Embedder: onnx.StaticCitations()}, Weakest: c.Weakest,
		Progress: func(done int) { _ = bar.Set(done) },
	})
}
