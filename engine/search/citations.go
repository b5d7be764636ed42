package search

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A CitationGraph records real citations: the cited works, the vectors of the citing contexts, and
// the citing papers. models/train/citations.py extracts it from a training corpus, without any
// text. The zero value is empty.
type CitationGraph struct {
	embedder string // ID of the embedder of the context vectors
	dim      int
	works    map[uint64]uint32      // number of each work, by TitleHash
	contexts [][]int32              // numbers of the contexts that cite each work
	citing   []uint32               // number of the citing paper of each context
	vectors  []rank.QuantisedVector // vector of each context
}

// A Reputation summarizes the citations of a work, and how close they are to one site.
type Reputation struct {
	Known    bool    // whether the graph contains the work
	Papers   int     // number of papers that cite it
	Nearest  float64 // cosine between the site and the closest context that cites it
	Together int     // number of papers that cite both this work and one cited by the manuscript
}

// Works returns the number of cited works in the graph.
func (c *CitationGraph) Works() int { return len(c.works) }

func (c *CitationGraph) workNumber(title string) (uint32, bool) {
	number, ok := c.works[factsOf(title).hash]
	return number, ok
}

// TitleHash returns the FNV-1a hash of the normalised title, which is the key of a work in the
// graph.
func TitleHash(title string) uint64 {
	hash := uint64(14695981039346656037)
	for _, b := range []byte(text.FoldedWords(title)) {
		hash = (hash ^ uint64(b)) * 1099511628211
	}
	return hash
}

// A place holds the properties of a citation site that determine a paper's reputation there.
type place struct {
	vector rank.QuantisedVector // vector of the query; empty if its embedder differs from the graph's
	beside map[uint32]bool      // papers that cite a work also cited by the manuscript
}

func (c *CitationGraph) place(vector []float32, embedder string, m Manuscript) place {
	p := place{beside: make(map[uint32]bool)}
	own := Request{Vector: vector, Embedder: embedder}.For(c.embedder, c.dim)
	if own.Embedder == c.embedder && len(own.Vector) == c.dim {
		p.vector = rank.Quantise(own.Vector, make([]int8, c.dim))
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

func (c *CitationGraph) reputation(p place, paper *paper.Paper) (r Reputation) {
	number, ok := c.workNumber(paper.Title)
	if !ok {
		return r
	}
	r.Known, r.Nearest = true, math.Inf(-1) // minus infinity, until a vector is compared
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
