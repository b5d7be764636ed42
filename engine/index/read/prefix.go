package read

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// maxBeginning is the maximum number of terms read per prefix, so that a search for two letters
// does not read the whole dictionary. A longer prefix finds the remaining terms.
const maxBeginning = 10_000

// beginning returns the papers in which a word or identifier of the field begins with the given
// letters.
func (r *SegmentView) beginning(ctx context.Context, field, letters string) (*roaring.Bitmap, error) {
	switch field {
	case "author":
		return r.wordsBeginning(ctx, format.AuthorPrefix, letters)
	case "title":
		if r.Manifest.Identity {
			return r.titleBeginning(ctx, letters)
		}
		return r.wordsBeginning(ctx, format.WordPrefix, letters)
	case "venue":
		return r.wordsBeginning(ctx, format.VenuePrefix, letters)
	}
	if r.Manifest.Identity && identifierTerms[field] != nil {
		return nil, errNoBeginnings
	}
	return r.expand(ctx, identifierPrefixes[field]+text.Fold(letters))
}

// wordsBeginning returns the papers that match the last word as a prefix and the others as whole
// words. "jean-p" matches "jean" together with a word that begins with "p".
func (r *SegmentView) wordsBeginning(ctx context.Context, prefix, letters string) (*roaring.Bitmap, error) {
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

// expand returns the papers that contain any term with the prefix.
func (r *SegmentView) expand(ctx context.Context, prefix string) (*roaring.Bitmap, error) {
	return r.expandIf(ctx, prefix, func([]byte) bool { return true })
}

func (r *SegmentView) expandIf(
	ctx context.Context, prefix string, wanted func(term []byte) bool,
) (*roaring.Bitmap, error) {
	found := newUnion(r.Manifest.Papers)
	terms := 0
	err := r.eachTerm([]byte(prefix), func(term, list []byte) (bool, error) {
		if !wanted(term) {
			return true, ctx.Err()
		}
		terms++
		if err := ctx.Err(); err != nil || terms > maxBeginning {
			return false, err
		}
		return true, found.add(r.Postings(list))
	})
	return found.set(), r.InTerms(err)
}

// eachTerm calls use for each term with a prefix, in order, until use returns false.
func (r *SegmentView) eachTerm(prefix []byte, use func(term, list []byte) (bool, error)) error {
	walk := r.Dictionary.WalkFrom(prefix)
	for {
		first, value, err := walk.Next()
		if err != nil || first == nil || bytes.Compare(first, prefix) > 0 && !bytes.HasPrefix(first, prefix) {
			return err
		}
		block := format.BlockReader{Bytes: value}
		more, err := block.Next()
		for ; more && err == nil; more, err = block.Next() {
			switch {
			case bytes.HasPrefix(block.Term, prefix):
				if more, err := use(block.Term, block.List); err != nil || !more {
					return err
				}
			case bytes.Compare(block.Term, prefix) > 0:
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
}

// A union collects the documents of many posting lists in a bit array.
type union struct{ bits []uint64 }

func newUnion(papers int) union { return union{make([]uint64, (papers+63)/64)} }

func (u union) add(list format.ListReader) error {
	var block format.PostingBlock
	for block.Read(&list) {
		for _, doc := range block.Docs[:block.N] {
			u.bits[doc/64] |= 1 << (doc % 64)
		}
	}
	return list.Err()
}

func (u union) set() *roaring.Bitmap { return roaring.FromDense(u.bits, false) }

// unigrams omits the bigrams, which neither an index for identity search nor profiles contain.
func unigrams(terms []engine.QueryTerm) []engine.QueryTerm {
	return slices.DeleteFunc(slices.Clone(terms), func(t engine.QueryTerm) bool { return strings.Contains(t.Text, " ") })
}

// identifierTerms maps each identifier field to a function that returns a reference with a value in
// that field.
var identifierTerms = map[string]func(value string) engine.WorkRef{
	"doi":   func(value string) engine.WorkRef { return engine.WorkRef{DOI: value} },
	"arxiv": func(value string) engine.WorkRef { return engine.WorkRef{ArXiv: value} },
}

// identified returns the papers with an identifier.
func (r *SegmentView) identified(ref paper.Ref) (*roaring.Bitmap, error) {
	set := roaring.New()
	for _, name := range ref.Normal().Names() {
		docs, err := r.documents(name)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			p, err := r.Paper(doc)
			if err != nil {
				return nil, err
			}
			if ref.Normal().Finds(p, name) {
				set.Add(doc)
			}
		}
	}
	return set, nil
}

// errNoBeginnings is returned for a prefix of an identifier, since only hashes of identifiers are
// indexed.
var errNoBeginnings = errors.New("this index finds only complete identifiers, not prefixes: search for " +
	"the complete identifier")

// titleBeginning returns the papers whose titles contain all words in letters. The last word may
// match as a prefix or by its stem, the others only by their stems.
func (r *SegmentView) titleBeginning(ctx context.Context, letters string) (*roaring.Bitmap, error) {
	tokens := text.Tokens(letters)
	if len(tokens) == 0 {
		return roaring.New(), nil
	}
	last := tokens[len(tokens)-1].Text
	// Terms of other fields may begin with the same letters, but contain a colon.
	set, err := r.expandIf(ctx, last, func(term []byte) bool { return bytes.IndexByte(term, ':') < 0 })
	if err != nil {
		return nil, err
	}
	whole, err := r.with(text.Stem(last))
	if err != nil {
		return nil, err
	}
	set.Or(whole)
	for _, token := range tokens[:len(tokens)-1] {
		if text.IsStop(token.Text) {
			continue
		}
		with, err := r.with(text.Stem(token.Text))
		if err != nil {
			return nil, err
		}
		set.And(with)
	}
	return set, nil
}
