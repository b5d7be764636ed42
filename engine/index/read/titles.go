package read

import (
	"context"
	"math/bits"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A title alone shares fewer terms with a query than a title with its abstract, and its vector is less
// similar. In a corpus of both, records without an abstract would rarely be candidates. The best of them
// therefore are candidates of their own, as if they were a corpus of their own. The reranker compares
// them with the others.

const (
	// titleLength is the maximum length of a record without an abstract, in terms. Longer titles are rare.
	titleLength = 20
	// titleShare is the number of candidates requested for each further one without an abstract.
	titleShare = 2
)

// withTitles adds the best allowed records without an abstract. It adds none if the records with an
// abstract are too few to crowd them out.
func (v *View) withTitles(
	ctx context.Context, searches []*search, q *lexicalQuery, hits []hit, req engine.Request, semantic bool,
) ([]hit, error) {
	titles, count, others := titlesOf(searches)
	if count == 0 || others < req.Limit || v.State.Identity {
		return hits, nil
	}
	own := q.unfiltered(req.Limit / titleShare)
	more, err := v.lexical(ctx, titles, own)
	if err != nil {
		return nil, err
	}
	if semantic {
		near, err := v.nearest(ctx, titles, req.Vector, count, own.k)
		if err != nil {
			return nil, err
		}
		more = append(more, near...)
	}
	return v.withOthers(ctx, searches, q, hits, more)
}

// titlesOf restricts searches to records without an abstract. It also returns the numbers of allowed
// records without and with one.
func titlesOf(searches []*search) (titles []*search, count, others int) {
	titles = make([]*search, len(searches))
	for i, s := range searches {
		t := *s
		t.allowed = s.titles().and(s.allowed)
		t.matching = t.allowed.size()
		titles[i] = &t
		count += t.matching
		others += s.matching - t.matching
	}
	return titles, count, others
}

// findTitles returns the papers of a segment whose title and abstract have at most titleLength terms.
func (s *Segment) findTitles() bitset {
	set := make(bitset, 8*((s.Manifest.Papers+63)/64))
	for doc := range uint32(s.Manifest.Papers) {
		if s.Docs.Length(doc) <= titleLength {
			set[doc/8] |= 1 << (doc % 8)
		}
	}
	return set
}

// and returns the documents that are in both sets. The receiver must not be nil.
func (b bitset) and(other bitset) bitset {
	if other == nil {
		return b
	}
	both := make(bitset, len(b))
	for i := range b {
		both[i] = b[i] & other[i]
	}
	return both
}

// size returns the number of documents in a set, which must not be nil.
func (b bitset) size() (n int) {
	for _, byte := range b {
		n += bits.OnesCount8(byte)
	}
	return n
}
