package eval

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// RetrievalOptions configure how the query of a context is built.
type RetrievalOptions struct {
	NoKeywords bool
	YearFilter bool   // search only papers no newer than the citing paper
	NoTitle    bool   // omit the citing paper's title from the query
	Form       string // form of the query, one of Forms; "" means the first
	Manuscript bool   // include the other works that the citing paper cites in the query
	// Train contains the IDs of papers that the training data cites. The report measures contexts
	// that cite them separately. It may be nil.
	Train    map[string]bool
	Progress Progress // called after each context
	Pool     *Pool    // also measures the candidates; may be nil
}

// A Retrieval report measures searches for the cited papers of N contexts: recall at several ranks,
// mean reciprocal rank over the best 100 results, nDCG over the best 10, and latency.
type Retrieval struct {
	N      int             `json:"n"`
	Recall map[int]float64 `json:"recall"`
	// Intervals contains the 95 % bootstrap interval of each recall.
	Intervals map[int]Interval `json:"intervals"`
	// Candidates is the share of the cited papers that are among the candidates of all stages, and Pooled
	// the mean number of candidates. Both are 0 without a Pool.
	Candidates float64 `json:"candidates"`
	Pooled     float64 `json:"pooled"`
	MRR        float64 `json:"mrr"`
	NDCG10     float64 `json:"ndcg10"`
	MS         Latency `json:"ms"`
	// Groups contains results for subsets of the contexts: by source, by whether the cited paper
	// has an abstract, and by whether the training data cites it.
	Groups map[string]Group `json:"groups,omitempty"`
}

// Latency contains the median and the 95th percentile of a duration, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

const deepest = 100

// RecallRanks lists the ranks at which recall is measured.
var RecallRanks = []int{1, 5, 10, 20, 50, 100}

// MeasureRetrieval searches with the query of each context and measures the rank of the cited
// paper.
func MeasureRetrieval(ctx context.Context, e *engine.Engine, contexts []Context, opts RetrievalOptions) (Retrieval,
	error) {
	var ranks []int
	var times []time.Duration
	var among, pooled float64
	queries, err := queriesOf(ctx, e, contexts, contexts, opts)
	if err != nil {
		return Retrieval{}, err
	}
	for i, c := range contexts {
		start := time.Now()
		found, err := e.Discover(ctx, queries[i])
		if err != nil {
			return Retrieval{}, err
		}
		times = append(times, time.Since(start))
		ranks = append(ranks, rankOf(c.Cited, found.Papers))
		if opts.Pool != nil {
			among += oneIf(opts.Pool.candidates[c.Cited])
			pooled += float64(len(opts.Pool.candidates))
		}
		opts.Progress.step()
	}
	report := summarise(ranks)
	report.MS = latency(times)
	report.Candidates, report.Pooled = among/float64(max(1, len(contexts))), pooled/float64(max(1, len(contexts)))
	cited, err := e.Papers(ctx, citedRefs(contexts))
	report.Groups = grouped(contexts, cited, ranks, opts.Train)
	return report, err
}

// queriesOf returns the query of each context. With opts.Manuscript, a query includes the works
// that the same paper cites in the contexts all.
func queriesOf(ctx context.Context, e *engine.Engine, contexts, all []Context, opts RetrievalOptions) ([]engine.Query,
	error) {
	queries := make([]engine.Query, len(contexts))
	for i, c := range contexts {
		queries[i] = c.query(opts)
	}
	if !opts.Manuscript {
		return queries, nil
	}
	works, err := worksOf(ctx, e, all)
	for i, c := range contexts {
		for id, work := range works[c.Citing] {
			if id != c.Cited && !slices.Contains(c.Also, id) {
				queries[i].Manuscript.Works = append(queries[i].Manuscript.Works, work)
			}
		}
	}
	return queries, err
}

// worksOf returns the works that the contexts cite, by ID of the citing paper and then by ID of the
// work.
func worksOf(ctx context.Context, e *engine.Engine, contexts []Context) (map[string]map[string]engine.WorkRef, error) {
	papers, err := e.Papers(ctx, citedRefs(contexts))
	works := make(map[string]map[string]engine.WorkRef)
	for i, p := range papers {
		if p == nil {
			continue
		}
		if works[contexts[i].Citing] == nil {
			works[contexts[i].Citing] = make(map[string]engine.WorkRef)
		}
		works[contexts[i].Citing][p.ID] = engine.WorkRef{ID: p.ID, DOI: p.DOI, Title: p.Title}
	}
	return works, err
}

func citedRefs(contexts []Context) []engine.WorkRef {
	refs := make([]engine.WorkRef, len(contexts))
	for i, c := range contexts {
		refs[i] = engine.WorkRef{ID: c.Cited}
	}
	return refs
}

// Forms lists the texts that can form a query: the sentences before the citing one, only the last
// of them, the citing sentence, or all of these sentences.
var Forms = []string{"context", "last", "claim", "paragraph"}

func (c Context) sentences(form string) []string {
	switch form {
	case "last":
		return c.Context[max(0, len(c.Context)-1):]
	case "claim":
		return []string{c.Sentence}
	case "paragraph":
		return append(slices.Clone(c.Context), c.Sentence)
	}
	return c.Context
}

func (c Context) query(opts RetrievalOptions) engine.Query {
	q := engine.Query{Context: c.sentences(opts.Form), Limit: deepest, Manuscript: engine.Manuscript{Title: c.CitingTitle}}
	if opts.NoTitle {
		q.Manuscript.Title = ""
	}
	if !opts.NoKeywords {
		q.Keywords = strings.Join(c.Keywords, "; ")
	}
	if opts.YearFilter {
		q.YearTo = c.CitingYear
	}
	return q
}

// rankOf returns the rank of the paper with an ID, counted from 1, or 0 if it was not found.
func rankOf(id string, papers []engine.Hit) int {
	return 1 + slices.IndexFunc(papers, func(f engine.Hit) bool { return f.Paper.ID == id })
}

func summarise(ranks []int) Retrieval {
	r := Retrieval{N: len(ranks), Recall: make(map[int]float64), Intervals: make(map[int]Interval)}
	n := float64(max(1, len(ranks)))
	for _, k := range RecallRanks {
		r.Recall[k] = 0
		r.Intervals[k] = Bootstrap(hits(ranks, k))
	}
	for _, rank := range ranks {
		if rank == 0 {
			continue
		}
		r.MRR += 1 / float64(rank) / n
		if rank <= 10 {
			r.NDCG10 += 1 / math.Log2(float64(rank)+1) / n
		}
		for _, k := range RecallRanks {
			if rank <= k {
				r.Recall[k] += 1 / n
			}
		}
	}
	return r
}

// hits returns one number per rank: 1 for a rank from 1 to k, and otherwise 0.
func hits(ranks []int, k int) []float64 {
	found := make([]float64, len(ranks))
	for i, rank := range ranks {
		found[i] = oneIf(rank > 0 && rank <= k)
	}
	return found
}

func latency(times []time.Duration) Latency {
	slices.Sort(times)
	at := func(share float64) float64 {
		i := min(int(share*float64(len(times))), len(times)-1)
		return float64(times[i].Microseconds()) / 1000
	}
	return Latency{P50: at(0.50), P95: at(0.95)}
}
