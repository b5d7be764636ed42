package write

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// maxIdentifier is the maximum length of an indexed identifier in bytes. Longer ones are not typed by
// users.
const maxIdentifier = 255

// A termCount is the frequency of a term in the title and the abstract of a paper. Both counts are 0
// if only the full text contains the term.
type termCount struct {
	term            string
	title, abstract uint8
}

// paperTerms returns the terms of a paper in ascending order, and the length of its title and
// abstract. The title counts twice.
func paperTerms(p *engine.Paper) (terms []termCount, length int) {
	c := counter{counts: make(map[string]*termCount, 256)}
	c.count(p.Title, func(t *termCount) { t.title = min(t.title+1, format.MaxTitle) })
	length = 2 * c.unigrams
	c.unigrams = 0
	c.count(p.Abstract, func(t *termCount) { t.abstract = min(t.abstract+1, format.MaxAbstract) })
	length = min(length+c.unigrams, format.MaxLength)
	for _, section := range p.Body {
		c.count(section.Title, func(*termCount) {})
	}
	for sentence := range p.BodyTexts() {
		c.count(sentence, func(*termCount) {})
	}
	c.fields(p)
	return c.sorted(), length
}

type counter struct {
	counts   map[string]*termCount
	unigrams int
}

func (c *counter) count(s string, add func(*termCount)) {
	text.EachTerm(s, func(term string, bigram bool) {
		if !bigram {
			c.unigrams++
		}
		add(c.of(term))
	})
}

func (c *counter) of(term string) *termCount {
	t := c.counts[term]
	if t == nil {
		t = &termCount{term: term}
		c.counts[term] = t
	}
	return t
}

func (c *counter) authors(p *engine.Paper) {
	for _, author := range p.Authors {
		for _, token := range text.Tokens(author.Given + " " + author.Family) {
			c.of(format.AuthorPrefix + token.Text)
		}
	}
}

func (c *counter) venue(p *engine.Paper) {
	for _, stem := range text.Stems(p.Venue) {
		c.of(format.VenuePrefix + stem)
	}
}

func (c *counter) fields(p *engine.Paper) {
	c.authors(p)
	text.EachToken(p.Title, func(word string, _, _ int) bool {
		c.of(format.TitlePrefix + text.Stem(word))
		if !text.IsStop(word) {
			c.of(format.WordPrefix + word)
		}
		return true
	})
	c.venue(p)
	c.identifier(format.DoiPrefix, text.Fold(p.DOI))
	c.identifier(format.ArxivPrefix, text.Fold(p.ArXiv))
	c.identifier(format.KeyPrefix, text.Fold(p.Key))
}

func (c *counter) identifier(prefix, id string) {
	if id != "" && len(id) <= maxIdentifier {
		c.of(prefix + id)
	}
}

func (c *counter) sorted() []termCount {
	terms := make([]termCount, 0, len(c.counts))
	for _, t := range c.counts {
		terms = append(terms, *t)
	}
	slices.SortFunc(terms, func(a, b termCount) int { return strings.Compare(a.term, b.term) })
	return terms
}

// An index for identity search is used to check references against millions of records. It finds
// out whether a work exists, and returns its bibliographic data. It has no abstracts, full texts,
// vectors or bigrams. It finds papers by identifiers, authors, and words of titles and venues.

// packIdentity encodes the fields of a paper that such an index stores.
func packIdentity(p *engine.Paper) ([]byte, error) {
	brief := *p
	brief.Abstract, brief.Body, brief.References, brief.License, brief.OpenAlex = "", nil, nil, "", ""
	brief.Corpus, brief.CorpusID, brief.Also = "", "", nil
	raw, err := json.Marshal(&brief)
	if err == nil && format.IsLarge(raw) {
		err = format.ErrLargeRecord
	}
	return raw, err
}

// identityTerms returns the terms of a paper in ascending order, and the length of its title. Title
// words are counted as abstract words, since these take one byte less.
func identityTerms(p *engine.Paper) (terms []termCount, length int) {
	c := counter{counts: make(map[string]*termCount, 32)}
	text.EachUnigram(p.Title, func(term string) {
		t := c.of(term)
		t.abstract = min(t.abstract+1, format.MaxAbstract)
		length++
	})
	c.authors(p)
	c.venue(p)
	c.identifier(format.KeyPrefix, text.Fold(p.Key))
	return c.sorted(), min(length, format.MaxTitleLength)
}
