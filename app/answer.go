package app

import (
	"context"
	"math"
	"unicode/utf16"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// This file and request.go are the one definition of questions and answers:
// editors/vscode/src/protocol.ts is generated from them by `make generate`.

// A PaperRef names a paper of a corpus.
type PaperRef struct {
	Paper  string `json:"paper"`
	Corpus string `json:"corpus"`
}

// A Quote is a sentence of a paper, word by word.
type Quote struct {
	Text    string `json:"text"`
	Section string `json:"section"`
}

// A ListedPaper is a paper as a list shows it.
type ListedPaper struct {
	ID      string   `json:"id"`
	Corpus  string   `json:"corpus"`
	Title   string   `json:"title"`
	Byline  string   `json:"byline"` // "Martins et al. 2009"
	Authors []string `json:"authors"`
	Year    int      `json:"year,omitempty"`
	Venue   string   `json:"venue,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	URL     string   `json:"url,omitempty"`
	Link    string   `json:"link,omitempty"` // where it can be read: http or https, safe to open
	// File is the PDF in the user's own library: an absolute path in a folder of the settings, where it was when the answer was made.
	File  string  `json:"file,omitempty"`
	Score float64 `json:"score"` // comparable inside one list only; four decimals
	// Relevance is the probability that the author of such a text cites this paper here, four decimals; 0 where it is not known.
	Relevance  float64 `json:"relevance"`
	Highlights []Quote `json:"highlights"`
}

// Listed is a paper that was found, with some of its sentences.
func Listed(f engine.Found, highlights []engine.Highlight) ListedPaper {
	p := f.Paper
	l := ListedPaper{
		ID: p.ID, Corpus: p.Corpus, Title: p.Title, Byline: Byline(p), Authors: FullNames(p.Authors), Year: p.Year, Venue: p.Venue, DOI: p.DOI, URL: p.URL, Link: WebAddress(p.DOI, p.ArXiv, p.URL), File: p.File,
		Score: math.Round(f.Score*1e4) / 1e4, Relevance: math.Round(f.Relevance*1e4) / 1e4, Highlights: []Quote{},
	}
	for _, h := range highlights {
		l.Highlights = append(l.Highlights, Quote{h.Text, h.Section})
	}
	return l
}

// Discovered is one page of papers, best first.
type Discovered struct {
	Context  []string     `json:"context"`  // the sentences of the query, oldest first
	Keywords string       `json:"keywords"` // as written
	Mistakes []ParseError `json:"mistakes"`
	Matching int          `json:"matching"` // papers that the keywords let pass
	Relaxed  bool         `json:"relaxed"`  // none did: these are the best without keywords
	// Relaxation says how the keywords were taken where none matches them as they
	// are written; null where one does.
	Relaxation *engine.Relaxation `json:"relaxation"`
	Notes      []string           `json:"notes"`   // the texts of notices
	Notices    []engine.Notice    `json:"notices"` // what ran in its simple form, and why
	Total      int                `json:"total"`   // papers that can be paged through
	Papers     []ListedPaper      `json:"papers"`
}

// DiscoveredOf is the page with these papers of a discovery.
func DiscoveredOf(q engine.Query, found engine.Discovery, page []ListedPaper) Discovered {
	return Discovered{
		Context: OrEmpty(q.Context), Keywords: q.Keywords, Mistakes: ParseErrors(q.Keywords, found.Mistakes),
		Matching: found.Matching, Relaxed: found.Relaxed, Relaxation: RelaxationOf(found),
		Notes: engine.Texts(found.Notices), Notices: OrEmpty(found.Notices), Total: len(found.Papers), Papers: OrEmpty(page),
	}
}

// RelaxationOf is nil where the keywords match as they are written.
func RelaxationOf(found engine.Discovery) *engine.Relaxation {
	if found.Relaxation.Code == "" {
		return nil
	}
	return &found.Relaxation
}

// A ParseError is a part of the keywords that was not understood.
type ParseError struct {
	Start   int    `json:"start"` // in UTF-16 units, as editors' input fields count
	End     int    `json:"end"`
	Message string `json:"message"`
	Hint    bool   `json:"hint,omitzero"` // it was understood, but hardly as it was meant
}

// ParseErrors are the mistakes in source.
func ParseErrors(source string, mistakes []keyword.Mistake) []ParseError {
	found := make([]ParseError, len(mistakes))
	for i, m := range mistakes {
		found[i] = ParseError{units(source[:m.Start]), units(source[:m.End]), m.Message, m.Hint}
	}
	return found
}

// units is the length of a text in UTF-16.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// Understood says how keywords are read.
type Understood struct {
	Keywords string       `json:"keywords"` // as written
	Meaning  string       `json:"meaning"`  // as understood, in full; "" where there are none
	Mistakes []ParseError `json:"mistakes"`
	Matching *int         `json:"matching"` // papers that they let pass; null where nothing can be searched
}

// A Mode says what is written about a paper.
type Mode string

// The modes that can be asked for.
const (
	ModeSentence Mode = "sentence" // a citing sentence behind the one at the cursor
	ModeMark     Mode = "mark"     // the citation alone
	ModeRewrite  Mode = "rewrite"  // another sentence in place of the citing one at the cursor
)

// Written is what would be written about a paper.
type Written struct {
	Text     string `json:"text"`     // for the document, in its markup
	Evidence *Quote `json:"evidence"` // null for a mark
	// Support is the probability that the paper shows all that the sentence says, 0 to 1,
	// calibrated on statements of which half are true; null for a mark.
	Support *float64 `json:"support"`
	// Prefer is "sentence" or "mark": what to offer first. It is a mark by the setting, and
	// where the sentence is weakly supported.
	Prefer Mode   `json:"prefer"`
	Note   string `json:"note,omitempty"` // why it is a mark, or that the sentence is in another language
}

// An Entry is the entry of a paper as a .bib has it, or would get it.
type Entry struct {
	Key   string `json:"key"`
	Entry string `json:"entry"`
	InBib bool   `json:"inBib"`
}

// An OfferedTopic has the papers that related work could be written about, for one topic.
type OfferedTopic struct {
	Keywords   string             `json:"keywords"`
	Relaxation *engine.Relaxation `json:"relaxation"` // as in Discovered
	Papers     []ListedPaper      `json:"papers"`     // best first
}

// OrEmpty is a list that JSON does not write as null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Understand reads keywords, and counts the papers that they let pass once the engine
// is open.
func Understand(ctx context.Context, engines *Engines, keywords string) Understood {
	expr, mistakes := keyword.Parse(keywords)
	answer := Understood{Keywords: keywords, Mistakes: ParseErrors(keywords, mistakes)}
	if expr != nil {
		answer.Meaning = expr.String()
	}
	if e, err := engines.Get(ctx); err == nil {
		if n, err := e.Count(ctx, expr); err == nil {
			answer.Matching = &n
		}
	}
	return answer
}

// maxListed is how many sentences of a paper a list shows.
const maxListed = 3

// List reads the whole records, since a search returns them without their text, and
// picks the highlights that are about a topic.
func List(ctx context.Context, e *engine.Engine, found []engine.Found, about string) ([]ListedPaper, error) {
	refs := make([]engine.WorkRef, len(found))
	for i, f := range found {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	all := make([]ListedPaper, len(found))
	for i, f := range found {
		if records[i] != nil { // else it was removed from its index meanwhile
			f.Paper = records[i]
		}
		highlights, err := e.Highlight(ctx, f.Paper, about, maxListed)
		if err != nil {
			return nil, err
		}
		all[i] = Listed(f, highlights)
	}
	return all, nil
}
