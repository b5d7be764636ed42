package grow

import (
	"cmp"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// The states of a work in the graph, which can be combined.
const (
	isSeed      uint16 = 1 << iota
	isDescribed        // its record has been retrieved
	isMissing          // the index has no record for it
	isKept             // chosen for the corpus
	isOut              // excluded because it is too old, has no record, or duplicates a kept work
	isExpanded         // its citing works have been requested
	isListed           // its references have been requested, if the source lists them separately
	hasText            // its full text is available for reading citing sentences
	isRead             // its full text has been requested
)

const maxNodes = 4_000_000 // maximum number of works in a graph; references to other works are ignored

const farAway = 1 << 14 // distance of a work that is not connected to a seed

// A node is a work in the graph.
type node struct {
	refs, citing []int32 // works that it cites and known works that cite it
	citers       int32   // number of citing works in the whole citation index
	hop          int16   // number of citations between the work and the closest seed
	year         int16
	state        uint16
}

func (n *node) is(state uint16) bool { return n.state&state != 0 }

// A graph is the known part of a citation index.
type graph struct {
	at    map[string]int32
	keys  []string
	nodes []node
	rank  []float32 // scores computed by the last walk, indexed by work number
	spare []float32
}

func newGraph() *graph { return &graph{at: make(map[string]int32)} }

// of returns the number of a work, or -1 if the graph is full.
func (g *graph) of(key string) int32 {
	if at, known := g.at[key]; known {
		return at
	}
	if len(g.keys) >= maxNodes {
		return -1
	}
	at := int32(len(g.keys))
	g.at[key] = at
	g.keys = append(g.keys, key)
	g.nodes = append(g.nodes, node{hop: farAway})
	return at
}

// describe adds the record of a work and returns the work's number.
func (g *graph) describe(n online.Node) int32 {
	at := g.of(n.Key)
	if at < 0 {
		return at
	}
	if n.Brief {
		g.connect(at, n.References)
		return at
	}
	if n.Record != nil {
		g.nodes[at].year = int16(min(max(n.Record.Year, 0), 9999))
	} else {
		g.nodes[at].state |= isOut
	}
	g.nodes[at].citers = int32(min(n.Citers, 1<<30))
	if n.Text {
		g.nodes[at].state |= hasText
	}
	if !n.Lists {
		g.nodes[at].state |= isListed
	}
	g.connect(at, n.References)
	g.nodes[at].state |= isDescribed
	return at
}

// connect adds references from a work to other works.
func (g *graph) connect(at int32, references []string) {
	known := len(g.nodes[at].refs)
	for _, key := range references {
		if to := g.of(key); to >= 0 && to != at && (known == 0 || !slices.Contains(g.nodes[at].refs[:known], to)) {
			g.nodes[at].refs = append(g.nodes[at].refs, to)
			g.nodes[to].citing = append(g.nodes[to].citing, at)
			g.near(at, to)
			g.near(to, at)
		}
	}
}

// near updates the distance of b from the seeds after the distance of its neighbor a has changed.
func (g *graph) near(a, b int32) {
	if far := g.nodes[a].hop + 1; far < g.nodes[b].hop {
		g.nodes[b].hop = far
	}
}

func (g *graph) addSeed(at int32) {
	if at < 0 || g.nodes[at].is(isSeed) {
		return
	}
	n := &g.nodes[at]
	n.state |= isSeed
	n.hop = 0
	for _, list := range [][]int32{n.refs, n.citing} {
		for _, to := range list {
			g.near(at, to)
		}
	}
}

const (
	damping = 0.85
	// hubCiters is the number of citing works above which a work passes on less of its score to its
	// neighbors. A work with more is usually cited for a method used in all fields.
	hubCiters = 1000
	// steps is the number of iterations of PageRank.
	steps = 10
)

// walk computes the personalized PageRank of all works. This is the share of time that a random
// walk along citations, with frequent returns to the seeds, spends at each work.
func (g *graph) walk() {
	var seeds []int32
	for i := range g.nodes {
		if g.nodes[i].is(isSeed) {
			seeds = append(seeds, int32(i))
		}
	}
	if len(seeds) == 0 {
		return
	}
	g.rank, g.spare = grown(g.rank, len(g.nodes)), grown(g.spare, len(g.nodes))
	clear(g.rank) // start from zero, so that decisions do not depend on where a run was interrupted
	for range steps {
		g.step(seeds)
	}
}

func grown(all []float32, n int) []float32 { return append(all, make([]float32, n-len(all))...) }

func (g *graph) step(seeds []int32) {
	next := g.spare
	clear(next)
	var moved float64
	for i := range g.nodes {
		n, mass := &g.nodes[i], g.rank[i]
		degree := len(n.refs) + len(n.citing)
		if mass == 0 || degree == 0 {
			continue
		}
		mass *= damping
		if n.citers > hubCiters {
			mass *= hubCiters / float32(n.citers)
		}
		moved += float64(mass)
		share := mass / float32(degree)
		for _, to := range n.refs {
			next[to] += share
		}
		for _, to := range n.citing {
			next[to] += share
		}
	}
	home := float32((1 - min(moved, 1)) / float64(len(seeds)))
	for _, at := range seeds {
		next[at] += home
	}
	g.rank, g.spare = next, g.rank
}

// score returns how close a work is to the seeds. It reduces the rank of highly cited works, since
// any random walk reaches them.
func (g *graph) score(at int32) float32 {
	citers := max(int(g.nodes[at].citers), len(g.nodes[at].citing))
	return g.rank[at] / float32(math.Sqrt(float64(1+citers)))
}

// support returns the number of kept works and seeds that cite a work or are cited by it, up to two.
func (g *graph) support(at int32) (kept int) {
	n := &g.nodes[at]
	for _, list := range [][]int32{n.refs, n.citing} {
		for _, to := range list {
			if g.nodes[to].is(isKept | isSeed) {
				if kept++; kept == 2 {
					return kept
				}
			}
		}
	}
	return kept
}

// best returns up to limit works, best first. It skips works that are kept, excluded, missing, or
// more than maxHops away.
func (g *graph) best(limit int, maxHops int16) []int32 {
	best := topList{limit: limit, keys: g.keys}
	for i := range g.nodes {
		n := &g.nodes[i]
		if !n.is(isKept|isOut|isMissing) && n.hop <= maxHops && g.rank[i] > 0 {
			best.add(int32(i), g.score(int32(i)))
		}
	}
	return best.sorted()
}

// A scoredWork is a work and its score.
type scoredWork struct {
	at    int32
	score float32
}

// A topList keeps the best of the works added to it.
type topList struct {
	limit int
	keys  []string // keys of all works
	all   []scoredWork
	full  bool // whether works worse than all[limit-1] cannot be among the best
}

// compare orders works by score, best first, and then by key.
func (t *topList) compare(a, b scoredWork) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(t.keys[a.at], t.keys[b.at]))
}

func (t *topList) add(at int32, score float32) {
	one := scoredWork{at, score}
	if t.limit == 0 || t.full && t.compare(one, t.all[t.limit-1]) > 0 {
		return
	}
	if t.all = append(t.all, one); len(t.all) == 2*t.limit {
		t.narrow()
	}
}

// narrow drops all but the best works.
func (t *topList) narrow() {
	slices.SortFunc(t.all, t.compare)
	t.all = t.all[:min(len(t.all), t.limit)]
	t.full = len(t.all) == t.limit
}

// sorted returns the best works in order.
func (t *topList) sorted() []int32 {
	t.narrow()
	at := make([]int32, len(t.all))
	for i, one := range t.all {
		at[i] = one.at
	}
	return at
}
