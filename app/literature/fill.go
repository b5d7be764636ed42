package literature

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Fill implements backend.Literature. It returns an error if the entry's identifier belongs to
// another work.
func (l *Literature) Fill(ctx context.Context, entry *bib.Entry) (wire.OnlineFill, error) {
	claimed := recordOf(entry)
	if len(claimed.IDs()) == 0 {
		return wire.OnlineFill{}, errors.New("this entry cannot be looked up, because it has no DOI, arXiv or " +
			"PubMed identifier: add one")
	}
	client, _, err := l.client()
	if err != nil {
		return wire.OnlineFill{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	result := confirmEntry(ctx, client, claimed)
	if !result.Confirmed {
		return wire.OnlineFill{}, fmt.Errorf("no fields were added to the entry: %s", reasonOf(ctx, result))
	}
	return wire.OnlineFill{Source: result.By, Fields: missing(entry, PaperOf(result.Record)),
		Hints: hintsOf(result.Record)}, nil
}

// confirmEntry checks that a registry confirms an entry's work. If the entry has no title to compare,
// its identifier suffices.
func confirmEntry(ctx context.Context, client *online.Client, claimed *online.Record) online.Confirmation {
	if claimed.Title != "" {
		return client.Confirm(ctx, claimed)
	}
	r, err := client.Resolve(ctx, claimed.IDs()[0])
	if err != nil {
		return online.Confirmation{Reason: err.Error()}
	}
	return online.Confirmation{Confirmed: true, Record: r, By: r.Source, How: "identifier"}
}

// recordOf returns the record that an entry describes.
func recordOf(e *bib.Entry) *online.Record {
	doi, arxiv := e.Identifiers()
	r := &online.Record{Paper: paper.Paper{DOI: doi, ArXiv: arxiv, Title: e.Field("title"), Year: e.Year()},
		PMID: paper.PMID(e.Field("pmid"))}
	if authors := e.Authors(); len(authors) > 0 {
		r.Authors = []engine.Author{{Family: authors[0].Family}}
	}
	return r
}

// standsFor maps each field to the fields that make it redundant.
var standsFor = map[string][]string{
	"journal": {"journaltitle", "booktitle"}, "booktitle": {"journal", "journaltitle"}, "year": {"date"},
	"month": {"date"}, "number": {"issue"},
	"howpublished": {"journal", "journaltitle", "booktitle", "eprint"}, "url": {"doi", "eprint"},
	"author": {"editor"}, "publisher": {"institution", "school"},
}

// missing returns the fields that a new entry for a paper would have but e lacks.
func missing(e *bib.Entry, p *paper.Paper) []wire.OnlineField {
	made := plan.EntryOf(p)
	has := func(name string) bool { return strings.TrimSpace(e.Field(name)) != "" }
	fields := []wire.OnlineField{}
	for _, f := range made.Fields {
		name := f.Name
		if made.Type != e.Type && (name == "howpublished" || name == "journal" && e.Type != "article") {
			continue
		}
		if !has(name) && !slices.ContainsFunc(standsFor[name], has) {
			fields = append(fields, wire.OnlineField{Name: name, Value: made.Raw(name)})
		}
	}
	return fields
}

// Hints implements backend.Literature.
func (l *Literature) Hints(ctx context.Context, identifier string) ([]wire.OnlineHint, error) {
	id, ok := online.ParseID(identifier)
	if !ok {
		return nil, fmt.Errorf("%s is not a DOI, an ISBN, or an arXiv, PubMed or PMC identifier", identifier)
	}
	client, _, err := l.client()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	r, err := client.Resolve(ctx, id)
	if err != nil {
		return nil, err
	}
	hints := hintsOf(r)
	if r.Type != online.Preprint || slices.ContainsFunc(hints,
		func(h wire.OnlineHint) bool { return h.Kind == string(online.HasBeenPublished) }) {
		return hints, nil
	}
	published, err := client.Published(ctx, r)
	switch kind := online.KindOf(err); {
	case err == nil:
		return append(hints, wire.OnlineHint{Kind: string(online.HasBeenPublished),
			Text: "This preprint has been published.", DOI: published.DOI}), nil
	case kind == online.NotFound, kind == online.Off, kind == online.Unsupported:
		return hints, nil
	}
	return hints, err
}

// Papers implements backend.Literature.
func (l *Literature) Papers(ctx context.Context, refs []wire.PaperRef) ([]*engine.Paper, error) {
	wanted := make([]engine.WorkRef, len(refs))
	for i, ref := range refs {
		wanted[i] = engine.WorkRef{ID: ref.Paper}
	}
	return l.found.Papers(ctx, wanted)
}
