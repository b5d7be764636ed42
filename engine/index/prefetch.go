package index

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// Prefetch implements engine.Index.
func (x *Index) Prefetch(ctx context.Context, req engine.PrefetchRequest) (engine.Prefetched, error) {
	s, err := x.use()
	if err != nil {
		return engine.Prefetched{}, err
	}
	defer s.release()
	var answer engine.Prefetched
	err = s.read(func(r *reader) error {
		answer, err = r.prefetch(ctx, req)
		return err
	})
	return answer, err
}

func (r *reader) prefetch(ctx context.Context, req engine.PrefetchRequest) (answer engine.Prefetched, err error) {
	set, err := r.filter(ctx, req)
	if err != nil {
		return answer, err
	}
	answer.Semantic = r.vectors != nil && req.Vector != nil && req.Embedder == r.manifest.Embedder
	answer.Matching = r.manifest.Papers
	if set != nil {
		answer.Matching = int(set.GetCardinality())
	}
	if req.Limit == 0 || answer.Matching == 0 {
		return answer, nil
	}
	allowed := bitsetOf(set, r.manifest.Papers)
	lexical, best, err := r.lexicalScores(ctx, req.Terms)
	if err != nil {
		return answer, err
	}
	defer accumulators.Put(lexical)
	docs := bestOf(lexical.scores, allowed, req.Limit)
	if answer.Semantic {
		near, err := r.vectors.nearest(ctx, req.Vector, allowed, req.Limit)
		if err != nil {
			return answer, err
		}
		docs = append(docs, near...)
	}
	answer.Candidates, err = r.candidates(docs, req, answer.Semantic, lexical.scores, best)
	return answer, err
}

// An accumulator holds one score a paper.
type accumulator struct{ scores []float32 }

var accumulators = sync.Pool{New: func() any { return new(accumulator) }}

func clearAccumulator(papers int) *accumulator {
	a := accumulators.Get().(*accumulator)
	if cap(a.scores) < papers {
		a.scores = make([]float32, papers)
	}
	a.scores = a.scores[:papers]
	clear(a.scores)
	return a
}

// lexicalScores scores all papers by BM25, term at a time. best is what a
// paper that answers the whole query would get.
func (r *reader) lexicalScores(ctx context.Context, terms []engine.QueryTerm) (scores *accumulator, best float64, err error) {
	scores = clearAccumulator(r.manifest.Papers)
	model := rank.BM25{Texts: r.manifest.Papers, AverageLength: max(r.manifest.AverageLength, 1)}
	for _, term := range terms {
		if err := ctx.Err(); err != nil {
			return scores, 0, err
		}
		known := false
		err := lookUp(r.dictionary, term.Text, func(count int, list []byte) {
			known = true
			best += r.accumulate(scores.scores, model, term.Weight, count, list)
		})
		if err != nil {
			return scores, 0, err
		}
		if !known {
			best += term.Weight * model.IDF(0) * rank.MaxFrequency
		}
	}
	return scores, best, nil
}

// accumulate adds one term's scores and returns the most that it could add.
// The title counts twice; a term in the full text only has no part in BM25.
func (r *reader) accumulate(scores []float32, model rank.BM25, weight float64, count int, list []byte) float64 {
	inText := 0
	postings := listReader{bytes: list}
	for p, ok := postings.read(); ok; p, ok = postings.read() {
		if p.title|p.abstract != 0 {
			inText++
		}
	}
	weight *= model.IDF(inText)
	postings = listReader{bytes: list}
	for p, ok := postings.read(); ok; p, ok = postings.read() {
		if frequency := 2*float64(p.title) + float64(p.abstract); frequency > 0 && int(p.doc) < len(scores) {
			scores[p.doc] += float32(weight * model.Frequency(frequency, float64(r.docs.length(p.doc))))
		}
	}
	return weight * rank.MaxFrequency
}

// bestOf returns the k best of the allowed papers. A filter that lets a paper
// pass is reason enough to offer it, though no term of the query is in it.
func bestOf(scores []float32, allowed bitset, k int) []rank.Scored {
	best := rank.NewTopK(k)
	for doc, score := range scores {
		if (score > 0 || allowed != nil) && allowed.has(uint32(doc)) {
			best.Offer(uint32(doc), float64(score))
		}
	}
	return best.Best()
}

// candidates reads the records of docs, each once, and gives each both scores.
func (r *reader) candidates(docs []rank.Scored, req engine.PrefetchRequest, semantic bool, lexical []float32, best float64) ([]engine.Candidate, error) {
	found := make(map[uint32]bool, len(docs))
	for _, d := range docs {
		found[d.Number] = true
	}
	query := quantisedQuery(req.Vector)
	candidates := make([]engine.Candidate, 0, len(found))
	for _, doc := range slices.Sorted(maps.Keys(found)) {
		p, err := r.paper(doc)
		if err != nil {
			return nil, err
		}
		c := engine.Candidate{Paper: p}
		if best > 0 {
			c.BM25 = float64(lexical[doc]) / best
		}
		if semantic {
			c.Cosine = rank.Dot(query, r.vectors.row(doc))
		}
		candidates = append(candidates, c)
	}
	slices.SortFunc(candidates, func(a, b engine.Candidate) int { return strings.Compare(a.Paper.ID, b.Paper.ID) })
	return candidates, nil
}
