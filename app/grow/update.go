package grow

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// PlanUpdate plans an update. It sends no requests.
func (g *Grower) PlanUpdate() (p Plan, err error) {
	if g.harvest != nil {
		return NewHarvestPlan(g.Client, g.source, g.changes(), Goals{})
	}
	citations, err := g.updated()
	if err != nil {
		return p, err
	}
	b := g.frontier.bounds.Updates
	p = Plan{Source: g.source, Hosts: citations.Hosts(), Query: "identifiers of works in the corpus",
		Requests: g.updateRequests(), Unlisted: unlisted(b)}
	if b.Citing > 0 && g.frontier.bounds.Lists {
		p.Query += " and of new works"
	}
	if g.frontier.bounds.Texts {
		p.Texts = maxTexts
	}
	if b.Dated {
		p.Query += ", and the date of the last run, " + g.lastRun
	}
	p.price(g.Client, nil)
	return p, nil
}

// unlisted returns the kinds of changes that a source cannot list.
func unlisted(b online.UpdateBounds) (kinds []string) {
	for _, kind := range []struct {
		size int
		name string
	}{{b.Citing, "new works that cite the corpus"}, {b.Retracted, "retractions"}, {b.Changed, "changed records"}} {
		if kind.size == 0 {
			kinds = append(kinds, kind.name)
		}
	}
	return kinds
}

// Limits on an update. newPages is the maximum number of pages of new citing works per batch of
// works. maxLists is the maximum number of requests for lists of single works.
const (
	newPages = 3
	maxLists = 500
)

// updateRequests returns an upper bound on the number of requests in an update.
func (g *Grower) updateRequests() int {
	b := g.frontier.bounds.Updates
	batches := func(size int) int {
		if size == 0 {
			return 0
		}
		return (len(g.frontier.kept) + size - 1) / size
	}
	n := batches(b.Changed) + batches(b.Retracted) + spare
	if b.Citing == 1 {
		n += min(len(g.frontier.kept), maxLists)
	} else {
		n += newPages * batches(b.Citing)
	}
	if b.Citing > 0 && g.frontier.bounds.Lists {
		n += maxLists
	}
	if g.frontier.bounds.Texts {
		n += maxTexts
	}
	return n
}

// changes returns the selection for an update: the records changed since the last run, or the rest of
// an unfinished harvest.
func (g *Grower) changes() online.Harvest {
	h := g.harvest.Harvest
	if g.harvest.done {
		h.From = g.lastRun
	}
	return h
}

// errNothingKept is returned when updating a corpus without papers.
var errNothingKept = errors.New("the corpus has no papers to check for changes: run `scilit-lsp corpus grow` first")

// updated returns the corpus's source, or an error if the corpus has no papers to update.
func (g *Grower) updated() (online.CitationIndex, error) {
	if g.frontier == nil {
		return nil, ErrNotGrown
	}
	if len(g.frontier.kept) == 0 {
		return nil, errNothingKept
	}
	return g.Client.CitationIndex(g.source)
}

// Update adds works published since the last run, replaces changed records, and marks retracted
// works, as far as the source can list these changes.
func (g *Grower) Update(ctx context.Context, plan Plan) (Result, error) {
	had := maps.Clone(g.distinct)
	result, err := g.update(ctx, plan)
	return result, errors.Join(err, g.noteRecent(had))
}

func (g *Grower) update(ctx context.Context, plan Plan) (Result, error) {
	if g.harvest != nil {
		return g.Harvest(ctx, g.source, g.changes(), Goals{}, plan)
	}
	citations, err := g.updated()
	if err != nil {
		return Result{}, err
	}
	from := g.lastRun
	if err := g.write(entry{Start: &start{Source: g.source, Goals: g.goals, From: from}}); err != nil {
		return Result{}, err
	}
	return g.finish(ctx, plan, func() (string, error) { return g.runUpdate(ctx, citations, from) })
}

// runUpdate requests the changes that the source can list. If the plan's request limit is reached,
// it keeps the new works found so far.
func (g *Grower) runUpdate(ctx context.Context, citations online.CitationIndex, from string) (string, error) {
	reason := reasonNews
	for _, step := range []func(context.Context, online.CitationIndex, string) error{
		g.updateRecords, g.updateRetractions, g.updateCiting, g.listReferences} {
		err := step(ctx, citations, from)
		if errors.Is(err, errLimit) {
			reason = reasonLimit
			break
		}
		if err != nil {
			return "", err
		}
	}
	if err := g.keepNew(ctx); err != nil || reason == reasonLimit {
		return reason, err
	}
	if err := g.readTexts(ctx, citations); err != nil {
		return reasonOf(err)
	}
	return reason, nil
}

// ask sends a question of an update, or returns the answer that an interrupted update received
// earlier.
func (g *Grower) ask(ctx context.Context, citations online.CitationIndex, q question) (answer, error) {
	if before, done := g.answered[q.name()]; done {
		return before, nil
	}
	return g.send(ctx, citations, q)
}

// name returns a string that identifies a question.
func (q question) name() string {
	raw, err := json.Marshal(q)
	if err != nil {
		panic(err) // cannot happen, since a question contains only strings and numbers
	}
	return string(raw)
}

// batches returns the keys of the chosen works for which with returns true, in batches of the given
// size. It returns none if size is 0.
func (g *Grower) batches(size int, with func(*node) bool) iter.Seq[[]string] {
	var keys []string
	for _, at := range g.frontier.kept {
		if size > 0 && with(&g.frontier.nodes[at]) {
			keys = append(keys, g.frontier.keys[at])
		}
	}
	return slices.Chunk(keys, max(size, 1))
}

func every(*node) bool { return true }

