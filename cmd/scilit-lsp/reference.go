package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type referenceCmd struct {
	engineFlags
	Paper  []string `placeholder:"ID" help:"Id of a paper, as query prints it; a DOI serves too. May be repeated."`
	Bib    string   `placeholder:"FILE" help:"A .bib file instead of an index."`
	Key    []string `help:"Key of an entry of the .bib; may be repeated. All entries where not given."`
	Format string   `enum:"plain,bibtex,biblatex,csl-json,ris" default:"plain" help:"One of ${enum} (${default})."`
	Style  string   `enum:"apa,ieee,chicago-author-date,mla" default:"apa" help:"Of plain references, one of ${enum} (${default})."`
}

// Run writes references.
func (c referenceCmd) Run(ctx context.Context, std streams) error {
	if (len(c.Paper) == 0) == (c.Bib == "") {
		return fmt.Errorf("%w: give either --paper ID or --bib FILE", errUsage)
	}
	entries, err := c.entries(ctx, std)
	if err != nil {
		return err
	}
	var works []reference.Work
	for _, e := range entries {
		works = append(works, reference.Of(e))
	}
	text, err := reference.Export(works, c.Format, reference.Style(c.Style))
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.out, text)
	return err
}

func (c referenceCmd) entries(ctx context.Context, std streams) ([]*bib.Entry, error) {
	if c.Bib != "" {
		return c.entriesOfBib()
	}
	e, err := c.openEngine(ctx, std)
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
	var entries []*bib.Entry
	for i, p := range papers {
		if p == nil {
			return nil, fmt.Errorf("paper %s: in none of the indexes", c.Paper[i])
		}
		entries = append(entries, app.EntryOf(p))
	}
	return entries, nil
}

func (c referenceCmd) entriesOfBib() (entries []*bib.Entry, err error) {
	raw, err := os.ReadFile(c.Bib)
	if err != nil {
		return nil, err
	}
	file := bib.Parse(raw)
	for _, key := range c.Key {
		e := file.ByKey(key)
		if e == nil {
			return nil, fmt.Errorf("%s: there is no entry %q", c.Bib, key)
		}
		entries = append(entries, e)
	}
	for i := range file.Entries {
		if len(c.Key) == 0 {
			entries = append(entries, &file.Entries[i])
		}
	}
	return entries, nil
}
