package page

import (
	"context"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A corpusBox is the checkbox of a corpus.
type corpusBox struct {
	wire.SharedCorpus
	Chosen bool
}

// corpora are the checkboxes of the corpora. They are empty if there is only one corpus.
type corpora []corpusBox

// Chosen returns the names of the selected corpora, or none if all are searched.
func (c corpora) Chosen() (names []string) {
	for _, box := range c {
		if box.Chosen {
			names = append(names, box.Name)
		}
	}
	return names
}

// listPatience is the maximum time to wait for other servers' lists of corpora.
const listPatience = time.Second

// corpora returns the searchable corpora. A selected corpus that does not answer stays selected.
func (p *page) corpora(ctx context.Context, chosen []string) (all corpora) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	listed, _ := p.Engines.Corpora(ctx, backend.Everywhere) // unreadable ones are omitted
	for _, c := range listed {
		all = append(all, corpusBox{c, slices.Contains(chosen, c.ID)})
	}
	for _, id := range chosen {
		if !slices.ContainsFunc(all, func(box corpusBox) bool { return box.ID == id }) {
			all = append(all, corpusBox{wire.SharedCorpus{ID: id, Name: id}, true})
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// corporaIn returns the distinct corpora in a form, up to the space in an address.
func corporaIn(values []string) (all []string) {
	room := space(maxListed)
	for _, id := range values {
		if id != "" && !slices.Contains(all, id) && len(all) < wire.MaxCorpora && room.takes("corpus", id) {
			all = append(all, id)
		}
	}
	return all
}