// updateRecords requests the changed records of the chosen works and replaces the records that
// differ.
func (g *Grower) updateRecords(ctx context.Context, citations online.CitationIndex, from string) error {
	b := g.frontier.bounds.Updates
	for keys := range g.batches(b.Changed, every) {
		q := question{Changed: keys}
		if b.Dated {
			q.From = from
		}
		if _, err := g.ask(ctx, citations, q); err != nil {
			return err
		}
	}
	return g.replaceChanged()
}

func (g *Grower) updateRetractions(ctx context.Context, citations online.CitationIndex, _ string) error {
	for keys := range g.batches(g.frontier.bounds.Updates.Retracted, every) {
		if _, err := g.ask(ctx, citations, question{Retracted: keys}); err != nil {
			return err
		}
	}
	return nil
}

// updateCiting requests new works that cite chosen works. It skips chosen works with very many
// citing works, since these are cited in all fields.
func (g *Grower) updateCiting(ctx context.Context, citations online.CitationIndex, from string) error {
	size := g.frontier.bounds.Updates.Citing
	for keys := range g.batches(size, func(n *node) bool { return n.citers <= hubCiters }) {
		if size == 1 && !g.cited[g.frontier.at[keys[0]]] {
			continue
		}
		q := online.CitingQuery{Keys: keys, Page: 1, From: from}
		for ; q.Page <= newPages; q.Page++ {
			page := q
			a, err := g.ask(ctx, citations, question{Citers: &page})
			if err != nil {
				return err
			}
			if !a.More {
				break
			}
			q.Cursor = a.Cursor
		}
	}
	return nil
}

// listReferences requests the references of new works if the source lists them separately. Only the
// references show how close the works are.
func (g *Grower) listReferences(ctx context.Context, citations online.CitationIndex, from string) error {
	lists := 0
	for i := range g.frontier.nodes {
		n, at := &g.frontier.nodes[i], int32(i)
		if !g.fresh[at] || n.is(isListed|isKept|isOut) {
			continue
		}
		if lists++; lists > maxLists {
			return errLimit
		}
		q := online.CitingQuery{Keys: []string{g.frontier.keys[at]}, Page: 1, From: from, References: true}
		if _, err := g.ask(ctx, citations, question{Citers: &q}); err != nil {
			return err
		}
	}
	return nil
}

// reasonOf converts errLimit into the reason that the plan's limit is reached. It returns any other
// error.
func reasonOf(err error) (string, error) {
	if errors.Is(err, errLimit) {
		return reasonLimit, nil
	}
	return "", err
}

// keepNew keeps the works received by this update that cite a seed or two works kept before. It
// applies all goals except the number of papers.
func (g *Grower) keepNew(ctx context.Context) error {
	var newly []int32
	g.newly = nil
	for _, at := range slices.Sorted(maps.Keys(g.arrived)) {
		n := &g.frontier.nodes[at]
		if n.is(isKept) { // kept by this update before it was interrupted
			g.newly = append(g.newly, at)
			continue
		}
		if twin, has := g.frontier.keptAs(g.frontier.titles[at]); has {
			g.versions = append(g.versions, version{twin, at})
		}
		if !n.is(isOut) && g.isClose(at) && g.frontier.keep(at) {
			newly = append(newly, at)
		}
	}
	g.newly = append(g.newly, newly...)
	return g.keep(ctx, newly)
}

// isClose reports whether a new work is close enough to be kept. Links to other new works do not
// count, so that an interrupted update makes the same decisions.
func (g *Grower) isClose(at int32) bool {
	n := &g.frontier.nodes[at]
	if int(n.hop) > g.goals.Hops {
		return false
	}
	cited := 0
	for _, to := range n.refs {
		if g.frontier.nodes[to].is(isKept|isSeed) && !g.arrived[to] {
			cited++
		}
	}
	return n.hop <= 1 || cited > 1
}

// noteCounts updates g.cited, the works that have more citing works than before: it adds works
// whose count has increased, and removes those whose citing works were listed. It must be called
// before the answer is added to the graph.
func (g *Grower) noteCounts(q question, a answer) {
	if q.Citers != nil && !q.Citers.References && !a.More {
		for _, key := range q.Citers.Keys {
			delete(g.cited, g.frontier.at[key])
		}
	}
	for _, n := range a.Nodes {
		at, known := g.frontier.at[n.Key]
		if known && q.Changed != nil && n.Citers > int(g.frontier.nodes[at].citers) {
			g.cited[at] = true
		}
	}
}

// retract marks a work as retracted. If the work was chosen before, retract chooses it again, so
// that it is indexed again.
func (g *Grower) retract(at int32) {
	if !g.retracted[at] && g.frontier.nodes[at].is(isKept) {
		g.choose(g.places[at], g.recordIDs[at])
	}
	g.retracted[at] = true
}

// replaceChanged decides to replace the records that differ from those received before.
func (g *Grower) replaceChanged() error {
	var places []place
	for at, now := range g.latest {
		places = append(places, g.places[at], now)
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return err
	}
	var keys []string
	for at, now := range g.latest {
		if !reflect.DeepEqual(records[g.places[at]], records[now]) {
			keys = append(keys, g.frontier.keys[at])
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	return g.write(entry{Changed: keys})
}

// replace carries out the decision to replace the records of some works.
func (g *Grower) replace(keys []string) error {
	for _, key := range keys {
		at, known := g.frontier.at[key]
		now, received := g.latest[at]
		if !known || !received {
			return errors.New("it replaces a record that was never received")
		}
		g.places[at] = now
		g.choose(now, g.recordIDs[at])
		delete(g.latest, at)
		delete(g.described, at)
	}
	return nil
}
