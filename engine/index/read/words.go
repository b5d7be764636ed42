package read

import (
	"context"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Words implements keyword.Source. Unless the words may be anywhere, it reads the texts of the papers
// that contain all of them, to check that they are near each other.
func (r *SegmentView) Words(ctx context.Context, words keyword.Words, among **roaring.Bitmap) (*roaring.Bitmap, error) {
	phrase := strings.Join(words.Words, " ")
	set, err := r.allInText(text.Terms(phrase))
	if err != nil || words.Anywhere {
		return set, err
	}
	if among != nil {
		set.And(*among)
	}
	near := text.NewNear(phrase)
	return r.verify(ctx, set, wantedPhrase{key: "~" + phrase, in: near.In, part: titleOrAbstract})
}

// allInText returns the papers that contain all of the terms in title or abstract. Without
// terms, it returns no papers.
func (r *SegmentView) allInText(terms []string) (set *roaring.Bitmap, err error) {
	for i, term := range terms {
		with := newUnion(r.Manifest.Papers)
		err := format.LookUp(
			r.Dictionary,
			term,
			func(_ int, list []byte) error { return with.addInText(r.Postings(list)) },
		)
		if err != nil {
			return nil, r.InTerms(err)
		}
		if i == 0 {
			set = with.set()
		} else {
			set.And(with.set())
		}
	}
	if set == nil {
		set = roaring.New()
	}
	return set, nil
}

// addInText adds the papers that contain the term in title or abstract.
func (u union) addInText(list format.ListReader) error {
	var block format.PostingBlock
	for block.Read(&list) {
		for i, doc := range block.Docs[:block.N] {
			if block.Frequencies[i] > 0 {
				u.bits[doc/64] |= 1 << (doc % 64)
			}
		}
	}
	return list.Err()
}
