package page

import (
	"context"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A corpusBox is ticked where its corpus is searched.
type corpusBox struct {
	app.SharedCorpus
	Chosen bool
}

// A corpora choice is shown where there is more than one.
type corpora []corpusBox

// Chosen are those that are searched, where these are not all.
func (c corpora) Chosen() (names []string) {
	for _, box := range c {
		if box.Chosen {
			names = append(names, box.Name)
		}
	}
	return names
}

// listPatience is how long corpora of other servers may take to say that they are there.
const listPatience = time.Second

// corpora are those that can be searched. A chosen one that does not answer keeps its tick.
func (p *page) corpora(ctx context.Context, chosen []string) (all corpora) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	listed, _ := p.Engines.Corpora(ctx, app.Everywhere) // those that cannot be read are missing
	for _, c := range listed {
		all = append(all, corpusBox{c, slices.Contains(chosen, c.ID)})
	}
	for _, id := range chosen {
		if !slices.ContainsFunc(all, func(box corpusBox) bool { return box.ID == id }) {
			all = append(all, corpusBox{app.SharedCorpus{ID: id, Name: id}, true})
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// corporaIn are those of a form, each once, that fit an address.
func corporaIn(values []string) (all []string) {
	room := space(maxListed)
	for _, id := range values {
		if id != "" && !slices.Contains(all, id) && len(all) < app.MaxAskedCorpora && room.takes("corpus", id) {
			all = append(all, id)
		}
	}
	return all
}
