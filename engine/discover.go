package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// defaultPrefetch is how many candidates each of BM25 and embedding hands on, a
// corpus; rerankFactor times as many, of all corpora together, are reranked.
const (
	defaultPrefetch = 150
	rerankFactor    = 4
)

// Discover finds the papers worth citing after q.Context. Where the keywords
// match no paper they are taken less closely, and the answer has a Relaxation; what
// of them was not understood is in Mistakes, and the rest of them is used.
func (e *Engine) Discover(ctx context.Context, q Query) (Discovery, error) {
	s := e.begin(ctx, q)
	return s.finish(ctx, everywhere(ctx, e.sources, s.search))
}

// A search is a query on its way through the sources.
type search struct {
	*Engine
	query   Query
	req     Request
	found   Discovery // what is known of it before any source answers
	notices []Notice  // the same
}

func (e *Engine) begin(ctx context.Context, q Query) *search {
	s := &search{Engine: e, query: q}
	s.found.Keywords, s.found.Mistakes = keyword.Parse(q.Keywords)
	s.req, s.notices = e.request(ctx, q, s.found.Keywords)
	return s
}

// search asks one source, whose records are data from strangers.
func (s *search) search(ctx context.Context, from *source) (Result, error) {
	return from.result(ctx, s.req)
}

func (s *source) result(ctx context.Context, req Request) (Result, error) {
	answer, err := s.Search(ctx, req)
	answer.Candidates = slices.Clone(answer.Candidates) // the retriever may keep them
	for i, c := range answer.Candidates {
		answer.Candidates[i].Paper = s.received(c.Paper)
	}
	return answer, err
}

// finish makes one answer of those of all sources. A source that fails does not
// spoil the others' answers; only when all fail is there an error.
func (s *search) finish(ctx context.Context, replies []reply[Result]) (found Discovery, err error) {
	found = s.found
	if err := usable(ctx, replies); err != nil {
		return found, err
	}
	req := s.req
	found.Matching = matching(replies)
	if found.Matching == 0 && req.Expr != nil && !s.query.Strict {
		if replies, err = s.relax(ctx, replies, &found); err != nil {
			return found, err
		}
	}
	answers := answered(replies)
	scoreLexically(req, answers)
	found.Notices = slices.Concat(s.notices, noticesOf(req, answers), s.leftOut(ctx, replies))
	if failed := s.addVectors(ctx, s.query, req, answers); failed != nil {
		found.Notices = append(found.Notices, Notice{NoticeEmbedder, EmbedderName(req.Embedder), failed.Error()})
	}
	var simpler string
	found.Papers, simpler, err = s.order(ctx, s.query, req, answers)
	if simpler != "" {
		found.Notices = append(found.Notices, Notice{Code: NoticeReranker, Text: simpler})
	}
	return found, err
}

// usable is an error where no source answered.
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

// Count says how many papers the keywords let pass, all corpora together that are
// asked for nothing.
func (e *Engine) Count(ctx context.Context, filter keyword.Expr) (int, error) {
	free := slices.DeleteFunc(slices.Clone(e.sources), func(s *source) bool { return s.limits.AskOnce })
	replies := everywhere(ctx, free, func(ctx context.Context, s *source) (Result, error) { return s.result(ctx, Request{Expr: filter}) })
	return matching(replies), usable(ctx, replies)
}

// request turns a query into what each source is asked. There is a notice where the
// embedder failed and BM25 has to do alone.
func (e *Engine) request(ctx context.Context, q Query, filter keyword.Expr) (Request, []Notice) {
	words := keyword.Positive(filter)
	req := Request{
		Expr:     filter,
		Years:    Years{To: q.YearTo},
		Context:  q.Context,
		Keywords: words,
		Limit:    e.prefetchLimit(q),
	}
	texts := append([]string{embeddingText(q.Context, words)}, viewTexts(q, words)...)
	if e.parts.Embedder == nil || texts[0] == "" {
		return req, nil
	}
	id := e.parts.Embedder.ID()
	vectors, err := e.vectors.embed(ctx, e.parts.Embedder, texts)
	if err != nil {
		return req, []Notice{{NoticeEmbedder, EmbedderName(id), fmt.Sprintf("searched by BM25 alone: %v", err)}}
	}
	req.Vector, req.Views, req.Embedder = vectors[0], vectors[1:], id
	return req, nil
}

func (e *Engine) prefetchLimit(q Query) int {
	return cmp.Or(e.parts.Prefetch, max(defaultPrefetch, q.Limit))
}

// noticesOf are what the sources say, and that of indexes without vectors.
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
		all = append(all, Notice{NoticeNoVectors, name, fmt.Sprintf("no vectors of %s in %s: searched there by words alone (`scilit-lsp doctor` says what to do)", name, namesOf(lexical, len(answers)))})
	}
	return all
}

// namesOf names the corpora of some answers, which papers of theirs give away.
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

// order merges the candidates of all corpora, fuses their scores, and reranks
// the best of them.
func (e *Engine) order(ctx context.Context, q Query, req Request, answers []Result) (found []Found, note string, err error) {
	candidates := fuse(withoutItself(mergeCandidates(answers), q.Manuscript.Title))
	most := max(rerankFactor*e.prefetchLimit(q), q.Limit)
	candidates = candidates[:min(most, len(candidates))]
	scores, note, err := e.parts.Reranker.Rerank(ctx, RerankRequest{Query: q, Vector: req.Vector, Embedder: req.Embedder, Candidates: candidates})
	if err != nil {
		return nil, "", fmt.Errorf("rerank: %w", err)
	}
	relevance := make([]float64, len(candidates))
	if c, ok := e.calibration(q, note); ok {
		relevance = c.Relevance(scores)
	}
	found = make([]Found, len(candidates))
	for i, c := range candidates {
		found[i] = Found{Paper: c.Paper, Score: scores[i], Relevance: relevance[i]}
	}
	slices.SortStableFunc(found, func(a, b Found) int { return rank.Descending(a.Score, b.Score) })
	if q.Limit > 0 && len(found) > q.Limit {
		found = found[:q.Limit]
	}
	return found, note, nil
}

// withoutItself leaves out the records of the manuscript, which nothing in the
// index is closer to.
func withoutItself(candidates []Candidate, title string) []Candidate {
	own := paper.NormalTitle(title)
	if own == "" {
		return candidates
	}
	return slices.DeleteFunc(candidates, func(c Candidate) bool { return paper.NormalTitle(c.Paper.Title) == own })
}

// fuse orders candidates by both first-stage scores together.
func fuse(candidates []Candidate) []Candidate {
	scores := fusedScores(candidates)
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := rank.Descending(scores[a], scores[b]); c != 0 {
			return c
		}
		return comparePapers(candidates[a].Paper, candidates[b].Paper)
	})
	sorted := make([]Candidate, len(candidates))
	for i, at := range order {
		sorted[i] = candidates[at]
	}
	return sorted
}

// fusedScores takes for a cosine that was not computed what BM25 makes likely.
func fusedScores(candidates []Candidate) []float64 {
	lexical := rank.Standardise(scoresOf(candidates, func(c Candidate) float64 { return c.BM25 }))
	return rank.Fuse(lexical, standardCosines(candidates, lexical, func(c Candidate) float64 { return c.Cosine }))
}

// comparePapers orders papers by id, then corpus, so that ties never depend on
// which corpus answered first (invariant 8).
func comparePapers(a, b *Paper) int {
	if c := strings.Compare(a.ID, b.ID); c != 0 {
		return c
	}
	return strings.Compare(a.Corpus, b.Corpus)
}
