package eval

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// QueryKinds lists the kinds of queries to compare: the sentence itself, keywords from the
// sentence, and keywords chosen with the context and the title.
var QueryKinds = []string{"sentence", "keywords", "context"}

// A QueriesReport measures how often an online service would find the cited paper. A search of the
// local corpora by BM25 simulates the service.
type QueriesReport struct {
	N     int                    `json:"n"`
	Kinds map[string]QueriesKind `json:"kinds"`
}

// A QueriesKind contains the results for one kind of query.
type QueriesKind struct {
	Recall10 float64  `json:"recall10"` // recall at 10 of a search for papers that contain any of the words
	Interval Interval `json:"interval"` // 95 % bootstrap interval of Recall10
	Words    float64  `json:"words"`    // mean number of words in a query
}

// MeasureQueries searches with each kind of query for each context, and measures how often it finds
// the cited paper.
func MeasureQueries(ctx context.Context, indexes []engine.Retriever, contexts []Context,
	progress Progress) (QueriesReport, error) {
	hits, words, known := make(map[string][]float64), make(map[string]float64), query.Indexed(ctx, indexes)
	report := QueriesReport{N: len(contexts), Kinds: make(map[string]QueriesKind)}
	for _, c := range contexts {
		for _, kind := range QueryKinds {
			keywords := c.keywordsOf(kind, known)
			words[kind] += float64(len(strings.Fields(strings.Join(keywords, " ")))) / float64(len(contexts))
			found, err := replay(ctx, indexes, keywords, c.CitingYear)
			if err != nil {
				return report, err
			}
			hits[kind] = append(hits[kind], oneIf(slices.Contains(found, c.Cited)))
		}
		progress.step()
	}
	for kind, found := range hits {
		interval := Bootstrap(found)
		report.Kinds[kind] = QueriesKind{interval.Mean, interval, words[kind]}
	}
	return report, nil
}

func (c Context) keywordsOf(kind string, known query.Vocabulary) []string {
	claim := text.WithoutCiteMarks(c.Sentence)
	switch kind {
	case "sentence":
		return strings.Fields(claim)
	case "keywords":
		return query.OfClaim(query.Selection{Text: claim}, known).Keywords
	}
	return query.OfClaim(query.Selection{Text: claim, Context: c.Context, Title: c.CitingTitle}, known).Keywords
}

const replayed = 10

// replay simulates a search of an online service. It returns the IDs of the papers with the highest
// BM25 scores.
func replay(ctx context.Context, indexes []engine.Retriever, keywords []string, year int) ([]string, error) {
	var found []engine.Candidate
	req := engine.Request{Years: engine.Years{To: year}, Keywords: keywords, Limit: replayed}
	for _, index := range indexes {
		answer, err := index.Search(ctx, req)
		if err != nil {
			return nil, err
		}
		found = append(found, answer.Candidates...)
	}
	slices.SortStableFunc(found, func(a, b engine.Candidate) int { return cmp.Compare(b.BM25, a.BM25) })
	var ids []string
	for _, c := range found[:min(len(found), replayed)] {
		ids = append(ids, c.Paper.ID)
	}
	return ids, nil
}
