package index

import (
	"bytes"
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// maxBeginning bounds the terms that a prefix expands to, so that
// two letters do not read a whole dictionary. Those that come later in the
// alphabet are found once another letter is typed.
const maxBeginning = 10_000

// beginning is the set of papers of which a word of the field, or the identifier,
// begins with those letters.
func (r *reader) beginning(ctx context.Context, field, letters string) (*roaring.Bitmap, error) {
	switch field {
	case "author":
		return r.wordsBeginning(ctx, authorPrefix, letters)
	case "title":
		if r.manifest.Identity {
			return r.titleBeginning(ctx, letters)
		}
		return r.wordsBeginning(ctx, wordPrefix, letters)
	case "venue":
		return r.wordsBeginning(ctx, venuePrefix, letters)
	}
	if r.manifest.Identity && identifierTerms[field] != nil {
		return nil, errNoBeginnings
	}
	return r.expand(ctx, identifierPrefixes[field]+text.Fold(letters))
}

// wordsBeginning takes all words but the last one as they are: "jean-p" asks for
// "jean" and what begins with "p".
func (r *reader) wordsBeginning(ctx context.Context, prefix, letters string) (*roaring.Bitmap, error) {
	tokens := text.Tokens(letters)
	if len(tokens) == 0 {
		return roaring.New(), nil
	}
	last := len(tokens) - 1
	set, err := r.expand(ctx, prefix+tokens[last].Text)
	for _, token := range tokens[:last] {
		if err != nil || set.IsEmpty() {
			break
		}
		var with *roaring.Bitmap
		if with, err = r.with(prefix + token.Text); err == nil {
			set.And(with)
		}
	}
	return set, err
}

// expand is the set of papers that hold any term with that prefix.
func (r *reader) expand(ctx context.Context, prefix string) (*roaring.Bitmap, error) {
	return r.expandIf(ctx, prefix, func([]byte) bool { return true })
}

func (r *reader) expandIf(ctx context.Context, prefix string, wanted func(term []byte) bool) (*roaring.Bitmap, error) {
	found := newUnion(r.manifest.Papers)
	terms := 0
	err := r.eachTerm([]byte(prefix), func(term []byte, _ int, list []byte) (bool, error) {
		if !wanted(term) {
			return true, ctx.Err()
		}
		terms++
		if err := ctx.Err(); err != nil || terms > maxBeginning {
			return false, err
		}
		return true, found.add(r.postings(list))
	})
	return found.set(), r.inTerms(err)
}

// eachTerm calls use with the terms that have a prefix, in order, until it returns
// false.
func (r *reader) eachTerm(prefix []byte, use func(term []byte, count int, list []byte) (bool, error)) error {
	walk := r.dictionary.walkFrom(prefix)
	for {
		first, value, err := walk.next()
		if err != nil || first == nil || bytes.Compare(first, prefix) > 0 && !bytes.HasPrefix(first, prefix) {
			return err
		}
		if more, err := eachInBlock(value, prefix, use); err != nil || !more {
			return err
		}
	}
}

// eachInBlock is false where no further block can have the prefix.
func eachInBlock(value, prefix []byte, use func(term []byte, count int, list []byte) (bool, error)) (bool, error) {
	block := blockReader{bytes: value}
	for {
		more, err := block.next()
		if err != nil || !more {
			return err == nil, err
		}
		if bytes.HasPrefix(block.term, prefix) {
			if more, err := use(block.term, block.count, block.list); err != nil || !more {
				return false, err
			}
		} else if bytes.Compare(block.term, prefix) > 0 {
			return false, nil
		}
	}
}

// A union gathers the documents of many lists as bits, since most are short.
type union struct{ bits []uint64 }

func newUnion(papers int) union { return union{make([]uint64, (papers+63)/64)} }

func (u union) add(list listReader) error {
	var block postingBlock
	for block.read(&list) {
		for _, doc := range block.docs[:block.n] {
			u.bits[doc/64] |= 1 << (doc % 64)
		}
	}
	return list.whole()
}

func (u union) set() *roaring.Bitmap { return roaring.FromDense(u.bits, false) }
