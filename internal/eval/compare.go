package eval

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Fused is the name of the first stage's ranking. All other rankings are compared with it.
const Fused = "fused"

// A Comparison measures several rankings of the same candidates over N contexts.
type Comparison struct {
	N        int          `json:"n"`
	Rankings []RankingFit `json:"rankings"`
}

// A RankingFit measures one ranking. If a site cites several works, its Recall10 is the number of
// them in the top 10, divided by their number or by 10 if there are more.
type RankingFit struct {
	Name     string   `json:"name"`
	Recall10 Interval `json:"recall10"`
	MRR      Interval `json:"mrr"`
	NDCG10   Interval `json:"ndcg10"`
	// Over is the gain in Recall10 over the ranking Fused, compared query by query.
	Over Interval `json:"over"`
}

type ranking struct {
	name   string
	ranker engine.Reranker
}

// rerankerOf returns the reranker of an engine with the given parts.
func rerankerOf(parts engine.Parts) engine.Reranker {
	switch {
	case parts.Reranker != nil:
		return parts.Reranker
	case parts.Cross != nil:
		return cascade(parts, 0)
	}
	return search.LinearReranker{Citations: parts.Citations}
}

// rankingsOf returns the rankings that can be compared for an engine with the given parts.
func rankingsOf(parts engine.Parts) []ranking {
	return []ranking{
		{"bm25", byScore(func(c engine.Candidate) float64 { return c.BM25 })},
		{"embedding", byScore(func(c engine.Candidate) float64 { return c.Cosine })},
		{Fused, firstStageOrder{}},
		{"content", search.LinearReranker{}},
		{"full", rerankerOf(parts)},
	}
}

// byScore is a reranker that orders candidates by one score of the first stage.
type byScore func(engine.Candidate) float64

func (score byScore) Rerank(_ context.Context, req engine.RerankRequest) ([]float64, string, error) {
	scores := make([]float64, len(req.Candidates))
	for i, c := range req.Candidates {
		scores[i] = score(c)
	}
	return scores, "", nil
}

// CompareRankings searches with the query of each context once and orders the candidates by each
// ranking: by BM25, by embedding, by both, by content features, and by the full pipeline.
func CompareRankings(ctx context.Context, parts engine.Parts, contexts []Context, opts RetrievalOptions) (Comparison,
	error) {
	c := &comparer{rankings: rankingsOf(parts)}
	c.fits = make([][]fit, len(c.rankings))
	parts.Reranker = c
	e := engine.New(parts)
	queries, err := queriesOf(ctx, e, contexts, contexts, opts)
	if err != nil {
		return Comparison{}, err
	}
	for i, context := range contexts {
		c.context = context
		if _, err := e.Discover(ctx, queries[i]); err != nil {
			return Comparison{}, err
		}
		opts.Progress.step()
	}
	return c.comparison(), nil
}

// A comparer is a reranker that measures other rerankers on its candidates and keeps their order.
type comparer struct {
	firstStageOrder
	rankings []ranking
	context  Context
	fits     [][]fit // results by ranking and then by query
}

// A fit contains the measures of one ranking for one query.
type fit struct{ recall10, mrr, ndcg10 float64 }

func (c *comparer) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	for i, r := range c.rankings {
		scores, _, err := r.ranker.Rerank(ctx, req)
		if err != nil {
			return nil, "", err
		}
		c.fits[i] = append(c.fits[i], c.context.fit(ordered(req.Candidates, scores)))
	}
	return c.firstStageOrder.Rerank(ctx, req)
}

func ordered(candidates []engine.Candidate, scores []float64) (ids []string) {
	for _, at := range descending(scores) {
		ids = append(ids, candidates[at].Paper.ID)
	}
	return ids
}

// fit measures a ranking of paper IDs against the works cited at the context. It ignores the citing
// paper.
func (c Context) fit(ids []string) (f fit) {
	cited := append([]string{c.Cited}, c.Also...)
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == c.Citing })
	ideal, reachable := 0.0, min(10, len(cited))
	for i := range reachable {
		ideal += discount(i)
	}
	for i, id := range ids[:min(deepest, len(ids))] {
		if !slices.Contains(cited, id) {
			continue
		}
		if f.mrr == 0 {
			f.mrr = 1 / float64(i+1)
		}
		if i < 10 {
			f.recall10 += 1 / float64(reachable)
			f.ndcg10 += discount(i) / ideal
		}
	}
	return f
}

func (c *comparer) comparison() Comparison {
	fused := slices.IndexFunc(c.rankings, func(r ranking) bool { return r.name == Fused })
	report := Comparison{N: len(c.fits[fused])}
	column := func(fits []fit, of func(fit) float64) (all []float64) {
		for _, f := range fits {
			all = append(all, of(f))
		}
		return all
	}
	recall := func(f fit) float64 { return f.recall10 }
	for i, r := range c.rankings {
		over := column(c.fits[i], recall)
		for j, f := range c.fits[fused] {
			over[j] -= f.recall10
		}
		report.Rankings = append(report.Rankings, RankingFit{
			Name: r.name, Recall10: Bootstrap(column(c.fits[i], recall)), Over: Bootstrap(over),
			MRR:    Bootstrap(column(c.fits[i], func(f fit) float64 { return f.mrr })),
			NDCG10: Bootstrap(column(c.fits[i], func(f fit) float64 { return f.ndcg10 })),
		})
	}
	return report
}
