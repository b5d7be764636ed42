package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A PlainReranker orders candidates by the fused scores of the first stage
// and by what those do not see: keywords and words of the last sentence in
// the title. It needs no model. The zero value is ready for use.
type PlainReranker struct{}

// Weights in units of the fused score's standard deviation, tuned on contexts-dev.
const (
	titleKeywordWeight = 0.5 // all words of a keyword stand in the title
	titleOverlapWeight = 0.5 // share of the title's terms that stand in the last sentence
)

// Rerank implements Reranker.
func (PlainReranker) Rerank(_ context.Context, q Query, candidates []Candidate) ([]float64, error) {
	scores := fusedScores(candidates)
	expr, _ := keyword.Parse(q.Keywords)
	keywords := keyword.Positive(expr)
	last := termSet(lastOf(q.Context))
	for i, c := range candidates {
		title := termSet(c.Paper.Title)
		scores[i] += titleKeywordWeight * shareIn(keywords, title)
		scores[i] += titleOverlapWeight * overlap(title, last)
	}
	return scores, nil
}

func lastOf(context []string) string {
	if len(context) == 0 {
		return ""
	}
	return withoutMarks(context[len(context)-1])
}

func termSet(s string) map[string]bool {
	set := make(map[string]bool)
	text.EachTerm(s, func(term string, bigram bool) {
		if !bigram {
			set[term] = true
		}
	})
	return set
}

// shareIn is the share of phrases of which all terms are in set.
func shareIn(phrases []string, set map[string]bool) float64 {
	if len(phrases) == 0 {
		return 0
	}
	in := 0
	for _, phrase := range phrases {
		if all := termSet(phrase); len(all) > 0 && overlap(all, set) == 1 {
			in++
		}
	}
	return float64(in) / float64(len(phrases))
}

// overlap is the share of a that is in b.
func overlap(a, b map[string]bool) float64 {
	if len(a) == 0 {
		return 0
	}
	common := 0
	for term := range a {
		if b[term] {
			common++
		}
	}
	return float64(common) / float64(len(a))
}
