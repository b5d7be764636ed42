package engine

import (
	"context"
	"strings"
)

// An Embedder turns texts into unit vectors that are close where the texts
// are about the same thing.
type Embedder interface {
	ID() string // names model and version; vectors of different IDs are never compared
	Dim() int
	// Embed returns one vector of Dim floats and unit length for each text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// EmbedderName is the ID of an embedder as people read it: without the hash of its
// files.
func EmbedderName(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}

// A Reranker orders the candidates of all corpora. Scores are parallel to the
// candidates, higher is better, and comparable only inside one answer. The note
// is not empty where a part failed and the scores are simpler ones.
type Reranker interface {
	Rerank(ctx context.Context, req RerankRequest) (scores []float64, note string, err error)
}

// A RerankRequest asks for scores of candidates, which come in the order of
// the first stage.
type RerankRequest struct {
	Query      Query
	Vector     []float32 // of the query, as in Request
	Embedder   string
	Candidates []Candidate
}

// An Extractor picks the sentences of a paper that matter, in the order of
// the paper. about biases the choice where it is not empty.
type Extractor interface {
	Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error)
}

// A Writer drafts sentences that cite a paper: at least one and at most n, the
// best first, each saying something else. The first one does not depend on n.
type Writer interface {
	Write(ctx context.Context, req DraftRequest, n int) ([]Draft, error)
}
