package app

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A YearCount says how many papers are of a year.
type YearCount struct {
	Year   int `json:"year"`
	Papers int `json:"papers"`
}

// SuggestWithYears is Suggest, with the years of all papers that could be paged through if
// no years were asked for.
func (e *Engines) SuggestWithYears(ctx context.Context, q TextQuestion) (Discovered, []YearCount, error) {
	answer, found, err := e.suggest(ctx, q)
	if err == nil && (q.From > 0 || q.To > 0) {
		query := q.query()
		query.YearFrom, query.YearTo, query.Quick = 0, 0, true
		found, err = e.discoverOrFind(ctx, query, q)
	}
	return answer, yearsOf(found.Papers), err
}

// yearsOf counts papers by year, oldest first. Those of an unknown year are left out.
func yearsOf(found []engine.Found) []YearCount {
	papers := make(map[int]int)
	for _, f := range found {
		papers[f.Paper.Year]++
	}
	delete(papers, 0)
	counts := make([]YearCount, 0, len(papers))
	for year, n := range papers {
		counts = append(counts, YearCount{year, n})
	}
	slices.SortFunc(counts, func(a, b YearCount) int { return cmp.Compare(a.Year, b.Year) })
	return counts
}

// ComposeSentence is DraftSentences without a model, in milliseconds: for lists of papers.
func (e *Engines) ComposeSentence(ctx context.Context, q DraftQuestion) (Drafted, error) {
	p, used, err := e.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return Drafted{}, err
	}
	d, err := used.Composed(ctx, q.request(p))
	return draftedOf(p, []engine.Draft{d}), err
}

// request asks for sentences about the paper.
func (q DraftQuestion) request(p *engine.Paper) engine.DraftRequest {
	return CiteSite{Context: LastSentences(q.Text), Keywords: q.Keywords, Textual: true}.DraftRequest(p)
}

// A PaperText is all that an index has of a paper, for reading it.
type PaperText struct {
	PaperDetails
	Text       []TextSection `json:"text"`
	References []string      `json:"references"` // "Martins et al. 2009: Title"
}

// A TextSection has the passages of a section in order.
type TextSection struct {
	Title    string        `json:"title"`
	Passages []TextPassage `json:"passages"`
}

// A TextPassage is a paragraph, or a part of a long one. Those of one paragraph have its Index.
type TextPassage struct {
	Index int    `json:"index"` // as that of ExplainedPassage
	Text  string `json:"text"`
}

// Read is the text of a paper, without thanks and formalities, up to a limit.
func (e *Engines) Read(ctx context.Context, ref PaperRef) (PaperText, error) {
	p, err := e.Paper(ctx, ref)
	if err != nil {
		return PaperText{}, err
	}
	details, err := e.Details(ctx, ref)
	return PaperText{details, textOf(p), referencesOf(p)}, err
}

func textOf(p *engine.Paper) []TextSection {
	sections := []TextSection{}
	for _, passage := range evidence.PassagesOf(p) {
		if passage.Index == 0 {
			continue // of the abstract
		}
		if n := len(sections); n == 0 || sections[n-1].Title != text.OneLine(passage.Section) {
			sections = append(sections, TextSection{Title: text.OneLine(passage.Section)})
		}
		last := &sections[len(sections)-1]
		last.Passages = append(last.Passages, TextPassage{passage.Index, text.Clean(passage.Text)})
	}
	return sections
}

// maxReferencesRead bounds the works that a paper is shown to cite.
const maxReferencesRead = 500

func referencesOf(p *engine.Paper) []string {
	named := []string{}
	for _, r := range p.References[:min(len(p.References), maxReferencesRead)] {
		byline := Byline(&engine.Paper{Authors: r.Authors, Year: r.Year})
		if title := text.OneLine(r.Title); title != "" && byline != "" {
			byline += ": " + title
		} else {
			byline += title
		}
		if byline != "" {
			named = append(named, byline)
		}
	}
	return named
}
