package weaviate

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

const (
	// maxLimit is the maximum number of papers fetched per score.
	maxLimit = 1000
	// maxCounted is the number up to which matching papers are counted exactly. Higher numbers are
	// estimates.
	maxCounted = 200
	// maxVerified is the number up to which all matches of a loose filter are verified.
	maxVerified = 500
	// spare is the number of papers fetched per requested paper if a loose filter matches more than
	// maxVerified papers.
	spare = 4
)

// Search implements engine.Retriever. If more than maxVerified papers may match a phrase of three or
// more words, it verifies only the best of them. If more than maxCounted match, Matching is an
// estimate.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	a, err := c.described(ctx)
	if err != nil {
		return engine.Result{}, err
	}
	req = req.For(a.Embedder, a.Dimension)
	req.Limit = min(req.Limit, maxLimit)
	s := &search{Corpus: c, about: a, req: req, filter: filterOf(req), terms: c.termsOf(req)}
	s.semantic = a.Embedder != "" && req.Embedder == a.Embedder && len(req.Vector) == a.Dimension
	if s.filter.is == loose {
		return s.verified(ctx)
	}
	return s.direct(ctx)
}

// termsOf returns the terms of a request. It includes the terms of the manuscript only if they may be
// sent.
func (c *Corpus) termsOf(req engine.Request) []engine.QueryTerm {
	if !c.opts.Manuscript {
		req.Context = nil
	}
	if req.Limit <= 0 {
		return nil
	}
	return req.Terms()
}

// A search is the state of a request.
type search struct {
	*Corpus
	about    about
	req      engine.Request
	filter   filter
	terms    []engine.QueryTerm
	semantic bool // whether the vectors of the request and the collection can be compared
}

// found holds papers and, parallel to them, the hits from which they were decoded.
type found struct {
	papers []*engine.Paper
	hits   []hit
}

// direct returns the papers matched by an exact or nearly exact filter.
func (s *search) direct(ctx context.Context) (engine.Result, error) {
	matching, all, err := s.best(ctx, s.req.Limit)
	if err != nil {
		return engine.Result{}, err
	}
	if s.filter.is == nearly && s.req.Limit > 0 {
		before := len(all.papers)
		if all, err = s.verify(ctx, all); err != nil {
			return engine.Result{}, err
		}
		matching -= before - len(all.papers)
	}
	return s.result(ctx, matching, all)
}

// verified returns the papers that match a loose filter and whose texts match the expression.
func (s *search) verified(ctx context.Context) (engine.Result, error) {
	all, err := s.list(ctx, maxVerified+1)
	if err != nil {
		return engine.Result{}, err
	}
	few := len(all.papers) <= maxVerified
	if !few {
		if _, all, err = s.best(ctx, min(maxLimit, max(spare*s.req.Limit, maxVerified))); err != nil {
			return engine.Result{}, err
		}
	}
	if all, err = s.verify(ctx, all); err != nil {
		return engine.Result{}, err
	}
	matching := len(all.papers)
	if !few {
		estimate, err := s.estimate(ctx)
		if err != nil {
			return engine.Result{}, err
		}
		matching = max(matching, estimate)
	}
	return s.result(ctx, matching, all)
}

// matching returns the number of papers that the filter matches. Above maxCounted, it is an estimate.
func (s *search) matching(ctx context.Context) (int, error) {
	if s.filter.where == nil {
		return s.about.papers, nil
	}
	passing := s.Corpus.get("passing", "_additional{id}", s.filter.where.argument(), limit(maxCounted+1))
	answer, err := s.client.fetch(ctx, passing)
	n := len(answer["passing"])
	if err != nil || n <= maxCounted {
		return n, err
	}
	estimate, err := s.estimate(ctx)
	return max(n, estimate), err
}

func (s *search) estimate(ctx context.Context) (int, error) {
	of, err := s.sampleOf(ctx, s.about)
	if err != nil {
		return 0, err
	}
	return of.passing(ctx, s.req, s.about.papers)
}

