package index

import (
	"context"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Words implements keyword.Source. The index knows which papers have all the
// words; whether they are near each other is read in the texts of these.
func (r *reader) Words(ctx context.Context, words keyword.Words, among **roaring.Bitmap) (*roaring.Bitmap, error) {
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

// allInText is the set of papers that hold all of the terms in title or abstract;
// of no terms, none.
func (r *reader) allInText(terms []string) (set *roaring.Bitmap, err error) {
	for i, term := range terms {
		with := newUnion(r.manifest.Papers)
		err := lookUp(r.dictionary, term, func(_ int, list []byte) error { return with.addInText(r.postings(list)) })
		if err != nil {
			return nil, r.inTerms(err)
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

// addInText leaves out papers that hold the term in their full text only.
func (u union) addInText(list listReader) error {
	var block postingBlock
	for block.read(&list) {
		for i, doc := range block.docs[:block.n] {
			if block.frequencies[i] > 0 {
				u.bits[doc/64] |= 1 << (doc % 64)
			}
		}
	}
	return list.whole()
}
