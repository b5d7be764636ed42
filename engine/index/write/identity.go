package write

import (
	"encoding/json"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An index for identity search is used to check references against millions of records. It finds
// out whether a work exists, and returns its bibliographic data. It has no abstracts, full texts,
// vectors or bigrams. It finds papers by identifiers, authors, and words of titles and venues.

// identityRecord returns a copy of a paper with only the fields that such an index stores.
func identityRecord(p *engine.Paper) *engine.Paper {
	brief := *p
	brief.Abstract, brief.Body, brief.References, brief.License, brief.OpenAlex = "", nil, nil, "", ""
	return &brief
}

// packIdentity encodes a record for an index for identity search.
func packIdentity(p *engine.Paper) ([]byte, error) {
	brief := identityRecord(p)
	brief.Corpus, brief.CorpusID, brief.Also = "", "", nil
	raw, err := json.Marshal(brief)
	if err == nil && format.IsLarge(raw) {
		err = format.ErrLargeRecord
	}
	return raw, err
}

// identityTerms returns the terms of a paper in ascending order, and the length of its title. Title
// words are counted as abstract words, since these take one byte less.
func identityTerms(p *engine.Paper) (terms []termCount, length int) {
	c := counter{counts: make(map[string]*termCount, 32)}
	text.EachTerm(p.Title, func(term string, bigram bool) {
		if !bigram {
			t := c.of(term)
			t.abstract = min(t.abstract+1, format.MaxAbstract)
			length++
		}
	})
	c.authors(p)
	c.venue(p)
	c.identifier(format.KeyPrefix, text.Fold(p.Key))
	return c.sorted(), min(length, format.MaxTitleLength)
}
