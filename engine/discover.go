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
	found := Discovery{}
	found.Keywords, found.Mistakes = keyword.Parse(q.Keywords)
	req, unembedded := e.request(ctx, q, found.Keywords)
	answers, failed, err := e.prefetch(ctx, req)
	if err != nil {
		return found, err
	}
	found.Matching = matching(answers)
	if found.Matching == 0 && req.Filter != nil && !q.Strict {
		if answers, failed, err = e.relax(ctx, &req, &found); err != nil {
			return found, err
		}
	}
	found.Notices = append(notices(unembedded, req, answers), failed...)
	if err := e.addVectors(ctx, q, req, answers); err != nil {
		found.Notices = append(found.Notices, Notice{NoticeEmbedder, req.Embedder, err.Error()})
	}
	var simpler string
	found.Papers, simpler, err = e.order(ctx, q, req, answers)
	if simpler != "" {
		found.Notices = append(found.Notices, Notice{Code: NoticeReranker, Text: simpler})
	}
	return found, err
}

// request turns a query into what each corpus is asked. failed is not nil
// where the embedder failed and BM25 has to do alone.
func (e *Engine) request(ctx context.Context, q Query, filter keyword.Expr) (req PrefetchRequest, failed *Notice) {
	words := keyword.Positive(filter)
	req = PrefetchRequest{
		Filter: filter,
		YearTo: q.YearTo,
		Terms:  queryTerms(q.Context, words),
		Limit:  e.prefetchLimit(q),
	}
	texts := append([]string{embeddingText(q.Context, words)}, viewTexts(q, words)...)
	if e.parts.Embedder == nil || texts[0] == "" {
		return req, nil
	}
	vectors, err := e.vectors.embed(ctx, e.parts.Embedder, texts)
	if err != nil {
		return req, &Notice{NoticeEmbedder, e.parts.Embedder.ID(), fmt.Sprintf("searched by BM25 alone: %v", err)}
	}
	req.Vector, req.Views, req.Embedder = vectors[0], vectors[1:], e.parts.Embedder.ID()
	return req, nil
}

func (e *Engine) prefetchLimit(q Query) int {
	return cmp.Or(e.parts.Prefetch, max(defaultPrefetch, q.Limit))
}

func notices(failed *Notice, req PrefetchRequest, answers []Prefetched) (all []Notice) {
	if failed != nil {
		all = append(all, *failed)
	}
	lexical := 0
	for _, answer := range answers {
		if !answer.Semantic {
			lexical++
		}
	}
	if req.Vector != nil && lexical > 0 {
		which := fmt.Sprintf("%d of %d corpora have", lexical, len(answers))
		if len(answers) == 1 {
			which = "the corpus has"
		}
		text := fmt.Sprintf("%s no vectors of %s: searched there by words alone (`scilit-lsp doctor` says what to do)", which, EmbedderName(req.Embedder))
		all = append(all, Notice{NoticeNoVectors, req.Embedder, text})
	}
	return all
}

// order merges the candidates of all corpora, fuses their scores, and reranks
// the best of them.
func (e *Engine) order(ctx context.Context, q Query, req PrefetchRequest, answers []Prefetched) (found []Found, note string, err error) {
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
