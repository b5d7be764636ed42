package index

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An index for identity search answers whether a work exists and how it is described:
// it has no abstracts, full texts and vectors, no pairs of words, and finds papers by
// their names, by words of titles and venues, and by authors. It is what a check of
// references needs of millions of records.

// identityRecord is what such an index keeps of a paper.
func identityRecord(p *engine.Paper) *engine.Paper {
	brief := *p
	brief.Abstract, brief.Body, brief.References, brief.License = "", nil, nil, ""
	return &brief
}

// packIdentity is the record as it goes into a block.
func packIdentity(p *engine.Paper) ([]byte, error) {
	brief := identityRecord(p)
	brief.Corpus, brief.CorpusID, brief.Also = "", "", nil
	raw, err := json.Marshal(brief)
	if err == nil && isLarge(raw) {
		err = errLargeRecord
	}
	return raw, err
}

// identityTerms lists the terms of a paper in ascending order, and the length of its
// title. A word of the title is counted as one of an abstract, which takes a byte less.
func identityTerms(p *engine.Paper) (terms []termCount, length int) {
	c := counter{counts: make(map[string]*termCount, 32)}
	text.EachTerm(p.Title, func(term string, bigram bool) {
		if !bigram {
			t := c.of(term)
			t.abstract = min(t.abstract+1, maxAbstract)
			length++
		}
	})
	c.authors(p)
	c.venue(p)
	c.identifier(keyPrefix, text.Fold(p.Key))
	return c.sorted(), min(length, maxTitleLength)
}

// unigrams are the terms without pairs of words, which such an index lacks.
func unigrams(terms []engine.QueryTerm) []engine.QueryTerm {
	return slices.DeleteFunc(slices.Clone(terms), func(t engine.QueryTerm) bool { return strings.Contains(t.Text, " ") })
}

// identifierTerms are the names of works by the field that asks for them.
var identifierTerms = map[string]func(value string) engine.WorkRef{
	"doi":   func(value string) engine.WorkRef { return engine.WorkRef{DOI: value} },
	"arxiv": func(value string) engine.WorkRef { return engine.WorkRef{ArXiv: value} },
}

// identified is the set of papers with an identifier.
func (r *reader) identified(ref paper.Ref) (*roaring.Bitmap, error) {
	set := roaring.New()
	for _, name := range ref.Normal().Names() {
		docs, err := r.documents(name)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			p, err := r.paper(doc)
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

// errNoBeginnings is returned rather than an answer that would be incomplete.
var errNoBeginnings = errors.New("an index for identity search finds identifiers as a whole, not by their beginnings")

// titleBeginning is the set of papers of which a stem of the title begins with those
// letters, or is that of the word they are.
func (r *reader) titleBeginning(ctx context.Context, letters string) (*roaring.Bitmap, error) {
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

// expandWords is expand without the terms of other fields, whose prefix could be
// that of a word.
func (r *reader) expandWords(ctx context.Context, prefix string) (*roaring.Bitmap, error) {
	return r.expandIf(ctx, prefix, func(term []byte) bool { return bytes.IndexByte(term, ':') < 0 })
}
