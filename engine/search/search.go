// Package search ranks papers for a query. It computes the terms and vectors of the query, and the
// scores that retrievers do not provide. It pools the candidates of all retrievers and reranks them.
package search

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Query is a search for papers to cite after a piece of text.
type Query struct {
	Context  []string // sentences before the cursor without markup, oldest first
	Keywords string   // in the syntax of package keyword; may be empty
	YearFrom int      // first year; 0 for no bound
	YearTo   int      // last year; 0 for no bound
	AllYears bool     // whether to ignore the engine's Since, as do callers that do not suggest citations
	Limit    int      // maximum number of papers
	Quick    bool     // whether to skip steps that take more than a few tens of milliseconds
	Strict   bool     // whether to apply the keywords as written even if they match no paper
	Claim    bool     // whether the user selected the last sentence of Context, which then outweighs the title

	Manuscript Manuscript
}

// besideClaim is the number of context sentences to keep before a claim.
const besideClaim = 2

// Focused returns the query. If it has a claim, its context is shortened.
func (q Query) Focused() Query {
	if q.Claim {
		q.Context = q.Context[max(0, len(q.Context)-1-besideClaim):]
	}
	return q
}

// Phrases returns the keyword phrases that are not negated; see [keyword.Positive].
func (q Query) Phrases() []string {
	expr, _ := keyword.Parse(q.Keywords)
	return keyword.Positive(expr)
}

// A Manuscript describes the document in which papers are cited.
type Manuscript struct {
	Title string      // "" if unknown; also used to exclude records of the manuscript itself
	Works []paper.Ref // works that the manuscript already cites
}

// A Request is a request to one retriever for candidates.
type Request struct {
	Expr     keyword.Expr // filter; nil matches every paper
	Years    Years        // filter by year
	Context  []string     // sentences before the cursor, oldest first
	Keywords []string     // topics to rank by, whether or not Expr requires them
	Vector   []float32    // unit vector of context and keywords; nil without an embedder
	Views    [][]float32  // vectors of parts of the query; each may be nil
	Embedder string       // ID of the embedder of Vector and Views
	// Title is the manuscript's title. It is used to rank profiles, and to exclude mentions in the
	// manuscript itself.
	Title string
	// Profiles are the works that papers in any corpus mention in a similar context, best first. The
	// retriever adds those that it contains to its candidates. If Profiles is nil, a retriever that
	// indexes the mentions in its own full texts searches them.
	Profiles []profile.Hit
	// Companions are the works that papers in any corpus cite together with works of the
	// manuscript, most frequent first. The retriever adds those that it contains to its candidates.
	Companions []profile.Hit
	// Limit is the number of papers to return for each score that the retriever computes. An index may
	// additionally return half as many records without an abstract. If Limit is 0, only the number of
	// matches is requested.
	Limit int
	// Records is the number of complete records that the caller is likely to request next. A remote
	// retriever may prefetch them.
	Records int
}

// For returns the request for an index with vectors of the given embedder and length. If they are
// vectors of a part of the request's embedder, it takes the same part of the request's vectors.
func (r Request) For(embedder string, dim int) Request {
	if r.Embedder == embedder || !Includes(r.Embedder, embedder) || len(r.Vector) < dim {
		return r
	}
	begin := 0
	if !strings.HasPrefix(r.Embedder, embedder+"+") {
		begin = len(r.Vector) - dim
	}
	views := make([][]float32, len(r.Views))
	for i, view := range r.Views {
		if len(view) == len(r.Vector) {
			views[i] = rank.Unit(view[begin:][:dim])
		}
	}
	r.Vector, r.Views, r.Embedder = rank.Unit(r.Vector[begin:][:dim]), views, embedder
	return r
}

// Includes reports whether the vectors of an embedder contain those of another one, or are the same;
// see ExtendingEmbedder.
func Includes(embedder, other string) bool {
	return other != "" && slices.Contains(strings.Split(embedder, "+"), other) || embedder == other
}

// Years is an inclusive range of years; 0 leaves an end open. A paper of unknown year is outside every
// bounded range.
type Years struct{ From, To int }

// Bounded reports whether the range has at least one bound.
func (y Years) Bounded() bool { return y != Years{} }

// A Candidate is a paper with its first-stage scores.
type Candidate struct {
	Paper  *paper.Paper // without Body and References
	BM25   float64      // BM25 score divided by its maximum for the query: from 0 to 1, comparable across corpora
	Cosine float64      // from -1 to 1
	Views  []float64    // cosines to the request's Views; 0 for a nil view
	// Profile is the score of the work's mentions in other papers; 0 if unknown.
	Profile float64 `json:",omitempty"`
	// Together is the number of pairs of a citing paper and another work, where the paper cites both
	// works and the manuscript cites the other one; see profile.Hit. The engine sets it.
	Together float64 `json:"-"`
}

// A List holds the candidates from one retriever.
type List struct {
	Candidates []Candidate
	Lexical    bool // whether BM25 is set
	Semantic   bool // whether Cosine and Views are set
}

// An Embedder maps texts to unit vectors, such that texts on similar topics have similar vectors.
type Embedder interface {
	ID() string // ID identifies model and version. Only vectors with the same ID are comparable.
	Dim() int
	// Embed returns one unit vector of Dim components for each text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// An ExtendingEmbedder extends the vectors of another embedder, which take most of the time. An index
// with the vectors of that embedder can therefore be brought up to date quickly.
type ExtendingEmbedder interface {
	Embedder
	// Part returns the embedder whose vectors are extended. The ID of an ExtendingEmbedder is that of its
	// part, a plus sign, and that of a second embedder. Its vectors begin with those of its part and end
	// with those of the second one, up to factors.
	Part() Embedder
	// Extend returns the vectors of texts, given their vectors from Part.
	Extend(ctx context.Context, texts []string, parts [][]float32) ([][]float32, error)
}

// A Reranker scores the candidates of all corpora. Scores are parallel to the candidates; higher is
// better. Scores from different calls are not comparable. A non-empty note means that a component failed
// and that the scores come from a fallback.
type Reranker interface {
	Rerank(ctx context.Context, req RerankRequest) (scores []float64, note string, err error)
}

// A RerankRequest is a request to score candidates.
type RerankRequest struct {
	Query    Query
	Vector   []float32 // vector of the query; see Request
	Embedder string
	// Companions is the trust in Candidate.Together, from 0 to 1. It estimates the share of the
	// manuscript's works that papers cite together with its other works.
	Companions float64
	Candidates []Candidate // candidates in the order of the first stage
}
