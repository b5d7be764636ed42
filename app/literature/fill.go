package literature

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Fill implements app.Literature. An entry whose identifier is another paper's is not
// filled.
func (l *Literature) Fill(ctx context.Context, entry *bib.Entry) (app.OnlineFill, error) {
	claimed := recordOf(entry)
	if len(claimed.IDs()) == 0 {
		return app.OnlineFill{}, errors.New("the entry has no DOI, arXiv or PubMed identifier to look it up by")
	}
	client, _, err := l.client()
	if err != nil {
		return app.OnlineFill{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	result := confirmEntry(ctx, client, claimed)
	if !result.Confirmed {
		return app.OnlineFill{}, fmt.Errorf("the entry is not filled: %s", reasonOf(ctx, result))
	}
	return app.OnlineFill{Source: result.By, Fields: missing(entry, paperOf(&online.Work{Record: *result.Record})), Hints: hintsOf(result.Record)}, nil
}

// confirmEntry takes the record of an entry's identifier where the entry has no title that
// could be compared with that of the record.
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

// recordOf is what an entry claims.
func recordOf(e *bib.Entry) *online.Record {
	doi, arxiv := e.Identifiers()
	r := &online.Record{Paper: paper.Paper{DOI: doi, ArXiv: arxiv, Title: e.Field("title"), Year: e.Year()}, PMID: paper.PMID(e.Field("pmid"))}
	if authors := e.Authors(); len(authors) > 0 {
		r.Authors = []engine.Author{{Family: authors[0].Family}}
	}
	return r
}

// standsFor are the fields that say the same as another one.
var standsFor = map[string][]string{
	"journal": {"journaltitle", "booktitle"}, "booktitle": {"journal", "journaltitle"}, "year": {"date"}, "month": {"date"}, "number": {"issue"},
	"howpublished": {"journal", "journaltitle", "booktitle", "eprint"}, "url": {"doi", "eprint"}, "author": {"editor"}, "publisher": {"institution", "school"},
}

// missing are the fields that the record's own entry would have and this one lacks.
func missing(e *bib.Entry, p *paper.Paper) []app.OnlineField {
	made := app.EntryOf(p)
	has := func(name string) bool { return strings.TrimSpace(e.Field(name)) != "" }
	fields := []app.OnlineField{}
	for _, f := range made.Fields {
		name := f.Name
		if made.Type != e.Type && (name == "howpublished" || name == "journal" && e.Type != "article") {
			continue
		}
		if !has(name) && !slices.ContainsFunc(standsFor[name], has) {
			fields = append(fields, app.OnlineField{Name: name, Value: made.Raw(name)})
		}
	}
	return fields
}

// Hints implements app.Literature.
func (l *Literature) Hints(ctx context.Context, identifier string) ([]app.OnlineHint, error) {
	id, ok := online.ParseID(identifier)
	if !ok {
		return nil, fmt.Errorf("%s is no identifier of a work", identifier)
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
	if r.Type != online.Preprint || slices.ContainsFunc(hints, func(h app.OnlineHint) bool { return h.Kind == string(online.HasBeenPublished) }) {
		return hints, nil
	}
	published, err := client.Published(ctx, r)
	switch kind := online.KindOf(err); {
	case err == nil:
		return append(hints, app.OnlineHint{Kind: string(online.HasBeenPublished), Text: "This preprint has been published.", DOI: published.DOI}), nil
	case kind == online.NotFound, kind == online.Off, kind == online.Unsupported:
		return hints, nil
	}
	return hints, err
}

// Papers implements app.Literature.
func (l *Literature) Papers(ctx context.Context, refs []app.PaperRef) ([]*engine.Paper, error) {
	wanted := make([]engine.WorkRef, len(refs))
	for i, ref := range refs {
		wanted[i] = engine.WorkRef{ID: ref.Paper}
	}
	return l.found.Papers(ctx, wanted)
}
