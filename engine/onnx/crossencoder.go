package onnx

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A CrossEncoder scores pairs of a query and a paper. The network receives both texts of a pair at
// once. It is loaded for the first pair and closed when idle. A CrossEncoder is safe for concurrent
// use and runs one pair per core.
type CrossEncoder struct {
	model  *Model
	scorer *resident[*pairScorer]
	cores  cores
}

var _ search.CrossEncoder = (*CrossEncoder)(nil)

// OpenCrossEncoder returns a CrossEncoder for the result of Locate. Like Open, it loads nothing.
func OpenCrossEncoder(f Location) (*CrossEncoder, error) {
	if err := f.runnable(); err != nil {
		return nil, err
	}
	return &CrossEncoder{f.Model, newResident(f, newPairScorer), newCores()}, nil
}

// ID returns the model's name and the first eight digits of its network's SHA-256.
func (r *CrossEncoder) ID() string { return r.model.id() }

// Load loads the library, the network and the vocabulary. If it fails, every later call fails too.
func (r *CrossEncoder) Load() error { return r.scorer.load() }

// Close frees the network once its last user is done.
func (r *CrossEncoder) Close() error { r.scorer.retire(); return nil }

// Logits returns one score per document; higher is better. It checks ctx between documents.
func (r *CrossEncoder) Logits(ctx context.Context, q search.PairQuery, documents []string) ([]float64, error) {
	logits := make([]float64, len(documents))
	err := r.scorer.use(func(scorer *pairScorer) error {
		query := scorer.tokens.encodeQuery(q, r.model.Pair)
		return r.cores.forEach(ctx, len(documents), func(i int) (err error) {
			logits[i], err = scorer.score(query, documents[i])
			return err
		})
	})
	return logits, err
}

// A pairScorer is a loaded cross-encoder network.
type pairScorer struct {
	model   *Model
	tokens  *Tokenizer
	network *network
}

func newPairScorer(m *Model, library string) (*pairScorer, error) {
	tokens, network, err := m.load(library, "logits")
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	return &pairScorer{m, tokens, network}, nil
}

func (s *pairScorer) close() { s.network.close() }

func (s *pairScorer) score(query []int64, document string) (float64, error) {
	room := make([]int64, 2*s.model.MaxTokens)
	ids, segments := s.tokens.encodePair(
		room[:0:s.model.MaxTokens], room[s.model.MaxTokens:][:0], query, document, s.model.MaxTokens,
	)
	var logit [1]float32
	err := s.network.run(ids, segments, logit[:])
	return float64(logit[0]), err
}
