package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type referenceCmd struct {
	cli.EngineFlags
	Paper  []string `sep:"none" placeholder:"ID" help:"DOI of a paper, or its ID as printed by query; may be repeated."`
	Bib    string   `placeholder:"FILE" help:"Format entries of this .bib file instead of indexed papers."`
	Key    []string `sep:"none" help:"Citation key of an entry in the .bib file; may be repeated. By default all entries."`
	Format string   `enum:"${reference_formats}" default:"plain" help:"Format of the output: ${enum} (default ${default})."`
	Style  string   `enum:"${reference_styles}" default:"${reference_style}" help:"Style of plain-text references: ${enum} (default ${default})."`
}

// referenceVars returns the values that the flags of referenceCmd accept.
func referenceVars() map[string]string {
	return map[string]string{
		"reference_formats": strings.Join(reference.FormatNames(), ","),
		"reference_styles":  strings.Join(reference.StyleNames(), ","),
		"reference_style":   reference.DefaultStyle,
	}
}

func (c referenceCmd) Run(ctx context.Context, std cli.Streams) error {
	if (len(c.Paper) == 0) == (c.Bib == "") {
		return fmt.Errorf("%w: give either --paper ID or --bib FILE", cli.ErrUsage)
	}
	entries, err := c.entries(ctx, std)
	if err != nil {
		return err
	}
	var works []reference.Work
	for _, e := range entries {
		works = append(works, reference.Of(e))
	}
	text, err := reference.Export(works, c.Format, c.Style)
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.Out, text)
	return err
}

func (c referenceCmd) entries(ctx context.Context, std cli.Streams) ([]*bib.Entry, error) {
	if c.Bib != "" {
		return c.entriesOfBib()
	}
	e, err := c.Open(ctx, std)
	if err != nil {
		return nil, err
	}
	var refs []engine.WorkRef
	for _, id := range c.Paper {
		refs = append(refs, engine.WorkRef{ID: id, DOI: strings.ToLower(id)})
	}
	papers, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	for i, p := range papers {
		if p == nil {
			return nil, fmt.Errorf("paper %s was not found in the searched indexes; check the DOI, or use the "+
				"ID that `scilit-lsp query` prints", c.Paper[i])
		}
	}
	_, file := plan.Entries(papers)
	return entriesOf(file), nil
}

func entriesOf(file *bib.File) (entries []*bib.Entry) {
	for i := range file.Entries {
		entries = append(entries, &file.Entries[i])
	}
	return entries
}

func (c referenceCmd) entriesOfBib() (entries []*bib.Entry, err error) {
	raw, err := os.ReadFile(c.Bib)
	if err != nil {
		return nil, err
	}
	file := bib.Parse(raw)
	if len(c.Key) == 0 {
		return entriesOf(file), nil
	}
	for _, key := range c.Key {
		e := file.ByKey(key)
		if e == nil {
			return nil, fmt.Errorf("%s has no entry with the key %q; check the spelling of the key", c.Bib, key)
		}
		entries = append(entries, e)
	}
	return entries, nil
}
