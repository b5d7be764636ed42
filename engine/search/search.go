// Package search ranks papers for a query. It computes the terms and vectors of the query, and the
// scores that retrievers did not provide. It pools the candidates of all retrievers and reranks
// them.
package search

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Query asks for papers worth citing after a piece of text.
type Query struct {
	Context  []string // sentences before the cursor, oldest first, free of markup
	Keywords string   // in the syntax of package keyword; may be empty
	YearFrom int      // first year, 0 for no bound
	YearTo   int      // last year, 0 for no bound
	AllYears bool     // ignore the engine's Since, for callers that do not suggest citations
	Limit    int      // maximum number of papers
	Quick    bool     // skip steps that take more than a few tens of milliseconds
	Strict   bool     // do not loosen keywords that match no paper
	Claim    bool     // the user selected the last sentence of Context; it outweighs the title

	Manuscript Manuscript
}

// besideClaim is the number of context sentences kept before a claim.
const besideClaim = 2

// Focused returns the query with its context shortened if it has a claim.
func (q Query) Focused() Query {
	if q.Claim {
		q.Context = q.Context[max(0, len(q.Context)-1-besideClaim):]
	}
	return q
}

// Phrases returns the phrases of the keywords that are not negated; see [keyword.Positive].
func (q Query) Phrases() []string {
	expr, _ := keyword.Parse(q.Keywords)
	return keyword.Positive(expr)
}

// A Manuscript describes the citing document.
type Manuscript struct {
	Title string      // also used to exclude the manuscript's own record; "" if unknown
	Works []paper.Ref // works that it already cites
}

// A Request asks one retriever for candidates.
type Request struct {
	Expr     keyword.Expr // filter; nil matches every paper
	Years    Years        // filter by year
	Context  []string     // sentences before the cursor, oldest first
	Keywords []string     // topics to rank by, whether or not Expr requires them
	Vector   []float32    // unit vector of context and keywords, nil without an embedder
	Views    [][]float32  // vectors of parts of the query, each may be nil
	Embedder string       // ID of the embedder of Vector and Views
	// Title is the manuscript's title. It serves to rank profiles, and to exclude mentions in the
	// manuscript itself.
	Title string
	// Profiles are the works that papers in any corpus mention in a similar context, best first.
	// The retriever adds those that it has to its candidates. If nil, it searches the mentions in
	// its own full texts, if it can.
	Profiles []profile.Hit
	// Companions are the works that papers in any corpus cite together with works of the
	// manuscript, most often first. The retriever adds those that it has to its candidates.
	Companions []profile.Hit
	// Limit is the number of papers to return by each score that the retriever has; 0 requests only
	// the number of matches.
	Limit int
	// Records is the number of complete records that the caller will probably request next. A
	// remote retriever may prefetch them.
	Records int
}

// Years is an inclusive range of years; 0 leaves an end open. A paper of unknown year is outside
// every bounded range.
type Years struct{ From, To int }

// Bounded reports whether the range has at least one bound.
func (y Years) Bounded() bool { return y != Years{} }

// A Candidate is a paper with its first-stage scores.
type Candidate struct {
	Paper  *paper.Paper // without Body and References
	BM25   float64      // divided by the maximum for the query: 0..1, comparable across corpora
	Cosine float64      // -1..1
	Views  []float64    // cosines, parallel to the request's Views; 0 for a nil view
	// Profile scores the mentions of the work in other papers; 0 if unknown.
	Profile float64 `json:",omitempty"`
	// Together counts the pairs of a paper that cites the work and a work of the manuscript that it
	// also cites; see profile.Hit. The engine sets it.
	Together float64 `json:"-"`
}

// A List holds the candidates of one retriever.
type List struct {
	Candidates []Candidate
	Lexical    bool // whether BM25 is set
	Semantic   bool // whether Cosine and Views are set
}

// An Embedder maps texts to unit vectors, such that texts on similar topics have similar vectors.
type Embedder interface {
	ID() string // identifies model and version; only vectors of the same ID are comparable
	Dim() int
	// Embed returns one unit vector of Dim components for each text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A FastEmbedder is an Embedder that reports whether it takes only microseconds per text.
type FastEmbedder interface {
	Embedder
	Fast() bool
}

// A Reranker scores the candidates of all corpora. Scores are parallel to the candidates; higher is
// better. Scores of different calls are not comparable. A non-empty note reports that a component
// failed and the scores come from a fallback.
type Reranker interface {
	Rerank(ctx context.Context, req RerankRequest) (scores []float64, note string, err error)
}

// A RerankRequest is a request to score candidates.
type RerankRequest struct {
	Query    Query
	Vector   []float32 // vector of the query, as in Request
	Embedder string
	// Companions is the trust in Candidate.Together, from 0 to 1: the estimated share of the works
	// of a manuscript that are cited together with others of them.
	Companions float64
	Candidates []Candidate // in the order of the first stage
}
