package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Limits on the candidates of the first stage.
const (
	defaultPrefetch = 150 // candidates per corpus from BM25, embedding and profiles each
	rerankFactor    = 6   // total number of candidates to rerank, as a multiple of the prefetch
)

// Discover finds the papers worth citing after q.Context. If no paper matches the keywords, it retries with
// looser keywords and sets Relaxation. Parts of the keywords that cannot be parsed are ignored and listed
// in Mistakes.
func (e *Engine) Discover(ctx context.Context, q Query) (Discovery, error) {
	q = q.Focused()
	r := &run{Engine: e, query: q}
	r.found.Keywords, r.found.Mistakes = keyword.Parse(q.Keywords)
	r.req, r.notices = e.request(ctx, q, r.found.Keywords)
	r.req.Profiles = r.profiles(ctx)
	r.req.Companions, r.trust = r.companions(ctx)
	return r.finish(ctx, searchAll(ctx, e.sources, r.req))
}

// A run is the state of one Discover call.
type run struct {
	*Engine
	query   Query
	req     Request
	found   Discovery // result so far; the parsed keywords are set before any source answers
	notices []Notice  // notices about the preparation of the request
	trust   float64   // see RerankRequest.Companions
}

// searchAll sends one request to all sources.
func searchAll(ctx context.Context, sources []*source, req Request) []reply[Result] {
	return everywhere(ctx, sources, func(ctx context.Context, s *source) (Result, error) { return s.result(ctx, req) })
}

// result searches the source and returns a cleaned copy of the records, which are untrusted input.
func (s *source) result(ctx context.Context, req Request) (Result, error) {
	answer, err := s.Search(ctx, req)
	answer.Candidates = slices.Clone(answer.Candidates) // a copy, since the retriever may keep the slice
	for i, c := range answer.Candidates {
		answer.Candidates[i].Paper = s.received(c.Paper)
	}
	return answer, err
}

// finish combines the replies of all sources into one answer. It returns an error only if all
// sources failed.
func (r *run) finish(ctx context.Context, replies []reply[Result]) (found Discovery, err error) {
	found = r.found
	r.outcomes.record(replies)
	if err := usable(ctx, replies); err != nil {
		return found, err
	}
	found.Matching = matching(replies)
	if found.Matching == 0 && r.req.Expr != nil && !r.query.Strict {
		if replies, err = r.relax(ctx, replies, &found); err != nil {
			return found, err
		}
	}
	answers := answered(replies)
	coverage, failures := r.coverage(ctx, replies)
	found.Coverage = coverage
	found.Notices = slices.Concat(r.notices, noticesOf(r.req, answers), failures)
	lists := slices.Concat(listsOf(answers), listsOf(r.named(ctx, replies)))
	search.ScoreLexically(r.req.Terms(), lists)
	scoreProfiles(r.req, lists)
	if failed := r.vectors.EmbedPapers(ctx, r.query, r.req, lists); failed != nil {
		found.Notices = append(found.Notices, Notice{NoticeEmbedder, EmbedderName(r.req.Embedder), failed.Error()})
	}
	var simpler string
	found.Papers, simpler, err = r.order(ctx, lists)
	if simpler != "" {
		found.Notices = append(found.Notices, Notice{Code: NoticeReranker, Text: simpler})
	}
	return found, err
}

// maxNamed is the maximum number of papers per corpus for each mention in the text.
const maxNamed = 50

// named searches for papers by the authors mentioned in the last sentence, since these papers may not match
// its other words. It queries only local corpora, since the names come from the manuscript.
func (r *run) named(ctx context.Context, replies []reply[Result]) (all []Result) {
	here := slices.DeleteFunc(answering(replies), func(s *source) bool { return !s.unlimited })
	for _, m := range r.query.Mentions() {
		req := r.req
		req.Expr, req.Limit, req.Profiles = both(r.req.Expr, m.Filter()), maxNamed, []profile.Hit{}
		req.Companions = nil
		all = append(all, answered(searchAll(ctx, here, req))...)
	}
	return all
}

func both(a, b keyword.Expr) keyword.Expr {
	if a == nil {
		return b
	}
	return keyword.And{Operands: []keyword.Expr{a, b}}
}

func listsOf(answers []Result) []search.List {
	lists := make([]search.List, len(answers))
	for i, a := range answers {
		lists[i] = search.List{Candidates: a.Candidates, Lexical: a.Lexical, Semantic: a.Semantic}
	}
	return lists
}

