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
		return entriesOfBib(c.Bib, c.Key)
	}
	e, err := c.Open(ctx, std)
	if err != nil {
		return nil, err
	}
	papers, err := papersNamed(ctx, e, c.Paper)
	if err != nil {
		return nil, err
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

// entriesOfBib returns the entries with the given keys in a .bib file, or all entries if no key is given.
func entriesOfBib(path string, keys []string) (entries []*bib.Entry, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file := bib.Parse(raw)
	if len(keys) == 0 {
		return entriesOf(file), nil
	}
	for _, key := range keys {
		e := file.ByKey(key)
		if e == nil {
			return nil, fmt.Errorf("%s has no entry with the key %q; check the spelling of the key", path, key)
		}
		entries = append(entries, e)
	}
	return entries, nil
}