// best returns the number of matching papers, and fetches the n best papers by each score.
func (s *search) best(ctx context.Context, n int) (matching int, all found, err error) {
	work, inner := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		matching, err = s.matching(inner)
		return err
	})
	var nearest, lexical found
	if n > 0 && s.semantic && s.opts.Manuscript {
		work.Go(func() (err error) {
			nearest, err = s.get(inner, near(s.req.Vector), n)
			return err
		})
	}
	if words := s.words(); n > 0 && words != "" {
		work.Go(func() (err error) {
			lexical, err = s.get(inner, byWords(words), n)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return 0, all, err
	}
	all = nearest.with(lexical)
	// Add matching papers that share no word with the query.
	if s.filter.where != nil && len(all.papers) < min(n, matching) {
		rest, err := s.list(ctx, n)
		if err != nil {
			return 0, all, err
		}
		all = all.with(rest)
	}
	return max(matching, len(all.papers)), all, nil
}

// list fetches n matching papers in no particular order.
func (s *search) list(ctx context.Context, n int) (found, error) { return s.get(ctx, "", n) }

func (s *search) get(ctx context.Context, by string, n int) (all found, err error) {
	answer, err := s.client.fetch(ctx, s.Corpus.get("best", scoredFields, by, s.filter.where.argument(), limit(n)))
	if err != nil {
		return all, err
	}
	hits := answer["best"]
	for _, h := range hits[:min(len(hits), n)] {
		if p := h.paper(); p != nil {
			all.papers, all.hits = append(all.papers, s.ours(p, s.about)), append(all.hits, h)
		}
	}
	return all, nil
}

// with appends the papers of another list. It omits duplicates.
func (f found) with(other found) (all found) {
	seen := make(map[string]bool)
	for _, list := range []found{f, other} {
		for i, p := range list.papers {
			if !seen[p.ID] {
				seen[p.ID] = true
				all.papers, all.hits = append(all.papers, p), append(all.hits, list.hits[i])
			}
		}
	}
	return all
}

// kept returns the papers at the given indexes.
func (f found) kept(places []int) (left found) {
	for _, i := range places {
		left.papers, left.hits = append(left.papers, f.papers[i]), append(left.hits, f.hits[i])
	}
	return left
}

// Limits on a BM25 query.
const (
	maxWords   = 128
	maxRepeats = 24
)

// words returns the BM25 query. It repeats each word in proportion to its weight, since Weaviate does
// not support term weights.
func (s *search) words() string {
	isPair := func(t engine.QueryTerm) bool { return strings.Contains(t.Text, " ") }
	terms := slices.DeleteFunc(slices.Clone(s.terms), isPair)
	slices.SortStableFunc(terms, func(a, b engine.QueryTerm) int { return cmp.Compare(b.Weight, a.Weight) })
	terms = terms[:min(len(terms), maxWords)]
	if len(terms) == 0 {
		return ""
	}
	step := max(terms[0].Weight/maxRepeats, terms[len(terms)-1].Weight)
	var words []string
	for _, term := range terms { // omits terms whose weight is negligible
		for range int(term.Weight/step + .5) {
			words = append(words, term.Text)
		}
	}
	return strings.Join(words, " ")
}

// result scores papers and returns the best papers by each score.
func (s *search) result(ctx context.Context, matching int, all found) (engine.Result, error) {
	lexical := s.opts.Manuscript || len(s.req.Context) == 0
	answer := engine.Result{Matching: matching, Lexical: lexical, Semantic: s.semantic}
	if s.req.Limit <= 0 || len(all.papers) == 0 {
		return answer, nil
	}
	candidates, err := s.scored(ctx, all, lexical)
	if err != nil {
		return answer, err
	}
	answer.Candidates = bestOf(candidates, s.req.Limit, answer.Semantic)
	answer.Matching = max(matching, len(answer.Candidates))
	return answer, nil
}

func (s *search) scored(ctx context.Context, all found, lexically bool) ([]engine.Candidate, error) {
	candidates := make([]engine.Candidate, len(all.papers))
	for i, p := range all.papers {
		candidates[i].Paper = p
	}
	if lexically {
		of, err := s.sampleOf(ctx, s.about)
		if err != nil {
			return nil, err
		}
		for i, score := range of.statistics(s.terms, s.about.papers).LexicalScores(s.terms, all.papers) {
			candidates[i].BM25 = score
		}
	}
	if s.semantic {
		s.compare(candidates, all.hits)
	}
	return candidates, nil
}

// compare sets the cosines of candidates. The cosines of a paper without a vector are 0.
func (s *search) compare(candidates []engine.Candidate, hits []hit) {
	queries := make([]rank.QuantisedVector, 1+len(s.req.Views))
	for i, v := range append([][]float32{s.req.Vector}, s.req.Views...) {
		if len(v) == s.about.Dimension {
			queries[i] = rank.Quantise(v, make([]int8, len(v)))
		}
	}
	for i := range candidates {
		row := hits[i].vector(s.about.Dimension)
		cosines := make([]float64, len(queries))
		for v, query := range queries {
			if len(row.Components) > 0 && len(query.Components) > 0 {
				cosines[v] = max(-1, min(rank.Dot(query, row), 1))
			}
		}
		candidates[i].Cosine, candidates[i].Views = cosines[0], cosines[1:]
	}
}

// bestOf returns the n best candidates by each score, ordered by ID.
func bestOf(candidates []engine.Candidate, n int, semantic bool) []engine.Candidate {
	byID := func(a, b engine.Candidate) int { return strings.Compare(a.Paper.ID, b.Paper.ID) }
	best := make(map[string]engine.Candidate, 2*n)
	take := func(score func(engine.Candidate) float64) {
		slices.SortFunc(candidates, func(a, b engine.Candidate) int {
			return cmp.Or(cmp.Compare(score(b), score(a)), byID(a, b))
		})
		for _, c := range candidates[:min(n, len(candidates))] {
			best[c.Paper.ID] = c
		}
	}
	take(func(c engine.Candidate) float64 { return c.BM25 })
	if semantic {
		take(func(c engine.Candidate) float64 { return c.Cosine })
	}
	return slices.SortedFunc(maps.Values(best), byID)
}

// maxRead is the maximum number of full texts fetched per search. For other papers, only the title
// and the abstract are compared with the expression.
const maxRead = 200

// verify returns the papers whose texts match the expression.
func (s *search) verify(ctx context.Context, all found) (found, error) {
	passing, err := memory.Passing(ctx, all.papers, s.req)
	if err != nil || !holdsPhrase(s.req.Expr) {
		return all.kept(passing), err
	}
	kept := make(map[int]bool, len(passing))
	for _, i := range passing {
		kept[i] = true
	}
	excludes := holdsNot(s.req.Expr)
	var doubtful []int
	for i, h := range all.hits {
		if h.Full && (!kept[i] || excludes) && len(doubtful) < maxRead {
			doubtful = append(doubtful, i)
		}
	}
	for part := range slices.Chunk(doubtful, maxBodies) {
		if err := s.read(ctx, all.kept(part), part, kept); err != nil {
			return found{}, err
		}
	}
	maps.DeleteFunc(kept, func(_ int, passes bool) bool { return !passes })
	return all.kept(slices.Sorted(maps.Keys(kept))), nil
}

// read fetches the full texts of the papers in part. It sets kept for those that match. places
// holds the papers' indexes in kept.
func (s *search) read(ctx context.Context, part found, places []int, kept map[int]bool) error {
	whole := make([]*engine.Paper, len(part.papers))
	for i, p := range part.papers {
		own := *p
		whole[i] = &own
	}
	if err := s.addBodies(ctx, whole, part.hits); err != nil {
		return err
	}
	passing, err := memory.Passing(ctx, whole, s.req)
	for i, place := range places {
		kept[place] = slices.Contains(passing, i)
	}
	return err
}

// holdsPhrase reports whether e contains a phrase. Phrases may occur in full texts.
func holdsPhrase(e keyword.Expr) bool {
	return holds(e, func(e keyword.Expr) bool {
		phrase, ok := e.(keyword.Phrase)
		return ok && len(phrase.Words) > 0
	})
}

func holdsNot(e keyword.Expr) bool {
	return holds(e, func(e keyword.Expr) bool {
		_, ok := e.(keyword.Not)
		return ok
	})
}

// holds reports whether is returns true for any node of the tree.
func holds(e keyword.Expr, is func(keyword.Expr) bool) bool {
	inside := func(operand keyword.Expr) bool { return holds(operand, is) }
	switch node := e.(type) {
	case nil:
		return false
	case keyword.And:
		return slices.ContainsFunc(node.Operands, inside)
	case keyword.Or:
		return slices.ContainsFunc(node.Operands, inside)
	case keyword.Not:
		return is(e) || inside(node.Operand)
	}
	return is(e)
}
