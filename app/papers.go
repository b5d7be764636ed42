package app

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ListPaper converts a search hit and highlights of its paper to the form shown in lists.
func ListPaper(f engine.Hit, highlights []engine.Highlight) wire.ListedPaper {
	p := f.Paper
	l := wire.ListedPaper{
		ID:         p.ID,
		Corpus:     p.Corpus,
		Title:      p.Title,
		Byline:     display.Byline(p),
		Authors:    display.FullNames(p.Authors),
		Year:       p.Year,
		Venue:      p.Venue,
		DOI:        p.DOI,
		URL:        p.URL,
		Link:       display.WebAddress(p.DOI, p.ArXiv, p.URL),
		File:       p.File,
		Score:      math.Round(f.Score*1e4) / 1e4,
		Relevance:  math.Round(f.Relevance*1e4) / 1e4,
		Fit:        display.Fit(f.Relevance),
		Highlights: []wire.Quote{},
	}
	for _, h := range highlights {
		l.Highlights = append(l.Highlights, wire.Quote{Text: h.Text, Section: h.Section})
	}
	return l
}

// NewPaperDetails returns the details of a paper with the given highlights.
func NewPaperDetails(p *engine.Paper, highlights []engine.Highlight) wire.PaperDetails {
	return wire.PaperDetails{
		ListedPaper: ListPaper(engine.Hit{Paper: p}, highlights),
		Abstract:    p.Abstract,
		Known:       evidence.KnownOf(p),
		ArXiv:       p.ArXiv,
		Volume:      p.Volume,
		Issue:       p.Issue,
		Pages:       p.Pages,
		Publisher:   p.Publisher,
		Type:        p.EntryType,
		Key:         p.Key,
		Retracted:   p.Retracted,
		Also:        p.Also,
	}
}

const maxListed = 3 // maximum number of sentences per paper in a list

// List returns one page of papers with highlights about a topic. It loads their full texts, which
// searches omit. If a corpus cannot be read, List removes its papers from found and adds a notice.
func List(
	ctx context.Context, e *engine.Engine, found *engine.Discovery, p wire.PageRequest, about string,
) ([]wire.ListedPaper, error) {
	for {
		page := found.Papers[min(p.Offset, len(found.Papers)):]
		page = slices.Clone(page[:min(p.Limit, len(page))])
		unread, err := readWhole(ctx, e, found, page)
		if err != nil {
			return nil, err
		}
		if len(unread) == 0 {
			return listPage(ctx, e, page, about)
		}
		isUnread := func(f engine.Hit) bool { return unread[f.Paper.Corpus] }
		found.Papers = slices.DeleteFunc(slices.Clone(found.Papers), isUnread)
	}
}

// readWhole loads the complete records of a page. If a corpus cannot be read, it adds a notice to
// found and the corpus to unread.
func readWhole(
	ctx context.Context, e *engine.Engine, found *engine.Discovery, page []engine.Hit,
) (unread map[string]bool, err error) {
	if len(page) == 0 {
		return nil, nil
	}
	refs := make([]engine.WorkRef, len(page))
	for i, f := range page {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, failed, err := e.PapersOfAnswering(ctx, refs)
	unread = make(map[string]bool)
	for i := range page {
		switch {
		case err != nil:
		case records[i] != nil:
			page[i].Paper = records[i]
		case len(failed) > 0: // if no corpus failed, the paper was removed from its index after the search
			unread[page[i].Paper.Corpus] = true
		}
	}
	for _, n := range failed {
		if !slices.Contains(found.Notices, n) {
			found.Notices = append(slices.Clip(found.Notices), n)
		}
	}
	return unread, err
}

func listPage(ctx context.Context, e *engine.Engine, page []engine.Hit, about string) ([]wire.ListedPaper, error) {
	all := make([]wire.ListedPaper, len(page))
	for i, f := range page {
		highlights, err := e.Highlight(ctx, f.Paper, about, maxListed)
		if err != nil {
			return nil, err
		}
		all[i] = ListPaper(f, highlights)
	}
	return all, nil
}

// List is like [List], with the current engine.
func (s *Service) List(
	ctx context.Context, found *engine.Discovery, p wire.PageRequest, about string,
) ([]wire.ListedPaper, error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, err
	}
	return List(ctx, used, found, p, about)
}

// Details returns the details of a paper, including its highlights.
func (s *Service) Details(ctx context.Context, ref wire.PaperRef) (wire.PaperDetails, error) {
	p, used, err := s.paperAndEngine(ctx, ref)
	if err != nil {
		return wire.PaperDetails{}, err
	}
	highlights, err := used.Highlight(ctx, p, "", maxListed)
	return NewPaperDetails(p, highlights), err
}

// Paper returns the complete record of a paper. If the paper does not exist, the error wraps
// ErrNotFound.
func (s *Service) Paper(ctx context.Context, ref wire.PaperRef) (*engine.Paper, error) {
	papers, err := s.papers(ctx, []wire.PaperRef{ref})
	if err != nil {
		return nil, err
	}
	return papers[0], nil
}

