package read

import (
	"context"
	"errors"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// filter returns the live papers that match keywords and years, or nil if the request has no
// filter.
func (r *SegmentView) filter(ctx context.Context, req engine.Request) (*roaring.Bitmap, error) {
	if !filters(req) {
		return nil, nil
	}
	set, err := keyword.Eval(ctx, req.Expr, keyword.Source[*roaring.Bitmap](r))
	if err != nil {
		return nil, err
	}
	if req.Years.Bounded() {
		set.And(r.Docs.Years(req.Years.From, req.Years.To))
	}
	set.AndNot(r.Deleted)
	return set, nil
}

func filters(req engine.Request) bool { return req.Expr != nil || req.Years.Bounded() }

// All implements keyword.Source.
func (r *SegmentView) All(context.Context) (*roaring.Bitmap, error) {
	all := roaring.New()
	all.AddRange(0, uint64(r.Manifest.Papers))
	return all, nil
}

// Years implements keyword.Source.
func (r *SegmentView) Years(_ context.Context, from, to int) (*roaring.Bitmap, error) {
	return r.Docs.Years(from, to), nil
}

// And implements keyword.Source.
func (r *SegmentView) And(a, b *roaring.Bitmap) *roaring.Bitmap { a.And(b); return a }

// Or implements keyword.Source.
func (r *SegmentView) Or(a, b *roaring.Bitmap) *roaring.Bitmap { a.Or(b); return a }

// AndNot implements keyword.Source.
func (r *SegmentView) AndNot(a, b *roaring.Bitmap) *roaring.Bitmap { a.AndNot(b); return a }

// Empty implements keyword.Source.
func (r *SegmentView) Empty(a *roaring.Bitmap) bool { return a.IsEmpty() }

// Field implements keyword.Source.
func (r *SegmentView) Field(ctx context.Context, field keyword.Field) (*roaring.Bitmap, error) {
	phrase := strings.Join(field.Words, " ")
	if field.Begins {
		return r.beginning(ctx, field.Name, phrase)
	}
	switch field.Name {
	case "author":
		var terms []string
		for _, token := range text.Tokens(phrase) {
			terms = append(terms, format.AuthorPrefix+token.Text)
		}
		return r.all(terms)
	case "title":
		terms := prefixed(format.TitlePrefix, text.Stems(phrase))
		if r.Manifest.Identity {
			terms = text.Terms(phrase)
		}
		set, err := r.all(terms)
		if err != nil || len(field.Words) == 1 {
			return set, err
		}
		return r.verify(ctx, set, wantedPhrase{"t:" + phrase, text.NewPhrase(phrase).In, titleOnly})
	case "venue":
		return r.all(prefixed(format.VenuePrefix, text.Stems(phrase)))
	}
	if named := identifierTerms[field.Name]; named != nil && r.Manifest.Identity {
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

// identifierPrefixes maps fields to the prefixes of their terms.
var identifierPrefixes = map[string]string{
	"doi":   format.DoiPrefix,
	"arxiv": format.ArxivPrefix,
	"key":   format.KeyPrefix,
}

// all returns the papers that contain all of the terms. Without terms, it returns no papers.
func (r *SegmentView) all(terms []string) (*roaring.Bitmap, error) {
	return intersection(terms, r.with)
}

// intersection returns the papers that with returns for every term. Without terms, it returns no
// papers.
func intersection(terms []string, with func(term string) (*roaring.Bitmap, error)) (*roaring.Bitmap, error) {
	set := roaring.New()
	for i, term := range terms {
		papers, err := with(term)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			set = papers
		} else {
			set.And(papers)
		}
		if set.IsEmpty() {
			break
		}
	}
	return set, nil
}

// with returns the papers that contain a term.
func (r *SegmentView) with(term string) (*roaring.Bitmap, error) {
	set := roaring.New()
	err := format.LookUp(r.Dictionary, term, func(count int, list []byte) (err error) {
		set, err = documentSet(r.Postings(list), count)
		return err
	})
	return set, r.InTerms(err)
}

// Postings returns a reader for a posting list of this segment.
func (s *Segment) Postings(list []byte) format.ListReader {
	return format.ListReader{Bytes: list, Papers: uint32(s.Manifest.Papers), Plain: s.Manifest.Identity}
}

// InTerms adds the name of terms.db to an error about its content.
func (s *Segment) InTerms(err error) error {
	if errors.Is(err, format.ErrBlock) || errors.Is(err, format.ErrList) || errors.Is(err, errTable) ||
		errors.Is(err, format.ErrDense) {
		return s.Dictionary.File.Damaged(err.Error())
	}
	return err
}

// denseShare is the minimum share of papers for which setting bits in words is faster than adding
// papers to a bitmap.
const denseShare = 1. / 512

// documentSet returns the documents in a posting list. count is the approximate number of postings.
func documentSet(list format.ListReader, count int) (*roaring.Bitmap, error) {
	if float64(count) < denseShare*float64(list.Papers) {
		set := roaring.New()
		var block format.PostingBlock
		for block.Read(&list) {
			set.AddMany(block.Docs[:block.N])
		}
		return set, list.Err()
	}
	all := newUnion(int(list.Papers))
	err := all.add(list)
	return all.set(), err
}
