package eval

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A pool contains the papers about which claims are made. False claims borrow names, keywords and
// phrases from similar papers in the pool.
type pool struct {
	papers   []*engine.Paper
	vectors  [][]weighted // terms of each paper's title and abstract, by descending weight
	postings map[string][]posting
	byField  map[string][]int
}

type weighted struct {
	stem   string
	weight float64
}

type posting struct {
	paper  int32
	weight float32
}

// shortestAbstract is the minimum length of an abstract in the pool, in bytes.
const shortestAbstract = 200

func readPool(papers iter.Seq2[*engine.Paper, error], split string) (*pool, error) {
	p := &pool{postings: make(map[string][]posting), byField: make(map[string][]int)}
	for paper, err := range papers {
		if err != nil {
			return nil, err
		}
		if of := SplitOf(paper.ID); len(paper.Abstract) < shortestAbstract || of == Test && split != Test || of != Train &&
			split == Train {
			continue
		}
		p.byField[paper.Corpus] = append(p.byField[paper.Corpus], len(p.papers))
		p.papers = append(p.papers, paper)
	}
	p.index()
	return p, nil
}

// shuffled returns the indices of all papers in an order that depends only on the seed and the
// papers' IDs.
func (p *pool) shuffled(seed uint64) []int {
	order := make([]int, len(p.papers))
	keys := make([]uint64, len(p.papers))
	for i, paper := range p.papers {
		order[i], keys[i] = i, hashOf(fmt.Sprint(seed, paper.ID))
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return order
}

// vectorTerms is the maximum number of stems by which a paper is compared with others.
const vectorTerms = 40

func (p *pool) index() {
	counts := make([]map[string]float64, len(p.papers))
	df := make(map[string]float64)
	for i, paper := range p.papers {
		counts[i] = make(map[string]float64)
		for _, stem := range text.Terms(paper.Title + ". " + paper.Title + ". " + paper.Abstract) {
			counts[i][stem]++
		}
		for stem := range counts[i] {
			df[stem]++
		}
	}
	for i := range counts {
		vector := termVector(counts[i], df, float64(len(counts)))
		p.vectors = append(p.vectors, vector)
		for _, w := range vector {
			p.postings[w.stem] = append(p.postings[w.stem], posting{int32(i), float32(w.weight)})
		}
	}
}

func termVector(counts, df map[string]float64, n float64) []weighted {
	var vector []weighted
	for stem, count := range counts {
		vector = append(vector, weighted{stem, (1 + math.Log(count)) * math.Log(n/df[stem])})
	}
	slices.SortFunc(vector, func(a, b weighted) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.stem, b.stem))
	})
	vector = vector[:min(len(vector), vectorTerms)]
	norm := 0.0
	for _, w := range vector {
		norm += w.weight * w.weight
	}
	for i := range vector {
		vector[i].weight /= math.Sqrt(norm)
	}
	return vector
}

// sameWork is the cosine similarity from which two papers count as versions of one work.
const sameWork = 0.8

// nearest returns the n papers in the same field most similar to paper at, closest first. It skips
// versions of the paper itself.
func (p *pool) nearest(at, n int) []*engine.Paper {
	scores := make(map[int32]float64)
	for _, w := range p.vectors[at] {
		for _, posting := range p.postings[w.stem] {
			scores[posting.paper] += w.weight * float64(posting.weight)
		}
	}
	var order []int32
	for i, score := range scores {
		if int(i) != at && score < sameWork && p.papers[i].Corpus == p.papers[at].Corpus {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	var near []*engine.Paper
	for _, i := range order[:min(len(order), n)] {
		near = append(near, p.papers[i])
	}
	return near
}

// neighbours is the number of similar papers from which false claims borrow words.
const neighbours = 12

func (m *claimMaker) neighbours() []*engine.Paper {
	if m.near == nil {
		m.near = m.pool.nearest(m.at, neighbours)
	}
	return m.near
}

// other returns another paper of the same field, about which a swapped claim is false. It returns
// nil if the field has no other paper.
func (m *claimMaker) other() *engine.Paper {
	if near := m.neighbours(); !m.randomSwap && len(near) > 0 {
		return near[0]
	}
	field := m.pool.byField[m.p.Corpus]
	for range 20 {
		if other := m.pool.papers[field[m.random.IntN(len(field))]]; other.ID != m.p.ID {
			return other
		}
	}
	return nil
}