// usable returns an error if no source answered.
func usable(ctx context.Context, replies []reply[Result]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(replies) == 0 {
		return ErrNoIndex
	}
	if !slices.ContainsFunc(replies, func(r reply[Result]) bool { return r.err == nil }) {
		return fmt.Errorf("no corpus could be searched: %w", failuresOf(replies))
	}
	return nil
}

func matching(replies []reply[Result]) (total int) {
	for _, answer := range answered(replies) {
		total += answer.Matching
	}
	return total
}

// Count returns the number of papers that match the filter.
func (e *Engine) Count(ctx context.Context, filter keyword.Expr) (int, error) {
	replies := searchAll(ctx, e.sources, Request{Expr: filter})
	return matching(replies), usable(ctx, replies)
}

// request converts a query into the request for all sources. If the embedder fails, it returns a notice,
// and the search uses only BM25.
func (e *Engine) request(ctx context.Context, q Query, filter keyword.Expr) (Request, []Notice) {
	req := Request{
		Expr:     filter,
		Years:    e.years(q, filter),
		Context:  q.Context,
		Keywords: keyword.Positive(filter),
		Title:    q.Manuscript.Title,
		Limit:    e.prefetchLimit(q),
	}
	if !q.Quick {
		req.Records = q.Limit
	}
	if err := e.vectors.EmbedQuery(ctx, q, &req); err != nil {
		return req, []Notice{{NoticeEmbedder, EmbedderName(e.EmbedderID()), err.Error()}}
	}
	return req, nil
}

// years returns the range of years for a query. If the query has none, the range starts at Parts.Since.
func (e *Engine) years(q Query, filter keyword.Expr) Years {
	years := Years{From: q.YearFrom, To: q.YearTo}
	if !years.Bounded() && !q.AllYears && !keyword.Has[keyword.Years](filter) {
		years.From = e.parts.Since
	}
	return years
}

func (e *Engine) prefetchLimit(q Query) int {
	return cmp.Or(e.parts.Prefetch, max(defaultPrefetch, q.Limit))
}

// noticesOf returns the notices of the sources, and one about indexes without vectors.
func noticesOf(req Request, answers []Result) (all []Notice) {
	var lexical []Result
	for _, answer := range answers {
		all = append(all, answer.Notices...)
		if answer.Lexical && !answer.Semantic {
			lexical = append(lexical, answer)
		}
	}
	if req.Vector != nil && len(lexical) > 0 {
		name := EmbedderName(req.Embedder)
		all = append(all, Notice{NoticeNoVectors, name, fmt.Sprintf(
			"the papers in %s were found by keyword matching only, because they have no vectors computed by %s: "+
				"run `scilit-lsp doctor` to see how to fix this",
			namesOf(lexical, len(answers)), name)})
	}
	return all
}

// namesOf describes the corpora of the given answers. It lists their names if each answer has a candidate.
// all is the number of corpora that answered.
func namesOf(some []Result, all int) string {
	var names []string
	for _, answer := range some {
		if len(answer.Candidates) > 0 {
			names = append(names, answer.Candidates[0].Paper.Corpus)
		}
	}
	switch {
	case len(names) == len(some) && len(some) == 1:
		return "the corpus " + names[0]
	case len(names) == len(some):
		return "the corpora " + strings.Join(names, ", ")
	case all == 1:
		return "the corpus"
	}
	return fmt.Sprintf("%d of %d corpora", len(some), all)
}

// order pools the candidates of all corpora and reranks the best.
func (r *run) order(ctx context.Context, lists []search.List) (found []Hit, note string, err error) {
	q := r.query
	candidates := search.Pool(lists, q.Manuscript.Title)
	candidates = candidates[:min(len(candidates), max(rerankFactor*r.prefetchLimit(q), q.Limit))]
	reranker := r.parts.Reranker
	req := RerankRequest{
		Query: q, Vector: r.req.Vector, Embedder: r.req.Embedder, Companions: r.trust, Candidates: candidates,
	}
	scores, note, err := reranker.Rerank(ctx, req)
	if err != nil {
		return nil, "", fmt.Errorf("rerank: %w", err)
	}
	relevances := search.Relevances(scores, reranker, req, note)
	found = make([]Hit, len(candidates))
	for i, c := range candidates {
		found[i] = Hit{Paper: c.Paper, Score: scores[i], Relevance: relevances[i]}
	}
	slices.SortStableFunc(found, func(a, b Hit) int { return rank.Descending(a.Score, b.Score) })
	if q.Limit > 0 && len(found) > q.Limit {
		found = found[:q.Limit]
	}
	return found, note, nil
}
