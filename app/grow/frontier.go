package grow

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Goals limit the size of a growing corpus.
type Goals struct {
	Papers int
	Since  int // earliest year; older works are not kept
	Hops   int // maximum number of citations between a work and the closest seed
}

// A question is a request to the source of a growing corpus.
type question struct {
	Describe  []online.ID         `json:"describe,omitempty"`  // works whose records are requested
	Seeds     bool                `json:"seeds,omitempty"`     // the works in Describe are seeds
	Citers    *online.CitingQuery `json:"citers,omitempty"`    // works for which a list of citing works is requested
	Retracted []string            `json:"retracted,omitempty"` // works to check for retractions
	Changed   []string            `json:"changed,omitempty"`   // works whose changed records are requested
	From      string              `json:"from,omitempty"`      // start date of the changes
	Text      string              `json:"text,omitempty"`      // work whose full text is requested
}

// isUpdate reports whether a question belongs to an update.
func (q question) isUpdate() bool {
	return q.Retracted != nil || q.Changed != nil || q.Citers != nil && q.Citers.From != ""
}

// An answer is the response to a question.
type answer struct {
	Nodes     []online.Node     `json:"nodes"`
	Citations []online.Citation `json:"citations,omitempty"`
	More      bool              `json:"more,omitempty"`
	Cursor    string            `json:"cursor,omitempty"` // cursor for the next page
	Unread    bool              `json:"unread,omitempty"` // the full text was not readable
}

// A frontier decides which works in a citation index to request next and which ones to keep. Its
// decisions depend only on the index's answers.
type frontier struct {
	*graph
	bounds bounds
	goals  Goals
	seeds  []online.ID         // seeds that have not been requested yet
	open   *online.CitingQuery // a list of citing works with more pages, or nil
	kept   []int32             // kept works in the order in which they were chosen
	names  map[string]int32    // kept works, keyed by their identities
	titles map[int32][]string  // identities of described works that have not been decided on
	asked  [2]int              // number of requests for descriptions and for citing works
	due    bool                // some received seeds have not been decided on
	fading bool
}

func newFrontier(of online.CitationBounds, goals Goals) *frontier {
	return &frontier{graph: newGraph(), bounds: bounds{of}, goals: goals, names: make(map[string]int32),
		titles: make(map[int32][]string)}
}

// bounds holds the limits of a citation index.
type bounds struct{ online.CitationBounds }

// citersPerBatch returns the number of requests for lists of citing works per batch of
// descriptions.
func (b bounds) citersPerBatch() int {
	switch {
	case b.Cited == 0:
		return 0
	case b.Lists:
		return b.Nodes / 2
	}
	return max(1, b.Nodes/(100*b.Cited))
}

// Parameters of the search.
const (
	// perRound is the number of batches of works compared in one round.
	perRound = 5
	// batchesPerList is the number of batches of descriptions per list of citing works. Compared
	// with one batch per list, two find as many works on a topic with fewer requests.
	batchesPerList = 2
	// manyKept is the number of kept works from which the number of batches per list increases by
	// one, since lists then contain fewer unknown works.
	manyKept = 2000
	// worthListing is the minimum share of a work's citing works that must be unknown for a request
	// to be worthwhile.
	worthListing = 0.2
	// promising is the minimum share of works in a round that must be linked to a seed or to two
	// kept works. If the share is lower, the search stops.
	promising = 0.1
)

// next keeps the best works and returns the next question. ok is false if the corpus is complete or
// if no promising works are left. newly contains the works that next kept.
func (f *frontier) next() (q question, newly []int32, ok bool) {
	if q, ok = f.nextSeeds(); ok {
		return q, nil, true
	}
	if f.due {
		newly, f.due = f.keepSeeds(), false
	}
	for !f.fading && len(f.kept) < f.goals.Papers {
		f.walk()
		kept, wanted := f.round()
		newly = append(newly, kept...)
		if len(f.kept) >= f.goals.Papers {
			break
		}
		if q, ok := f.ask(wanted); ok {
			return q, newly, true
		}
		if len(kept) == 0 {
			break
		}
	}
	return question{}, newly, false
}

