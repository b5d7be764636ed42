package write

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A preparedPaper holds the data of a paper that does not depend on other papers, or the reason why
// the paper is skipped.
type preparedPaper struct {
	paper    *engine.Paper // the paper without its body
	terms    []termCount
	length   int
	mentions []profile.Mention
	short    []byte
	body     []byte
	fullText bool // whether the body has a full text, not just references
	rejected error
	// unchanged is set if the corpus contains an equal record. terms is then not set.
	unchanged bool
	replaces  *read.Location // location of the published record with the same ID
}

// prepare prepares papers in parallel and yields them in order, so that the result does not depend on
// scheduling. With opts.Update, it compares them with the published papers.
func prepare(
	ctx context.Context, papers iter.Seq2[*engine.Paper, error], old *read.View, opts SegmentOptions,
) iter.Seq2[*preparedPaper, error] {
	return func(yield func(*preparedPaper, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan preparedResult, 4*(opts.cores()-1))
		go feed(ctx, papers, queue, func(paper *engine.Paper, err error) preparedResult {
			return preparePaper(paper, err, old, opts)
		})
		for slot := range queue {
			result := <-slot
			if !yield(result.paper, result.err) || result.err != nil {
				return
			}
		}
	}
}

type preparedResult struct {
	paper *preparedPaper
	err   error
}

// feed reads papers and starts a worker for each. The capacity of the queue limits the number of
// workers.
func feed(
	ctx context.Context, papers iter.Seq2[*engine.Paper, error], queue chan<- chan preparedResult,
	prepared func(*engine.Paper, error) preparedResult,
) {
	defer close(queue)
	failed := format.Guard(func() error {
		for paper, err := range papers {
			slot := make(chan preparedResult, 1)
			select {
			case queue <- slot:
			case <-ctx.Done():
				return nil
			}
			go func() { slot <- prepared(paper, err) }()
		}
		return nil
	})
	if failed != nil {
		slot := make(chan preparedResult, 1)
		slot <- preparedResult{err: failed}
		select {
		case queue <- slot:
		case <-ctx.Done():
		}
	}
}

func preparePaper(paper *engine.Paper, err error, old *read.View, opts SegmentOptions) preparedResult {
	if unusable, ok := errors.AsType[*corpus.RecordError](err); ok {
		return preparedResult{paper: &preparedPaper{rejected: unusable}}
	}
	if err != nil {
		return preparedResult{err: err}
	}
	p := new(preparedPaper)
	err = format.Guard(func() error { return p.fill(paper, old, opts) })
	return preparedResult{paper: p, err: err}
}

func (p *preparedPaper) fill(paper *engine.Paper, old *read.View, opts SegmentOptions) (err error) {
	brief := *paper
	brief.Body, brief.References = nil, nil
	p.paper = &brief
	if opts.Identity {
		brief.OpenAlex = "" // needed only to name the works of a citation graph
		p.short, err = packIdentity(paper)
	} else {
		p.short, p.body, err = format.PackRecord(paper)
		p.fullText = len(paper.Body) > 0
	}
	if errors.Is(err, format.ErrLargeRecord) {
		p.rejected = fmt.Errorf("%s: its record is %w", paper.ID, err)
		return nil
	} else if err != nil {
		return err
	}
	if opts.Update {
		if err := p.compare(old); err != nil || p.unchanged {
			return err
		}
	}
	if opts.Identity {
		p.terms, p.length = identityTerms(paper)
	} else {
		p.terms, p.length = paperTerms(paper)
		p.mentions = profile.Of(paper)
	}
	return nil
}

// compare sets the location of the published record that p replaces, and whether that record is equal.
func (p *preparedPaper) compare(v *read.View) (err error) {
	if p.replaces, err = v.Locate(p.paper.ID); err != nil || p.replaces == nil {
		return err
	}
	r, key := v.Segments[p.replaces.Part], format.DocKey(p.replaces.Doc)
	if v.State.Identity {
		old, err := r.BlockRecord(p.replaces.Doc)
		p.unchanged = bytes.Equal(old, p.short)
		return err
	}
	short, err := r.Short.Get(key)
	if err != nil {
		return err
	}
	body, err := r.Bodies.Get(key)
	p.unchanged = samePacked(short, p.short) && samePacked(body, p.body)
	return err
}

// samePacked reports whether two packed records are equal. It compares them unpacked, since another
// version of the compressor may produce different bytes.
func samePacked(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || bytes.Equal(a, b) {
		return len(a) == len(b)
	}
	x, errX := format.Decompressor.DecodeAll(a, nil)
	y, errY := format.Decompressor.DecodeAll(b, nil)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// maxIdentifier is the maximum length of an indexed identifier in bytes. Users do not type longer
// ones.
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

// An index for identity search is used to check references against millions of records. It shows
// whether a work exists, and returns its bibliographic data. It has no abstracts, full texts,
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
