package grow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// ErrNoUpdates is returned for a source that cannot list changes.
var ErrNoUpdates = errors.New("this source does not list what is new: run corpus grow with a larger --papers")

// PlanUpdate plans an update. It sends nothing.
func (g *Grower) PlanUpdate() (p Plan, err error) {
	if g.harvest != nil {
		if p, err = NewHarvestPlan(g.Client, g.source, g.news(), Goals{}); err != nil {
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

// news returns the selection of records since the last run, or the rest of an unfinished harvest.
func (g *Grower) news() online.Harvest {
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
	if g.harvest != nil {
		return g.Harvest(ctx, g.source, g.news(), Goals{}, plan)
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
		isClose := int(n.hop) <= g.goals.Hops && (n.hop <= 1 || g.frontier.support(at) > 1)
		if g.fresh[at] && !n.is(isKept|isOut) && isClose && g.frontier.keep(at) {
			newly = append(newly, at)
		}
	}
	return g.keep(ctx, newly)
}
