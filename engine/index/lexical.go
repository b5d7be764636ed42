package index

import (
	"context"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A termList is the posting list of a query's term in one segment.
type termList struct {
	list   []byte // valid as long as the reader
	inText int    // papers, not deleted, that hold it in title or abstract
}

// lookUpAll returns the lists of the terms, parallel to them.
func (r *reader) lookUpAll(ctx context.Context, terms []engine.QueryTerm) ([]termList, error) {
	lists := make([]termList, len(terms))
	for i, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := lookUp(r.dictionary, term.Text, func(_ int, list []byte) error {
			inText, err := r.inText(term.Text, list)
			lists[i] = termList{list, inText}
			return err
		})
		if err != nil {
			return nil, r.inTerms(err)
		}
	}
	return lists, nil
}

// lexical scores all papers by BM25 and returns the best that are allowed.
// Its statistics are those of the corpus without its deleted papers, so that
// the scores do not depend on how it is cut into segments. perfect is the score of
// a paper that answers the whole query.
func (v *view) lexical(ctx context.Context, searches []*search, req engine.Request, terms []engine.QueryTerm) (hits []hit, perfect float64, err error) {
	model := rank.BM25{Texts: v.papers, AverageLength: max(float64(v.lengths)/float64(max(1, v.papers)), 1)}
	weights := make([]float64, len(terms))
	for i, term := range terms {
		inText := 0
		for _, s := range searches {
			inText += s.lists[i].inText
		}
		weights[i] = term.Weight * model.IDF(inText)
		perfect += weights[i] * rank.MaxFrequency
	}
	best, saturation := make([][]hit, len(searches)), model.Saturation()
	err = v.each(func(i int, _ *reader) error {
		searches[i].accumulate(saturation, weights)
		best[i] = searches[i].bestLexical(i, filters(req), req.Limit)
		return ctx.Err()
	})
	return bestOf(best, req.Limit), perfect, err
}

// accumulate adds up the scores of a segment's papers, term at a time. A term
// in the full text only has no part in BM25.
func (s *search) accumulate(saturation *rank.Saturation, weights []float64) {
	s.scores = clearAccumulator(s.manifest.Papers)
	scores := s.scores.scores
	var block postingBlock
	for i, weight := range weights {
		for postings := s.postings(s.lists[i].list); block.read(&postings); {
			for j, doc := range block.docs[:block.n] {
				if frequency := int(block.frequencies[j]); frequency > 0 {
					scores[doc] += float32(weight * saturation.Of(frequency, s.docs.length(doc)))
				}
			}
		}
	}
}

// bestLexical returns the k best of the allowed papers. A filter that lets a
// paper pass is reason enough to offer it, though no term of the query is in it.
func (s *search) bestLexical(part int, filtered bool, k int) []hit {
	best := bestHits{k: k}
	for i, score := range s.scores.scores {
		doc := uint32(i)
		if (score > 0 || filtered) && best.mayTake(float64(score)) && s.allowed.has(doc) {
			best.offer(hit{part, doc, float64(score), s.docs.order(doc)})
		}
	}
	return best.hits
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
