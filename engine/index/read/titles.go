package read

import (
	"context"
	"encoding/binary"
	"math/bits"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A record that has only a title shares fewer terms with a query than one with an abstract, and its
// vector is less similar. In an index with both kinds, title-only records would rarely be
// candidates. They are therefore ranked separately, as if they were another corpus. The reranker
// compares them with the others.

const (
	// titleLength is the maximum length of a title-only record in terms. Terms of the title count
	// twice. A longer record is assumed to have an abstract.
	titleLength = 20
	// titleShare is the ratio of the candidates requested to the title-only records requested.
	titleShare = 2
)

// withTitles adds the best allowed title-only records. It adds none if there are too few longer
// records to displace them.
func (v *View) withTitles(
	ctx context.Context, searches []*search, q *lexicalQuery, hits []hit, req engine.Request, answer engine.Result,
) ([]hit, error) {
	if v.State.Identity || answer.Matching <= req.Limit {
		return hits, nil
	}
	titles, err := inSegments(searches, func(_ int, s *search) (*search, error) { return s.ofTitles(), ctx.Err() })
	if err != nil {
		return nil, err
	}
	count := 0
	for _, s := range titles {
		count += s.matching
	}
	if count == 0 || answer.Matching-count < req.Limit {
		return hits, nil
	}
	own := q.unfiltered((req.Limit + 1) / titleShare)
	more, err := v.lexical(ctx, titles, own)
	if err != nil {
		return nil, err
	}
	if answer.Semantic {
		near, err := v.nearest(ctx, titles, req.Vector, count, own.k)
		if err != nil {
			return nil, err
		}
		more = append(more, near...)
	}
	return v.withOthers(ctx, searches, q, hits, more)
}

// ofTitles returns the search restricted to title-only records.
func (s *search) ofTitles() *search {
	t, titles := *s, s.titles()
	t.allowed, t.matching = titles.set, titles.size
	if s.allowed != nil {
		t.allowed, t.matching = titles.set.and(s.allowed)
	}
	return &t
}

// A titleSet is the set of title-only records in a segment.
type titleSet struct {
	set  bitset
	size int
}

// findTitles returns the records of a segment that have at most titleLength terms.
func (s *Segment) findTitles() titleSet {
	t := titleSet{set: make(bitset, 8*((s.Manifest.Papers+63)/64))}
	for doc := range uint32(s.Manifest.Papers) {
		if s.Docs.Length(doc) <= titleLength {
			t.set[doc/8] |= 1 << (doc % 8)
			t.size++
		}
	}
	return t
}

// and returns the documents that are in both sets, and their number. Neither set may be nil.
func (b bitset) and(other bitset) (both bitset, size int) {
	both = make(bitset, len(b))
	for i := 0; i < len(b); i += 8 {
		word := binary.LittleEndian.Uint64(b[i:]) & binary.LittleEndian.Uint64(other[i:])
		binary.LittleEndian.PutUint64(both[i:], word)
		size += bits.OnesCount64(word)
	}
	return both, size
}
