package profile

import (
	"hash/fnv"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Work identifies a work by hashes of its names, so that works of all corpora can be compared
// before any record is read. A hash of 0 means that the name is unknown.
type Work struct {
	Title  uint64 // hash of its normalised title
	ID     uint64 // hash of its DOI, or else of its arXiv number
	Author uint32 // hash of the first author's Ref.AuthorKey
}

// Hash returns the hash of a name (see paper.Ref.Names). Indexes store such hashes.
func Hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// WorkOf returns the hashes of a normalised reference.
func WorkOf(ref paper.Ref) (w Work) {
	if title := paper.NormalTitle(ref.Title); title != "" {
		w.Title = Hash("title:" + title)
	}
	switch {
	case ref.DOI != "":
		w.ID = Hash("doi:" + ref.DOI)
	case ref.ArXiv != "":
		w.ID = Hash("arxiv:" + ref.ArXiv)
	}
	if key := ref.AuthorKey(); key != "" {
		w.Author = uint32(Hash("author:"+key) >> 32)
	}
	return w
}

// SameAuthor reports whether both works may have the same first author.
func (w Work) SameAuthor(other Work) bool {
	return w.Author == 0 || other.Author == 0 || w.Author == other.Author
}

// A Table maps the hashes of works to the scores of hits.
type Table struct {
	titles map[uint64][]Hit
	ids    map[uint64]float64
}

// NewTable returns a table of the given hits.
func NewTable(hits []Hit) Table {
	t := Table{make(map[uint64][]Hit), make(map[uint64]float64)}
	for _, h := range hits {
		if h.Title != 0 {
			t.titles[h.Title] = append(t.titles[h.Title], h)
		}
		if h.ID != 0 {
			t.ids[h.ID] = max(t.ids[h.ID], h.Score())
		}
	}
	return t
}

// Score returns the score of a paper's profile, or 0 if it has none.
func (t Table) Score(p *paper.Paper) (score float64) {
	if len(t.titles) == 0 && len(t.ids) == 0 {
		return 0
	}
	ref := paper.RefOf(p)
	work := WorkOf(ref)
	score = t.ids[work.ID]
	if ref.DOI != "" && ref.ArXiv != "" {
		score = max(score, t.ids[Hash("arxiv:"+ref.ArXiv)])
	}
	for _, h := range t.titles[work.Title] {
		if h.SameAuthor(work) {
			score = max(score, h.Score())
		}
	}
	return score
}
