package search

import (
	"context"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"
)

// A logitMemory caches the logits of the most recent queries. An editor often repeats the query for
// a paragraph, and a change of keywords or corpora returns many of the same papers.
type logitMemory struct {
	mu      sync.Mutex
	queries *simplelru.LRU[PairQuery, map[string]float64] // logit of each document, by query
	asking  singleflight.Group
}

const rememberedQueries = 16

// logits returns the logits of documents. It calls cross only for documents that are not cached.
func (m *logitMemory) logits(
	ctx context.Context, cross CrossEncoder, q PairQuery, documents []string,
) ([]float64, error) {
	logits := make([]float64, len(documents))
	fresh, places := m.recall(q, documents, logits)
	if len(fresh) == 0 {
		return logits, nil
	}
	key := strings.Join(append([]string{q.Title, q.Keywords, q.Context}, fresh...), "\x00")
	read, err := sharedAnswer(ctx, &m.asking, key, func() ([]float64, error) { return cross.Logits(ctx, q, fresh) })
	if err != nil {
		return nil, err
	}
	for i, at := range places {
		logits[at] = read[i]
	}
	m.remember(q, fresh, read)
	return logits, nil
}

// recall sets the cached logits. It returns the documents that are not cached, with their indexes.
func (m *logitMemory) recall(q PairQuery, documents []string, logits []float64) (fresh []string, places []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of(q)
	for i, document := range documents {
		logit, ok := known[document]
		if !ok {
			fresh, places = append(fresh, document), append(places, i)
			continue
		}
		logits[i] = logit
	}
	return fresh, places
}

func (m *logitMemory) remember(q PairQuery, documents []string, logits []float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of(q)
	for i, document := range documents {
		known[document] = logits[i]
	}
}

// of returns the cached logits of a query, and adds the query to the cache if it is new.
func (m *logitMemory) of(q PairQuery) map[string]float64 {
	if m.queries == nil {
		m.queries, _ = simplelru.NewLRU[PairQuery, map[string]float64](rememberedQueries, nil)
	}
	known, ok := m.queries.Get(q)
	if !ok {
		known = make(map[string]float64)
		m.queries.Add(q, known)
	}
	return known
}
