package search

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Citations is a memory of real citations: which works were cited, from which
// contexts, and by which papers. It is learned from a training corpus
// (models/train/citations.py) and holds no text. The zero value knows nothing.
type CitationGraph struct {
	embedder string // ID of the embedder that the contexts' vectors come from
	dim      int
	works    map[uint64]uint32 // hash of the normalised title to the number of the work
	contexts [][]int32         // of each work
	citing   []uint32          // of each context: number of the citing paper
	vectors  []rank.Quantised  // of each context
}

// A Reputation is what the graph knows of a work at one place.
type Reputation struct {
	Known    bool
	Papers   int     // that cite it
	Nearest  float64 // cosine of the place and the closest context that cites it
	Together int     // papers that cite it together with a work of the manuscript
}

// Works is the number of works that are known to be cited.
func (c *CitationGraph) Works() int { return len(c.works) }

// workNumber finds a work by its title.
func (c *CitationGraph) workNumber(title string) (uint32, bool) {
	number, ok := c.works[TitleHash(title)]
	return number, ok
}

// TitleHash is FNV-1a of the normalised title: by it the graph knows a work.
func TitleHash(title string) uint64 {
	hash := uint64(14695981039346656037)
	for _, b := range []byte(text.FoldedWords(title)) {
		hash = (hash ^ uint64(b)) * 1099511628211
	}
	return hash
}

// A place is where a citation is wanted, as the graph sees it.
type place struct {
	vector rank.Quantised  // of the query; none where its embedder is another one
	beside map[uint32]bool // papers that cite a work of the manuscript
}

func (c *CitationGraph) place(vector []float32, embedder string, m Manuscript) place {
	p := place{beside: make(map[uint32]bool)}
	if embedder == c.embedder && len(vector) == c.dim {
		p.vector = rank.Quantise(vector, make([]int8, len(vector)))
	}
	for _, work := range m.Works {
		if number, ok := c.workNumber(work.Title); ok {
			for _, context := range c.contexts[number] {
				p.beside[c.citing[context]] = true
			}
		}
	}
	return p
}

// reputation is what is known of a paper at a place.
func (c *CitationGraph) reputation(p place, paper *paper.Paper) (r Reputation) {
	number, ok := c.workNumber(paper.Title)
	if !ok {
		return r
	}
	r.Known, r.Nearest = true, math.Inf(-1) // where the vectors do not compare
	last := uint32(math.MaxUint32)
	for _, context := range c.contexts[number] {
		if citing := c.citing[context]; citing != last {
			r.Papers++
			if p.beside[citing] {
				r.Together++
			}
			last = citing
		}
		if len(p.vector.Components) > 0 {
			r.Nearest = max(r.Nearest, rank.Dot(p.vector, c.vectors[context]))
		}
	}
	return r
}
