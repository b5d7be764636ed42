package read

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// unigrams returns the terms without bigrams, since an index for identity search has none.
func unigrams(terms []engine.QueryTerm) []engine.QueryTerm {
	return slices.DeleteFunc(
		slices.Clone(terms),
		func(t engine.QueryTerm) bool { return strings.Contains(t.Text, " ") },
	)
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

// errNoBeginnings is returned for a prefix of an identifier, since the result would be incomplete.
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
	set, err := r.expandWords(ctx, last)
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

// expandWords is like expand, but skips the terms of other fields, since a field's prefix may begin
// like a word.
func (r *SegmentView) expandWords(ctx context.Context, prefix string) (*roaring.Bitmap, error) {
	return r.expandIf(ctx, prefix, func(term []byte) bool { return bytes.IndexByte(term, ':') < 0 })
}
