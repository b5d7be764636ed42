package main

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/grow"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A graphIndex is a citation graph in memory. It limits the size of requests as OpenAlex does.
type graphIndex struct {
	refs, citing [][]int32
	record       func(int) paper.Paper // function that returns the bibliographic record of a work
	hidden       int32                 // number of a work that the graph hides; 0 hides none
	deleted      bool                  // whether each work with references also cites a work that the index lacks
	ids          []string
	numbers      map[string]int32 // number of each work, by ID
}

var _ grow.Index = (*graphIndex)(nil)

func keyOf(i int32) string { return "W" + strconv.Itoa(int(i)) }

func numberOf(key string) int32 {
	n, _ := strconv.Atoi(strings.TrimPrefix(key, "W"))
	return int32(n)
}

func numbersOf(keys []string) (all []int32) {
	for _, key := range keys {
		all = append(all, numberOf(key))
	}
	return all
}

func (x *graphIndex) CitationBounds() online.CitationBounds {
	return online.CitationBounds{Nodes: 100, Cited: 100, Page: 100}
}

func (x *graphIndex) Described(_ context.Context, ids []online.ID) (all []online.Node, err error) {
	for _, id := range ids {
		if n := numberOf(id.Value); int(n) < len(x.refs) {
			all = append(all, x.node(n))
		}
	}
	return all, nil
}

func (x *graphIndex) Citing(_ context.Context, q online.CitingQuery) (p online.CitingPage, err error) {
	var all []int32
	for _, key := range q.Keys {
		all = append(all, x.without(x.citing[numberOf(key)])...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	size := x.CitationBounds().Page
	for _, i := range all[min((q.Page-1)*size, len(all)):min(q.Page*size, len(all))] {
		p.Nodes = append(p.Nodes, x.node(i))
	}
	p.More = q.Page*size < len(all)
	return p, nil
}

func (x *graphIndex) node(i int32) online.Node {
	key := keyOf(i)
	n := online.Node{Key: key, Citers: len(x.without(x.citing[i])), Record: &online.Record{Paper: x.record(int(i))}}
	n.Record.ID = key
	for _, to := range x.without(x.refs[i]) {
		n.References = append(n.References, keyOf(to))
	}
	if x.deleted && len(n.References) > 0 {
		n.References = append(n.References, keyOf(i+int32(len(x.refs))))
	}
	return n
}

func (x *graphIndex) without(list []int32) []int32 {
	if x.hidden == 0 || !slices.Contains(list, x.hidden) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(i int32) bool { return i == x.hidden })
}

// neighbors returns up to limit works in breadth-first order along citations, starting with the
// seeds.
func (x *graphIndex) neighbors(seeds []int32, limit int) (all []int32) {
	seen := make(map[int32]bool)
	for _, s := range seeds {
		seen[s] = true
	}
	all = slices.Clone(seeds)
	for at := 0; at < len(all) && len(all) < limit; at++ {
		for _, list := range [][]int32{x.refs[all[at]], x.citing[all[at]]} {
			for _, to := range x.without(list) {
				if !seen[to] {
					seen[to] = true
					all = append(all, to)
				}
			}
		}
	}
	return all[:min(len(all), limit)]
}

// A realGrowth measures corpora that were grown from half of the references of real papers.
type realGrowth struct {
	Papers int     `json:"papers"`
	Works  int     `json:"works"`
	Grown  float64 `json:"grown"` // share of the other half that the corpus contains
	Plain  float64 `json:"plain"`
}

// readCitationGraph builds a graph from the citations in files of contexts and citances. Works are
// numbered from 1.
func readCitationGraph(paths []string) (*graphIndex, error) {
	x := &graphIndex{refs: make([][]int32, 1), citing: make([][]int32, 1), record: untitled,
		ids: make([]string, 1), numbers: make(map[string]int32)}
	number := func(id string) int32 {
		if _, known := x.numbers[id]; !known {
			x.numbers[id] = int32(len(x.refs))
			x.refs, x.citing, x.ids = append(x.refs, nil), append(x.citing, nil), append(x.ids, id)
		}
		return x.numbers[id]
	}
	for _, path := range paths {
		for c, err := range eval.Records[citance](path) {
			if err != nil {
				return nil, err
			}
			for _, s := range c.spans() {
				from, to := number(c.Citing), number(s.Cited)
				if from != to && !slices.Contains(x.refs[from], to) {
					x.refs[from], x.citing[to] = append(x.refs[from], to), append(x.citing[to], from)
				}
			}
		}
	}
	return x, nil
}

// untitled returns a record whose title is the work's key, since the files contain no titles.
func untitled(i int) paper.Paper { return paper.Paper{Title: keyOf(int32(i))} }

// A citance is a line of a file of contexts or citances.
type citance struct {
	Citing   string
	Sentence string          `json:"citation_sentence"`
	Marker   []int           // start and end of the citation, if the sentence cites one work
	Cited    json.RawMessage // one work, or the list of works that the sentence cites
}

// spans returns the citations in a sentence, except those of works without a record. Offsets are 0 if the
// position is unknown.
func (c citance) spans() []eval.CitedSpan {
	var several []eval.CitedSpan
	if json.Unmarshal(c.Cited, &several) == nil {
		return several
	}
	var one eval.CitedSpan
	if json.Unmarshal(c.Cited, &one.Cited) != nil {
		return nil
	}
	if len(c.Marker) == 2 {
		one.Start, one.End = c.Marker[0], c.Marker[1]
	}
	return []eval.CitedSpan{one}
}

// growReal grows corpora from half of the references of a paper, and measures how many of the other
// references they contain. It does so for the papers with the most references. The citing paper
// itself is hidden from the graph.
func growReal(ctx context.Context, x *graphIndex, papers int) (all []realGrowth, err error) {
	order := make([]int32, len(x.refs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(len(x.refs[b]), len(x.refs[a])) })
	order = order[:min(papers, len(order))]
	for _, works := range []int{100, 500, 1000} {
		g := realGrowth{Papers: len(order), Works: works}
		for _, i := range order {
			seeds, held := x.halves(i)
			x.hidden = i
			choice, err := grow.Choose(ctx, x, idsOf(seeds), grow.Goals{Papers: works + len(seeds), Hops: 4})
			if err != nil {
				return nil, err
			}
			g.Grown += recall(numbersOf(choice.Keys), held) / float64(len(order))
			g.Plain += recall(x.neighbors(seeds, works+len(seeds)), held) / float64(len(order))
		}
		all = append(all, g)
	}
	x.hidden = 0
	return all, nil
}

// recall returns the share of the held-out works that are among the found ones.
func recall(found, held []int32) float64 {
	n := 0
	for _, i := range held {
		if slices.Contains(found, i) {
			n++
		}
	}
	return share(n, len(held))
}
