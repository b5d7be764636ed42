package profile

import (
	"hash/fnv"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Work identifies a work by hashes of its names, so that works from different corpora can be compared
// without reading records. A hash is 0 if the name is unknown.
type Work struct {
	Title  uint64 // hash of its normalised title
	ID     uint64 // hash of its DOI, arXiv number or OpenAlex identifier, in order of preference
	Author uint32 // hash of the first author's Ref.AuthorKey
}

// Hash returns the hash of a name (see paper.Ref.Names). Indexes store these hashes.
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
	case ref.OpenAlex != "":
		w.ID = OpenAlexID(ref.OpenAlex)
	}
	if key := ref.AuthorKey(); key != "" {
		w.Author = uint32(Hash("author:"+key) >> 32)
	}
	return w
}

// OpenAlexID returns the hash of an OpenAlex identifier.
func OpenAlexID(id string) uint64 { return Hash("openalex:" + id) }

// SameAuthor reports whether both works may have the same first author.
func (w Work) SameAuthor(other Work) bool {
	return w.Author == 0 || other.Author == 0 || w.Author == other.Author
}

// A Table maps works, identified by their hashes, to scores.
type Table struct {
	works  []Work
	titles map[uint64][]scoredWork
	ids    map[uint64]float64
	// filter is a Bloom filter with one hash function, which takes the lowest bits of title and ID hashes.
	filter *[filterSize / 64]uint64
}

const filterSize = 1 << 16

type scoredWork struct {
	Work
	score float64
}

// NewTable returns a table of the given hits with their profile scores.
func NewTable(hits []Hit) Table { return tableOf(hits, Hit.Score) }

// NewCompanionTable returns a table of the given hits with Together as their scores.
func NewCompanionTable(hits []Hit) Table {
	return tableOf(hits, func(h Hit) float64 { return h.Together })
}

// maxWorks is the maximum number of a manuscript's works to compare with citing papers.
const maxWorks = 1 << 12

// TableOf returns a table of works, each with a score of 1.
func TableOf(works []paper.Ref) Table {
	works = works[:min(len(works), maxWorks)]
	hits := make([]Hit, len(works))
	for i, work := range works {
		hits[i].Work = WorkOf(work.Normal())
	}
	return tableOf(hits, func(Hit) float64 { return 1 })
}

func tableOf(hits []Hit, score func(Hit) float64) Table {
	t := Table{
		titles: make(map[uint64][]scoredWork), ids: make(map[uint64]float64), filter: new([filterSize / 64]uint64),
	}
	for _, h := range hits {
		t.works = append(t.works, h.Work)
		if h.Title != 0 {
			t.titles[h.Title] = append(t.titles[h.Title], scoredWork{h.Work, score(h)})
			t.filter[h.Title%filterSize/64] |= 1 << (h.Title % 64)
		}
		if h.ID != 0 {
			t.ids[h.ID] = max(t.ids[h.ID], score(h))
			t.filter[h.ID%filterSize/64] |= 1 << (h.ID % 64)
		}
	}
	return t
}

// Works returns the table's works in the order in which they were added. Callers must not modify the slice.
func (t Table) Works() []Work { return t.works }

// With returns a table of the works in t and more, each with a score of 1.
func (t Table) With(more []Work) Table {
	var hits []Hit
	for _, work := range slices.Concat(t.works, more) {
		hits = append(hits, Hit{Work: work})
	}
	return tableOf(hits, func(Hit) float64 { return 1 })
}

// MayHave reports whether the table may contain a work with one of these hashes. It is fast and usually
// returns false.
func (t Table) MayHave(title, id uint64) bool {
	return t.filter[title%filterSize/64]>>(title%64)&1 != 0 || t.filter[id%filterSize/64]>>(id%64)&1 != 0
}

// Has reports whether the table contains a work with a positive score.
func (t Table) Has(work Work) bool { return t.score(work) > 0 }

func (t Table) score(work Work) (score float64) {
	if work.ID != 0 {
		score = t.ids[work.ID]
	}
	for _, w := range t.titles[work.Title] {
		if w.SameAuthor(work) {
			score = max(score, w.score)
		}
	}
	return score
}

// Score returns the score of a paper, or 0 if it has none.
func (t Table) Score(p *paper.Paper) (score float64) {
	if len(t.titles) == 0 && len(t.ids) == 0 {
		return 0
	}
	ref := paper.RefOf(p)
	score = t.score(WorkOf(ref))
	if ref.DOI != "" && ref.ArXiv != "" {
		score = max(score, t.ids[Hash("arxiv:"+ref.ArXiv)])
	}
	if ref.OpenAlex != "" {
		score = max(score, t.ids[OpenAlexID(ref.OpenAlex)])
	}
	return score
}