// papers returns the records for refs, in the same order.
func (s *Service) papers(ctx context.Context, refs []wire.PaperRef) ([]*engine.Paper, error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	works := make([]engine.WorkRef, len(refs))
	for i, ref := range refs {
		if ref.Paper == "" {
			return nil, wire.Invalid("paper", "the paper ID is missing: give one")
		}
		works[i] = engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus}
	}
	papers, err := used.Papers(ctx, works)
	if err != nil {
		return nil, err
	}
	for i, p := range papers {
		if p == nil {
			return nil, fmt.Errorf("paper %s: %w", refs[i].Paper, ErrNotFound)
		}
	}
	return papers, nil
}

// Read returns the text of a paper up to a size limit, without acknowledgements and declarations.
func (s *Service) Read(ctx context.Context, ref wire.PaperRef) (wire.PaperText, error) {
	p, err := s.Paper(ctx, ref)
	if err != nil {
		return wire.PaperText{}, err
	}
	details, err := s.Details(ctx, ref)
	return wire.PaperText{PaperDetails: details, Text: textOf(p), References: referencesOf(p)}, err
}

func textOf(p *engine.Paper) []wire.TextSection {
	sections := []wire.TextSection{}
	for _, passage := range evidence.PassagesOf(p) {
		if passage.Index == 0 {
			continue // passages of the abstract are omitted, since the reply contains the abstract
		}
		if n := len(sections); n == 0 || sections[n-1].Title != text.OneLine(passage.Section) {
			sections = append(sections, wire.TextSection{Title: text.OneLine(passage.Section)})
		}
		last := &sections[len(sections)-1]
		last.Passages = append(last.Passages, wire.TextPassage{Index: passage.Index, Text: text.Clean(passage.Text)})
	}
	return sections
}

const maxReferencesRead = 500 // maximum number of references listed per paper

func referencesOf(p *engine.Paper) []string {
	named := []string{}
	for _, r := range p.References[:min(len(p.References), maxReferencesRead)] {
		byline := display.Byline(&engine.Paper{Authors: r.Authors, Year: r.Year})
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

// NewRanking converts a search result to a ranking.
func NewRanking(found engine.Discovery, took time.Duration) wire.Ranking {
	answer := wire.Ranking{
		TookMS:     float64(took.Microseconds()) / 1000,
		Total:      found.Matching,
		Relaxed:    found.Relaxed,
		Relaxation: RelaxationOf(found),
		Papers:     []wire.RankedPaper{},
		Notices:    found.Notices,
		Coverage:   found.Coverage,
	}
	for i, f := range found.Papers {
		answer.Papers = append(answer.Papers, wire.RankedPaper{
			Rank:      i + 1,
			ID:        f.Paper.ID,
			Corpus:    f.Paper.Corpus,
			Score:     f.Score,
			Relevance: f.Relevance,
			Title:     f.Paper.Title,
			Authors:   display.FullNames(f.Paper.Authors),
			Year:      f.Paper.Year,
			DOI:       f.Paper.DOI,
		})
	}
	for _, m := range found.Mistakes {
		answer.Mistakes = append(answer.Mistakes, fmt.Sprintf("column %d: %s", m.Start+1, m.Message))
	}
	return answer
}

// NewHighlights returns the highlights of a paper.
func NewHighlights(p *engine.Paper, picked []engine.Highlight) wire.Highlights {
	all := wire.Highlights{ID: p.ID, Title: p.Title, Highlights: []wire.ScoredSentence{}}
	for _, h := range picked {
		all.Highlights = append(all.Highlights, wire.ScoredSentence(h))
	}
	return all
}

// Cite returns the formatted references of papers.
func (s *Service) Cite(ctx context.Context, q wire.ReferencesRequest) (wire.References, error) {
	answer, err := newReferences(q)
	if err != nil {
		return answer, err
	}
	papers, err := s.papers(ctx, q.Papers)
	if err != nil {
		return answer, err
	}
	var file *bib.File
	answer.Keys, file = plan.Entries(papers)
	var works []reference.Work
	for i := range file.Entries {
		works = append(works, reference.Of(&file.Entries[i]))
	}
	answer.Text, err = reference.Export(works, answer.Format, answer.Style)
	return answer, err
}

// newReferences validates a request and returns a reply that has no text yet.
func newReferences(q wire.ReferencesRequest) (wire.References, error) {
	answer := wire.References{Format: cmp.Or(q.Format, "bibtex"), Style: q.Style}
	if answer.Format == reference.Plain && answer.Style == "" {
		answer.Style = reference.DefaultStyle
	}
	switch {
	case len(q.Papers) == 0 || len(q.Papers) > wire.MaxReferences:
		return answer, wire.Invalid("papers", "the request names %d papers: name 1 to %d", len(q.Papers), wire.MaxReferences)
	case !slices.Contains(reference.FormatNames(), answer.Format):
		return answer, wire.Invalid("format", "%q is not supported: use one of %s", q.Format,
			strings.Join(reference.FormatNames(), ", "))
	case answer.Style != "" && !slices.Contains(reference.StyleNames(), answer.Style):
		return answer, wire.Invalid("style", "%q is not supported: use one of %s", q.Style,
			strings.Join(reference.StyleNames(), ", "))
	}
	return answer, nil
}
