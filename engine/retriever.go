package engine

import (
	"context"
	"time"
)

// A Retriever is a source of papers: an index on disk or in memory, another server, a cluster or a web API.
// Its methods are batched, so that a remote retriever needs only one round trip per step. Implementations
// must be safe for concurrent use.
type Retriever interface {
	// Info describes the published snapshot of the corpus.
	Info(ctx context.Context) (Info, error)
	// Search returns the best papers that match the request's expression and years.
	Search(ctx context.Context, req Request) (Result, error)
	// Papers returns the complete record of each work, parallel to refs. An unknown work's record is nil.
	Papers(ctx context.Context, refs []WorkRef) ([]*Paper, error)
	// Close releases the retriever's resources after pending requests have finished.
	Close() error
}

// Info describes a published snapshot of a corpus.
type Info struct {
	ID        string // unique ID, which does not change when papers are added
	Name      string // name shown to users; not necessarily unique
	Path      string // folder or URL of the corpus
	Papers    int
	FullTexts int
	Embedder  string // ID of the embedder that computed its vectors; "" if it has none
	Host      string // host of the remote server; "" for a local corpus
	State     string // version of its contents, which changes with every update; "" if unknown
}

// A Result is a retriever's answer to a Request. The engine computes the scores that the retriever
// does not provide.
type Result struct {
	Matching   int         // number of papers that match Expr and Years
	Candidates []Candidate // ordered by paper ID
	Lexical    bool        // whether BM25 is set
	// Semantic reports whether Cosine is set. It is false if the retriever has no vectors from the
	// request's embedder.
	Semantic bool
	Notices  []Notice
}

// A Limited retriever restricts how it may be queried, for example because it is remote. Any other retriever
// has the timeout Parts.Patience and may be searched for author names from the manuscript.
type Limited interface {
	Limits() Limits
}

// Limits restrict how a retriever may be queried.
type Limits struct {
	Patience time.Duration // timeout of a call; 0 means Parts.Patience
	Host     string        // host of the remote server, or "" for a local corpus
}
