package grow

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

func (g *Grower) indexOptions() index.BuildOptions {
	return index.BuildOptions{Dir: g.Dir, Name: g.Name, Embedder: g.Embedder, Wait: true, Cores: 1, AllowEmpty: true,
		WaitIdle: g.WaitIdle}
}

// publish adds the chosen papers to the index in batches, so that only one batch is in memory.
func (g *Grower) publish(ctx context.Context) error {
	if !hasIndex(g.Dir) {
		g.published = 0
		_, err := index.Build(ctx, g.indexOptions(), func(func(*engine.Paper, error) bool) {})
		if err != nil {
			return fmt.Errorf("the corpus cannot be written: %w", err)
		}
	}
	for g.published < len(g.chosen) {
		upTo := min(len(g.chosen), g.published+mostPending)
		papers, err := g.papers(g.chosen[g.published:upTo])
		if err != nil {
			return err
		}
		papers = slices.DeleteFunc(papers, func(p *engine.Paper) bool { return g.removed[p.ID] })
		updater := index.NewUpdater(g.indexOptions())
		if err := errors.Join(updater.Upsert(ctx, papers), updater.Publish(ctx)); err != nil {
			return fmt.Errorf("the corpus cannot be written: %w (the papers received so far are kept; run the same "+
				"command again to continue)", err)
		}
		if err := g.write(entry{Published: upTo}); err != nil {
			return err
		}
		g.report()
	}
	return nil
}

// papers reads records from the journal and adds the works that they cite, with the citing sentences.
func (g *Grower) papers(places []place) ([]*engine.Paper, error) {
	all, err := g.bare(places)
	if err == nil {
		err = g.addContexts(all)
	}
	g.addGraph(all)
	return all, err
}

// bare reads records from the journal, without the works that they cite.
func (g *Grower) bare(places []place) (all []*engine.Paper, err error) {
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return nil, err
	}
	for _, p := range sorted(places) {
		if r := records[p]; r != nil {
			paper := literature.PaperOf(r)
			if at, known := g.numbers[r.ID]; known && g.retracted[at] {
				paper.Retracted = true
			}
			all = append(all, paper)
		}
	}
	return all, nil
}

// noteRemoved records which papers the user has removed from the index, so that they are not added
// again.
func (g *Grower) noteRemoved(ctx context.Context) error {
	if g.published == 0 || !hasIndex(g.Dir) {
		return nil
	}
	ids, err := index.IDs(ctx, g.Dir)
	if err != nil {
		return err
	}
	has := make(map[string]bool, len(ids))
	for _, id := range ids {
		has[id] = true
	}
	var removed []string
	for _, id := range g.ids[:g.published] {
		if !has[id] && !g.removed[id] {
			removed = append(removed, id)
		}
	}
	if len(removed) == 0 {
		return nil
	}
	return g.write(entry{Removed: removed})
}
