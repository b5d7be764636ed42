package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/manuscript"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

type corpusRecentCmd struct {
	Dir        string `arg:"" type:"path" help:"Folder of the corpus."`
	Manuscript string `arg:"" type:"existingfile" help:"The manuscript, in LaTeX, Markdown, Typst or Org."`
}

// Run prints the new papers in a corpus that are related to sentences of a manuscript.
func (c corpusRecentCmd) Run(ctx context.Context, std cli.Streams) error {
	if _, err := grow.Look(ctx, c.Dir); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	return printRecent(ctx, std, c.Dir, c.Manuscript)
}

// printRecent prints each new paper that is close to a citing sentence of the manuscript, followed
// by these sentences.
func printRecent(ctx context.Context, std cli.Streams, dir, name string) error {
	w, d, err := manuscript.Open(ctx, name)
	if err != nil {
		return err
	}
	e, err := cli.EngineFlags{Indexes: []string{dir}, Engine: "plain"}.OpenEngine(ctx, std)
	if err != nil {
		return err
	}
	found, failed := cite.RecentPlaces(ctx, e, onnx.Static(), []string{dir}, cite.CitingPlaces(ctx, w, d))
	if err := errors.Join(append(failed, e.Close())...); err != nil {
		return err
	}
	papers := 0
	for i, r := range found {
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			papers++
		}
	}
	fmt.Fprintf(std.Out, "New papers related to %[2]s, from all updates so far: %[1]d\n", papers, relative(name))
	for i, r := range found {
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			fmt.Fprintf(std.Out, "%s\n", describeRecent(r))
		}
		why := "the new paper is similar"
		if r.Cites != "" {
			why = "the new paper also cites “" + text.OneLine(r.Cites) + "”"
		}
		line := r.Doc.Position(r.Span.Start, doc.UTF8).Line + 1
		fmt.Fprintf(std.Out, "    %s:%d: %s (%s)\n", relative(r.Path), line, text.OneLine(text.Cut(r.Text, maxSentence)), why)
	}
	return nil
}

// maxSentence is the maximum length of a printed sentence, in bytes.
const maxSentence = 200

func describeRecent(r cite.RecentPlace) string {
	line := text.OneLine(r.Paper.Title)
	if r.Paper.Year > 0 {
		line += fmt.Sprintf(", %d", r.Paper.Year)
	}
	if r.Paper.DOI != "" {
		line += ", https://doi.org/" + text.OneLine(r.Paper.DOI)
	}
	return line
}
