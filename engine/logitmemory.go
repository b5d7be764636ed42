package engine

import (
	"context"
	"sync"
)

// A logitMemory remembers what a cross-encoder said to the last few queries:
// an editor asks several times for the same paragraph, and other keywords or
// another corpus bring many of the same papers.
type logitMemory struct {
	mu      sync.Mutex
	queries []rememberedQuery // oldest first
}

type rememberedQuery struct {
	query  PairQuery
	logits map[string]float64 // by document
}

const rememberedQueries = 16

// logits asks cross for the documents that are not known yet.
func (m *logitMemory) logits(ctx context.Context, cross CrossEncoder, q PairQuery, documents []string) ([]float64, error) {
	logits := make([]float64, len(documents))
	fresh, places := m.recall(q, documents, logits)
	if len(fresh) == 0 {
		return logits, nil
	}
	read, err := cross.Logits(ctx, q, fresh)
	if err != nil {
		return nil, err
	}
	for i, at := range places {
		logits[at] = read[i]
	}
	m.remember(q, fresh, read)
	return logits, nil
}

// recall fills in what is known, and returns the other documents and their places.
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
	if known == nil {
		known = make(map[string]float64, len(documents))
		if len(m.queries) == rememberedQueries {
			m.queries = append(m.queries[:0], m.queries[1:]...)
		}
		m.queries = append(m.queries, rememberedQuery{q, known})
	}
	for i, document := range documents {
		known[document] = logits[i]
	}
}

// of is nil where the query is not remembered.
func (m *logitMemory) of(q PairQuery) map[string]float64 {
	for _, remembered := range m.queries {
		if remembered.query == q {
			return remembered.logits
		}
	}
	return nil
}
