package engine

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// An Index is one corpus as the engine needs it. Each method takes a context,
// may fail, asks for many things at once and returns all that the next step
// needs, so that a remote or clustered index fits behind it unchanged.
// Implementations are safe for concurrent use.
type Index interface {
	// Info describes what is published now.
	Info(ctx context.Context) (IndexInfo, error)
	// Prefetch filters by keywords and returns the union of the best
	// candidates by BM25 and by embedding, each with both scores.
	Prefetch(ctx context.Context, req PrefetchRequest) (Prefetched, error)
	// Papers returns the whole record of each work, nil where there is none.
	// The answer is parallel to refs.
	Papers(ctx context.Context, refs []WorkRef) ([]*Paper, error)
}

// IndexInfo describes one published snapshot of a corpus.
type IndexInfo struct {
	Name      string
	Path      string
	Papers    int
	FullTexts int
	Embedder  string // ID of the embedder its vectors come from, "" where it has none
}

// A PrefetchRequest asks one corpus for candidates.
type PrefetchRequest struct {
	Filter   keyword.Expr // nil lets every paper pass
	YearTo   int          // papers newer than this do not pass; 0 lets all pass
	Terms    []QueryTerm  // the lexical query
	Vector   []float32    // unit length; nil where there is no embedder
	Views    [][]float32  // more vectors to compare the candidates with; any may be nil
	Embedder string       // ID of the embedder that made Vector and Views
	Limit    int          // how many to return by each of the two scores
}

// A QueryTerm is a stemmed unigram or a bigram ("neural network", stems joined
// by one space) with its weight in the query.
type QueryTerm struct {
	Text   string
	Weight float64
}

// Prefetched is a corpus's answer to a PrefetchRequest.
type Prefetched struct {
	Matching   int         // papers that pass Filter and YearTo
	Candidates []Candidate // ordered by paper ID
	// Semantic reports whether Cosine is set. It is not where the index has no
	// vectors, or has those of another embedder.
	Semantic bool
}

// A Candidate is a paper with the scores of the first stage.
type Candidate struct {
	Paper  *Paper    // without Body and References
	BM25   float64   // divided by the best score the query could get: 0..1, comparable between corpora
	Cosine float64   // -1..1
	Views  []float64 // cosines, parallel to the request's Views; 0 for a nil one
}

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
	Vector     []float32 // of the query, as in PrefetchRequest
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
