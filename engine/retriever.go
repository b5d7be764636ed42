package engine

import (
	"context"
	"time"
)

// A Retriever is one source of papers: an index on disk or in memory, another
// machine, a cluster, a web API. Each method takes a context, may fail, asks for
// many things at once and returns all that the next step needs. Implementations
// are safe for concurrent use.
type Retriever interface {
	// Info describes what is published now.
	Info(ctx context.Context) (Info, error)
	// Search filters by the expression and returns the best of what passes.
	Search(ctx context.Context, req Request) (Result, error)
	// Papers returns the whole record of each work, nil where there is none.
	// The answer is parallel to refs.
	Papers(ctx context.Context, refs []WorkRef) ([]*Paper, error)
	// Close ends the use of the retriever. Requests under way are finished.
	Close() error
}

// Info describes one published snapshot of a corpus.
type Info struct {
	ID        string // of the corpus: no other one has it, and it stays when papers are added
	Name      string // as users see it; another corpus may have the same
	Path      string // of its folder, or its address
	Papers    int
	FullTexts int
	Embedder  string // ID of the embedder its vectors come from, "" where it has none
	Host      string // of the server that it is on, "" where it is none of another server
	State     string // of its contents: another one after each change, "" where it is unknown
}

// A Result is a retriever's answer to a Request. The engine computes the scores
// that a retriever has not.
type Result struct {
	Matching   int         // papers that pass Expr and Years
	Candidates []Candidate // ordered by paper ID
	Lexical    bool        // whether BM25 is set
	// Semantic reports whether Cosine is set. It is not where the retriever has no
	// vectors, or has those of another embedder.
	Semantic bool
	Notices  []Notice
}

// A Limited retriever says how it may be asked, as one on another machine does. Another
// one gets Parts.Patience, asking it again costs nothing, and names in the manuscript are
// asked of it.
type Limited interface {
	Limits() Limits
}

// Limits are how a retriever may be asked.
type Limits struct {
	Patience time.Duration // how long it may take; Parts.Patience where 0
	// AskOnce is set where each question has a price, as those to a web API: it is
	// not asked again with fewer keywords.
	AskOnce bool
	// Host is that of another server whose corpus it is, "" where there is none.
	Host string
}
