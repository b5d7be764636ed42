package app

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ContextSentences is the number of sentences before the cursor that a query uses, the same number
// as in SciLit.
const ContextSentences = 6

const maxContext = 8000 // maximum number of bytes before a citation that are parsed

// maxTitle is the maximum length of a manuscript's title, in bytes. A longer text is probably not
// a title.
const maxTitle = 1000

// LastSentences returns the last ContextSentences sentences of a text without markup, oldest first.
func LastSentences(source string) []string {
	source = strings.ToValidUTF8(source[max(0, len(source)-maxContext):], "")
	var sentences []string
	for _, span := range text.Sentences(source) {
		if words := strings.Fields(text.Clean(source[span.Start:span.End])); len(words) > 0 {
			sentences = append(sentences, strings.Join(words, " "))
		}
	}
	return sentences[max(0, len(sentences)-ContextSentences):]
}

// A CiteSite describes a position at which a citation can be inserted.
type CiteSite struct {
	Context  []string // sentences before the position, oldest first, without markup
	Claim    bool     // the user selected the last sentence of Context
	After    string   // sentence directly before the position, or the selected claim; may be ""
	Keywords string   // in the syntax of package keyword
	Textual  bool     // citation commands can print the authors' names as part of the sentence
}

// Query returns a query for papers worth citing at the site.
func (s CiteSite) Query(limit int, m engine.Manuscript) engine.Query {
	m.Title = text.Cut(m.Title, maxTitle)
	return engine.Query{Context: s.Context, Keywords: s.Keywords, Limit: limit, Manuscript: m, Claim: s.Claim}
}

// DraftRequest returns a request for a sentence that cites a paper at the site.
func (s CiteSite) DraftRequest(p *engine.Paper) engine.DraftRequest {
	return engine.DraftRequest{
		Paper:    p,
		Context:  s.Context,
		Claim:    s.After,
		Keywords: Topics(s.Keywords),
		Intent:   keyword.Intent(s.Keywords),
		Textual:  s.Textual,
	}
}

// Topics returns the phrases in keywords that a sentence should mention.
func Topics(keywords string) []string {
	expr, _ := keyword.Parse(keywords)
	return keyword.Positive(expr)
}

// About returns the topic for choosing highlights: the keywords and the last sentence of the
// context.
func About(found engine.Discovery, q engine.Query) string {
	parts := keyword.Positive(found.Keywords)
	if n := len(q.Context); n > 0 {
		parts = append(parts, q.Context[n-1])
	}
	return strings.Join(parts, " ")
}

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