// nextSeeds returns the next batch of seeds, all with the same identifier scheme.
func (f *frontier) nextSeeds() (q question, ok bool) {
	if len(f.seeds) == 0 {
		return q, false
	}
	n := 1
	for n < min(len(f.seeds), f.bounds.Nodes) && f.seeds[n].Scheme == f.seeds[0].Scheme {
		n++
	}
	return question{Describe: f.seeds[:n:n], Seeds: true}, true
}

func (f *frontier) keepSeeds() (newly []int32) {
	for i := range f.nodes {
		if n := &f.nodes[i]; n.is(isSeed) && !n.is(isKept|isOut) && f.keep(int32(i)) {
			newly = append(newly, int32(i))
		}
	}
	return newly
}

// keep decides whether to keep a described work. It keeps seeds regardless of their year.
func (f *frontier) keep(at int32) bool {
	n := &f.nodes[at]
	names := f.titles[at]
	delete(f.titles, at)
	_, isTwin := f.keptAs(names)
	if isTwin || n.is(isOut) || n.year > 0 && int(n.year) < f.goals.Since && !n.is(isSeed) {
		n.state |= isOut
		return false
	}
	f.take(at, names)
	return true
}

// keptAs returns the kept work that has one of the given identities.
func (f *frontier) keptAs(names []string) (kept int32, ok bool) {
	for _, name := range names {
		if kept, ok = f.names[name]; ok {
			return kept, true
		}
	}
	return 0, false
}

func (f *frontier) take(at int32, names []string) {
	for _, name := range names {
		f.names[name] = at
	}
	f.nodes[at].state |= isKept
	f.kept = append(f.kept, at)
}

// round keeps the best works that have been described. It returns them and the best works that have
// not been described yet.
func (f *frontier) round() (newly []int32, wanted []online.ID) {
	size := f.bounds.Nodes
	best := f.best(perRound*size, int16(min(f.goals.Hops, farAway-1)))
	supported, seen := 0, 0
	for _, at := range best {
		n := &f.nodes[at]
		close := n.hop <= 1 || f.support(at) > 1
		if seen++; close {
			supported++
		}
		switch {
		case n.is(isDescribed) && close && len(f.kept) < f.goals.Papers:
			if f.keep(at) {
				newly = append(newly, at)
			}
		case !n.is(isDescribed) && len(wanted) < size:
			wanted = append(wanted, online.ID{Scheme: online.NodeKey, Value: f.keys[at]})
		}
		if len(wanted) == size {
			break
		}
	}
	f.fading = float64(supported) < promising*float64(seen)
	return newly, wanted
}

// ask returns the next question, which requests a batch of descriptions or a list of citing works.
func (f *frontier) ask(wanted []online.ID) (question, bool) {
	perList := batchesPerList
	if len(f.kept) >= manyKept {
		perList++
	}
	if f.asked[1]*perList < f.bounds.citersPerBatch()*f.asked[0] || len(wanted) == 0 {
		if q, ok := f.citers(); ok {
			return q, true
		}
	}
	if len(wanted) > 0 && !f.fading {
		return question{Describe: wanted}, true
	}
	return question{}, false
}

const maxPages = 5 // maximum number of pages per list of citing works

// citers returns a question for the next page of a list of citing works. If no list is open, it
// starts one for the closest kept works whose citing works fit on maxPages pages. It skips works
// with very many citing works.
func (f *frontier) citers() (q question, ok bool) {
	if f.open != nil {
		return question{Citers: f.open}, true
	}
	best := topList{limit: f.bounds.Cited, keys: f.keys}
	for _, at := range f.kept {
		if n := &f.nodes[at]; int(n.hop) < f.goals.Hops && (!n.is(isListed) || f.hasUnknownCiters(at)) {
			best.add(at, f.score(at))
		}
	}
	total := 0
	var keys []string
	for _, at := range best.sorted() {
		if !f.nodes[at].is(isListed) {
			return question{Citers: &online.CitingQuery{Keys: []string{f.keys[at]}, Page: 1, References: true}}, true
		}
		total += int(f.nodes[at].citers)
		if len(keys) > 0 && total > maxPages*f.bounds.Page {
			break
		}
		keys = append(keys, f.keys[at])
	}
	return question{Citers: &online.CitingQuery{Keys: keys, Page: 1}}, len(keys) > 0
}

