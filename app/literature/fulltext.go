package literature

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// NamingText implements backend.Literature.
func (l *Literature) NamingText(p *engine.Paper) (wire.OnlineProposal, error) {
	shown := l.shown.PreviewText(recordWithIDs(p))
	if len(shown) == 0 {
		return wire.OnlineProposal{}, errors.New("no enabled source has the full text of this paper: enable arxiv if the " +
			"paper is on arXiv, or europepmc if it is an open-access article in the life sciences")
	}
	return wire.OnlineProposal{Claim: p.Title, Keywords: []string{}, Primary: []string{}, Secondary: []string{},
		Confirm: []string{}, Confidence: 1, Queries: queriesOf(shown, nil), Ask: l.settings.Ask != config.AskNever}, nil
}

// FullText implements backend.Literature.
func (l *Literature) FullText(ctx context.Context, p *engine.Paper) (*engine.Paper, error) {
	client, _, err := l.client()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	record, failed := withTextID(ctx, client, p)
	whole, err := client.FullText(ctx, record)
	switch none := online.KindOf(err) == online.NotFound; {
	case none && failed != nil:
		return nil, failed
	case none:
		return nil, fmt.Errorf("%s: none of the enabled sources has the full text of this paper; add its PDF to "+
			"your library", p.Title)
	case err != nil:
		return nil, err
	}
	whole.Entry, whole.File, whole.Own = "", "", false // these fields describe the paper in the user's library
	return whole, l.found.Add(ctx, []*engine.Paper{whole})
}

func recordWithIDs(p *engine.Paper) *online.Record {
	return &online.Record{Paper: *p, PMID: paper.PMID(p.ID), PMCID: paper.PMCID(p.ID)}
}

// withTextID adds the identifier under which Europe PMC stores the text of a paper. failed is
// Europe PMC's error.
func withTextID(ctx context.Context, client *online.Client, p *engine.Paper) (r *online.Record, failed error) {
	r = recordWithIDs(p)
	if r.PMCID != "" || client.Source("europepmc") == nil {
		return r, nil
	}
	for _, id := range r.IDs() {
		if id.Scheme == online.ArXiv {
			continue
		}
		known, err := client.Lookup(ctx, "europepmc", id)
		switch {
		case err == nil:
			r.PMCID = known.PMCID
			return r, nil
		case online.KindOf(err) != online.NotFound:
			failed = err
		}
	}
	return r, failed
}
