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

// corpora contains the checkboxes of the corpora. It is empty if only one corpus exists.
type corpora []corpusBox

// Chosen returns the names of the selected corpora. It returns none if all corpora are searched.
func (c corpora) Chosen() (names []string) {
	for _, box := range c {
		if box.Chosen {
			names = append(names, box.Name)
		}
	}
	return names
}

// listPatience is the maximum time to wait for the lists of corpora on other servers.
const listPatience = time.Second

// corpora returns the searchable corpora. A selected corpus stays selected if its server does not
// respond.
func (p *page) corpora(ctx context.Context, chosen []string) (all corpora) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	listed, _ := p.Engines.Corpora(ctx, backend.Everywhere) // omit corpora that cannot be read
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

// corporaIn returns the distinct corpora in a form, as many as fit into a URL.
func corporaIn(values []string) (all []string) {
	room := space(maxListed)
	for _, id := range values {
		if id != "" && !slices.Contains(all, id) && len(all) < wire.MaxCorpora && room.takes("corpus", id) {
			all = append(all, id)
		}
	}
	return all
}