// hasUnknownCiters reports whether it is worthwhile to request a work's citing works: they have not
// been requested, and the list would contain enough unknown works or citing sentences. It returns
// false for works with very many citing works.
func (f *frontier) hasUnknownCiters(at int32) bool {
	n := &f.nodes[at]
	return !n.is(isExpanded) && n.citers > 0 && n.citers <= hubCiters &&
		(f.bounds.Sentences || float32(len(n.citing)) < (1-worthListing)*float32(n.citers))
}

// add adds the answer to a question to the graph.
func (f *frontier) add(q question, a answer) {
	if q.Seeds {
		f.seeds, f.due = f.seeds[min(len(q.Describe), len(f.seeds)):], true
	}
	for _, n := range a.Nodes {
		at := f.describe(n)
		if at < 0 {
			continue
		}
		if q.Seeds {
			f.addSeed(at)
		}
		if n.Record != nil && !f.nodes[at].is(isKept) {
			f.titles[at] = namesOf(n.Record)
		}
	}
	switch {
	case q.Text != "":
		f.listed([]string{q.Text}, isRead)
		return
	case q.isUpdate():
		if q.Citers != nil && q.Citers.References {
			f.listed(q.Citers.Keys, isListed)
		}
		return
	case q.Citers != nil:
		f.closeCiters(*q.Citers, a)
		return
	}
	f.asked[0]++
	for _, id := range q.Describe {
		if at, known := f.at[id.Value]; known && !f.nodes[at].is(isDescribed) && !q.Seeds {
			f.nodes[at].state |= isMissing
		}
	}
}

func (f *frontier) closeCiters(q online.CitingQuery, a answer) {
	f.asked[1]++
	done := isExpanded
	if q.References {
		done = isListed
	}
	f.listed(q.Keys, done)
	f.open = nil
	if a.More && len(a.Nodes) > 0 && q.Page < maxPages {
		q.Page++
		f.open = &q
	}
}

// listed adds a state to works whose lists or texts were received.
func (f *frontier) listed(keys []string, state uint16) {
	for _, key := range keys {
		if at := f.of(key); at >= 0 {
			f.nodes[at].state |= state
		}
	}
}

// namesOf returns the identities of a record.
func namesOf(r *online.Record) []string { return append(r.ClearNames(), "id:"+r.ID) }

// An Index is a citation index from which a corpus can be built, such as an online.CitationIndex.
type Index interface {
	CitationBounds() online.CitationBounds
	Described(context.Context, []online.ID) ([]online.Node, error)
	Citing(context.Context, online.CitingQuery) (online.CitingPage, error)
}

// A Choice is the result of Choose.
type Choice struct {
	Keys     []string // keys of the chosen works, including seeds, in the order in which they were chosen
	Requests int
}

// Choose makes the same decisions as a Grower without storing anything. It sends no more requests
// than a plan with these goals and seeds allows.
func Choose(ctx context.Context, x Index, seeds []online.ID, goals Goals) (c Choice, err error) {
	f := newFrontier(x.CitationBounds(), goals)
	f.seeds = seeds
	limit := (len(seeds)+f.bounds.Nodes-1)/f.bounds.Nodes + f.bounds.growth(goals.Papers)
	for c.Requests < limit {
		q, _, ok := f.next()
		if !ok {
			break
		}
		c.Requests++
		var a answer
		if q.Citers != nil {
			page, err := x.Citing(ctx, *q.Citers)
			if err != nil {
				return c, err
			}
			a = answer{Nodes: page.Nodes, Citations: page.Citations, More: page.More}
		} else if a.Nodes, err = x.Described(ctx, q.Describe); err != nil {
			return c, err
		}
		f.add(q, a)
	}
	for _, at := range f.kept {
		c.Keys = append(c.Keys, f.keys[at])
	}
	return c, ctx.Err()
}
