package app

import (
	"context"
	"maps"
	"slices"
	"unicode/utf16"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// NewPaperPage converts one page of a search result to a reply.
func NewPaperPage(q engine.Query, found engine.Discovery, page []wire.ListedPaper) wire.PaperPage {
	return wire.PaperPage{
		Context: wire.OrEmpty(q.Context), Keywords: q.Keywords, Mistakes: ParseErrors(q.Keywords, found.Mistakes),
		Matching: found.Matching, Relaxed: found.Relaxed, Relaxation: RelaxationOf(found),
		Notes: engine.Texts(found.Notices), Notices: wire.OrEmpty(found.Notices),
		Coverage: wire.OrEmpty(found.Coverage), Total: len(found.Papers), Papers: wire.OrEmpty(page),
	}
}

// RelaxationOf returns how the keywords were relaxed, or nil if papers match the keywords as
// written.
func RelaxationOf(found engine.Discovery) *engine.Relaxation {
	if found.Relaxation.Code == "" {
		return nil
	}
	return &found.Relaxation
}

// ParseErrors converts the mistakes in source to the form in replies, with offsets in UTF-16 code
// units.
func ParseErrors(source string, mistakes []keyword.Mistake) []wire.ParseError {
	found := make([]wire.ParseError, len(mistakes))
	for i, m := range mistakes {
		found[i] = wire.ParseError{
			Start: units(source[:m.Start]), End: units(source[:m.End]), Message: m.Message, Hint: m.Hint,
		}
	}
	return found
}

// units returns the length of a text in UTF-16 code units.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// ParseKeywords parses keywords. If an engine is open, it also counts the papers that match them.
func ParseKeywords(ctx context.Context, engines *Service, keywords string) wire.ParsedKeywords {
	expr, mistakes := keyword.Parse(keywords)
	answer := wire.ParsedKeywords{Keywords: keywords, Mistakes: ParseErrors(keywords, mistakes)}
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

// Suggest returns one page of papers that are worth citing at the end of a text.
func (s *Service) Suggest(ctx context.Context, q wire.SuggestRequest) (wire.PaperPage, error) {
	answer, _, err := s.suggest(ctx, q)
	return answer, err
}

// suggest implements Suggest. It also returns the complete search result.
func (s *Service) suggest(
	ctx context.Context, q wire.SuggestRequest,
) (answer wire.PaperPage, found engine.Discovery, err error) {
	if err := q.Validate(); err != nil {
		return answer, found, err
	}
	query := queryOf(&q)
	if found, err = s.discoverOrFind(ctx, query, q); err != nil {
		return answer, found, err
	}
	papers, err := s.List(ctx, &found, q.PageRequest, About(found, query))
	return NewPaperPage(query, found, papers), found, err
}

func (s *Service) discoverOrFind(
	ctx context.Context, query engine.Query, q wire.SuggestRequest,
) (engine.Discovery, error) {
	if q.Named != "" {
		return s.Find(ctx, q.Named, query.Limit, q.Corpora...)
	}
	return s.Discover(ctx, query, q.Corpora...)
}

// SuggestWithYears is like Suggest, but also counts the papers on all pages by year. The counts
// ignore the request's limits on years.
func (s *Service) SuggestWithYears(
	ctx context.Context, q wire.SuggestRequest,
) (wire.PaperPage, []wire.YearCount, error) {
	answer, found, err := s.suggest(ctx, q)
	if err == nil && (q.From > 0 || q.To > 0) {
		query := queryOf(&q)
		query.YearFrom, query.YearTo, query.Quick = 0, 0, true
		found, err = s.discoverOrFind(ctx, query, q)
	}
	return answer, yearsOf(found.Papers), err
}

// yearsOf counts papers by year, oldest first. It skips papers without a year.
func yearsOf(found []engine.Hit) []wire.YearCount {
	papers := make(map[int]int)
	for _, f := range found {
		papers[f.Paper.Year]++
	}
	delete(papers, 0)
	counts := make([]wire.YearCount, 0, len(papers))
	for _, year := range slices.Sorted(maps.Keys(papers)) {
		counts = append(counts, wire.YearCount{Year: year, Papers: papers[year]})
	}
	return counts
}

// queryOf returns the query that finds the papers for all pages of a request.
func queryOf(q *wire.SuggestRequest) engine.Query {
	site := CiteSite{Context: LastSentences(q.Text), Keywords: q.Keywords}
	query := site.Query(wire.MaxPaged, engine.Manuscript{Title: q.Title})
	query.YearFrom, query.YearTo = q.From, q.To
	if q.Named != "" {
		query.Keywords = ""
	}
	return query
}
