package index

import (
	"context"
	"errors"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// filter returns the papers that the keywords and the year let pass, without
// deleted ones, nil for all.
func (r *reader) filter(ctx context.Context, req engine.Request) (*roaring.Bitmap, error) {
	if !filters(req) {
		return nil, nil
	}
	set, err := keyword.Eval(ctx, req.Expr, keyword.Source[*roaring.Bitmap](r))
	if err != nil {
		return nil, err
	}
	if req.Years.Bounded() {
		set.And(r.docs.years(req.Years.From, req.Years.To))
	}
	set.AndNot(r.deleted)
	return set, nil
}

func filters(req engine.Request) bool { return req.Expr != nil || req.Years.Bounded() }

// All implements keyword.Source.
func (r *reader) All(context.Context) (*roaring.Bitmap, error) {
	all := roaring.New()
	all.AddRange(0, uint64(r.manifest.Papers))
	return all, nil
}

// Years implements keyword.Source.
func (r *reader) Years(_ context.Context, from, to int) (*roaring.Bitmap, error) {
	return r.docs.years(from, to), nil
}

// And implements keyword.Source.
func (r *reader) And(a, b *roaring.Bitmap) *roaring.Bitmap { a.And(b); return a }

// Or implements keyword.Source.
func (r *reader) Or(a, b *roaring.Bitmap) *roaring.Bitmap { a.Or(b); return a }

// AndNot implements keyword.Source.
func (r *reader) AndNot(a, b *roaring.Bitmap) *roaring.Bitmap { a.AndNot(b); return a }

// Empty implements keyword.Source.
func (r *reader) Empty(a *roaring.Bitmap) bool { return a.IsEmpty() }

// Field implements keyword.Source.
func (r *reader) Field(ctx context.Context, field keyword.Field) (*roaring.Bitmap, error) {
	phrase := strings.Join(field.Words, " ")
	if field.Begins {
		return r.beginning(ctx, field.Name, phrase)
	}
	switch field.Name {
	case "author":
		var terms []string
		for _, token := range text.Tokens(phrase) {
			terms = append(terms, authorPrefix+token.Text)
		}
		return r.all(terms)
	case "title":
		terms := prefixed(titlePrefix, text.Stems(phrase))
		if r.manifest.Identity {
			terms = text.Terms(phrase)
		}
		set, err := r.all(terms)
		if err != nil || len(field.Words) == 1 {
			return set, err
		}
		return r.verify(ctx, set, wantedPhrase{"t:" + phrase, text.NewPhrase(phrase).In, titleOnly})
	case "venue":
		return r.all(prefixed(venuePrefix, text.Stems(phrase)))
	}
	if named := identifierTerms[field.Name]; named != nil && r.manifest.Identity {
		return r.identified(named(phrase))
	}
	return r.with(identifierPrefixes[field.Name] + text.Fold(phrase))
}

func prefixed(prefix string, stems []string) []string {
	terms := make([]string, len(stems))
	for i, stem := range stems {
		terms[i] = prefix + stem
	}
	return terms
}

// identifierPrefixes are those of the terms of a field.
var identifierPrefixes = map[string]string{"doi": doiPrefix, "arxiv": arxivPrefix, "key": keyPrefix}

// all is the set of papers that hold all of the terms; of no terms, none.
func (r *reader) all(terms []string) (*roaring.Bitmap, error) {
	var set *roaring.Bitmap
	for _, term := range terms {
		with, err := r.with(term)
		if err != nil {
			return nil, err
		}
		if set == nil {
			set = with
		} else {
			set.And(with)
		}
		if set.IsEmpty() {
			break
		}
	}
	if set == nil {
		set = roaring.New()
	}
	return set, nil
}

// with is the set of papers that hold a term.
func (r *reader) with(term string) (*roaring.Bitmap, error) {
	set := roaring.New()
	err := lookUp(r.dictionary, term, func(count int, list []byte) (err error) {
		set, err = documentSet(r.postings(list), count)
		return err
	})
	return set, r.inTerms(err)
}

// postings reads a list of this segment.
func (s *segment) postings(list []byte) listReader {
	return listReader{bytes: list, papers: uint32(s.manifest.Papers), plain: s.manifest.Identity}
}

// inTerms names the file of an error in the terms.
func (s *segment) inTerms(err error) error {
	if errors.Is(err, errBlock) || errors.Is(err, errList) || errors.Is(err, errTable) || errors.Is(err, errDense) {
		return s.dictionary.file.damaged(err.Error())
	}
	return err
}

// denseShare is from which share of the papers on it is quicker to set bits and
// to look at each word of them than to add the papers to a set.
const denseShare = 1. / 512

// documentSet is the set of the documents of a list of about count postings.
func documentSet(list listReader, count int) (*roaring.Bitmap, error) {
	var block postingBlock
	if float64(count) < denseShare*float64(list.papers) {
		set := roaring.New()
		for block.read(&list) {
			set.AddMany(block.docs[:block.n])
		}
		return set, list.whole()
	}
	bits := make([]uint64, (int(list.papers)+63)/64)
	for block.read(&list) {
		for _, doc := range block.docs[:block.n] {
			bits[doc/64] |= 1 << (doc % 64)
		}
	}
	return roaring.FromDense(bits, false), list.whole()
}
