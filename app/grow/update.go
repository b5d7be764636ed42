package grow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// ErrNoUpdates is returned for a source that cannot list changes.
var ErrNoUpdates = errors.New("this source does not list what is new: run corpus grow with a larger --papers")

// PlanUpdate plans an update. It sends nothing.
func (g *Grower) PlanUpdate() (p Plan, err error) {
	if g.harvest != nil {
		if p, err = NewHarvestPlan(g.Client, g.source, g.changes(), Goals{}); err != nil {
			return p, err
		}
		return p, nil
	}
	citations, err := g.updater()
	if err != nil {
		return p, err
	}
	api, _ := sources.Find(g.source)
	batches := (len(g.frontier.kept) + g.frontier.bounds.Nodes - 1) / g.frontier.bounds.Nodes
	p = Plan{Source: g.source, Hosts: citations.Hosts(), Keyed: g.Client.Keyed(g.source),
		Query: "works of the corpus by identifier, and the date " + g.lastRun, Requests: batches*(1+newPages) + spare}
	p.price(nil)
	p.Takes = time.Duration(p.Requests) * api.PaceOf(p.Keyed, false).Every
	return p, nil
}

// changes returns the selection of records since the last run, or the rest of an unfinished harvest.
func (g *Grower) changes() online.Harvest {
	h := g.harvest.Harvest
	if g.harvest.done {
		h.From = g.lastRun
	}
	return h
}

func (g *Grower) updater() (online.Updater, error) {
	if g.frontier == nil {
		return nil, ErrNotGrown
	}
	citations, err := g.Client.CitationIndex(g.source)
	if err != nil {
		return nil, err
	}
	updater, ok := citations.(online.Updater)
	if !ok {
		return nil, fmt.Errorf("%s: %w", g.source, ErrNoUpdates)
	}
	return updater, nil
}

// newPages is the maximum number of pages of new citing works per batch.
const newPages = 3

// Update adds works published since the last run and records retractions.
func (g *Grower) Update(ctx context.Context, plan Plan) (Result, error) {
	return g.withRecent(func() (Result, error) { return g.update(ctx, plan) })
}

func (g *Grower) update(ctx context.Context, plan Plan) (Result, error) {
	if g.harvest != nil {
		return g.Harvest(ctx, g.source, g.changes(), Goals{}, plan)
	}
	citations, err := g.updater()
	if err != nil {
		return Result{}, err
	}
	from := g.lastRun
	if err := g.write(entry{Start: &start{Source: g.source, Goals: g.goals, From: from}}); err != nil {
		return Result{}, err
	}
	return g.finish(ctx, plan, func() (string, error) { return g.runUpdate(ctx, citations, from) })
}

// runUpdate requests new citing works and the retractions of all chosen works.
func (g *Grower) runUpdate(ctx context.Context, citations online.Updater, from string) (reason string, err error) {
	size := g.frontier.bounds.Nodes
	kept := append([]int32(nil), g.frontier.kept...)
	for begin := 0; begin < len(kept); begin += size {
		var keys []string
		var cited []string // without hubs, which are cited in all fields
		for _, at := range kept[begin:min(begin+size, len(kept))] {
			keys = append(keys, g.frontier.keys[at])
			if g.frontier.nodes[at].citers <= hubCiters {
				cited = append(cited, g.frontier.keys[at])
			}
		}
		for page := 1; page <= newPages && len(cited) > 0; page++ {
			q := question{Citers: &online.CitingQuery{Keys: cited, Page: page, From: from}}
			a, err := g.send(ctx, citations, q)
			if err != nil {
				return reasonOf(err)
			}
			if !a.More {
				break
			}
		}
		if _, err := g.send(ctx, citations, question{Retracted: keys}); err != nil {
			return reasonOf(err)
		}
	}
	return reasonNews, g.keepNew(ctx)
}

// reasonOf converts the error for the plan's limit into a reason.
func reasonOf(err error) (string, error) {
	if errors.Is(err, errLimit) {
		return reasonLimit, nil
	}
	return "", err
}

// keepNew keeps the received works that cite a seed or two kept works. It applies the goals except
// for the number of papers.
func (g *Grower) keepNew(ctx context.Context) error {
	var newly []int32
	for i := range g.frontier.nodes {
		n, at := &g.frontier.nodes[i], int32(i)
		if twin, has := g.frontier.keptAs(g.frontier.titles[at]); has && g.fresh[at] && !n.is(isKept) {
			g.versions = append(g.versions, version{twin, at})
		}
		isClose := int(n.hop) <= g.goals.Hops && (n.hop <= 1 || g.frontier.support(at) > 1)
		if g.fresh[at] && !n.is(isKept|isOut) && isClose && g.frontier.keep(at) {
			newly = append(newly, at)
		}
	}
	g.newly = newly
	return g.keep(ctx, newly)
}

// A version is a kept work and another record of it that an update found.
type version struct{ kept, other int32 }

// News is a work that appeared since the last run.
type News struct {
	Title, DOI string
	Cites      []string // titles of the seeds that it cites
	Preprint   string   // title of the preprint in the corpus whose published version it is, or ""
}

// news returns the works of an update that cite seeds, most citations first, and the published
// versions of preprints.
func (g *Grower) news() (all []News, err error) {
	var places []place
	for _, at := range g.newly {
		places = append(places, g.places[at])
		for _, to := range g.seedsCited(at) {
			places = append(places, g.places[to])
		}
	}
	for _, v := range g.versions {
		places = append(places, g.places[v.kept], g.places[v.other])
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return nil, err
	}
	for _, v := range g.versions {
		before, now := records[g.places[v.kept]], records[g.places[v.other]]
		if before != nil && now != nil && before.Type == online.Preprint && now.Type != online.Preprint && now.DOI != "" {
			all = append(all, News{Title: now.Title, DOI: now.DOI, Preprint: before.Title})
		}
	}
	first := len(all)
	for _, at := range g.newly {
		r := records[g.places[at]]
		var cites []string
		for _, to := range g.seedsCited(at) {
			if seed := records[g.places[to]]; seed != nil {
				cites = append(cites, seed.Title)
			}
		}
		if r != nil && len(cites) > 0 {
			all = append(all, News{Title: r.Title, DOI: r.DOI, Cites: cites})
		}
	}
	slices.SortStableFunc(all[first:], func(a, b News) int { return cmp.Compare(len(b.Cites), len(a.Cites)) })
	return all, nil
}

// seedsCited returns the seeds that a work cites and whose records are known.
func (g *Grower) seedsCited(at int32) (seeds []int32) {
	for _, to := range g.frontier.nodes[at].refs {
		if _, placed := g.places[to]; placed && g.frontier.nodes[to].is(isSeed) {
			seeds = append(seeds, to)
		}
	}
	return seeds
}
