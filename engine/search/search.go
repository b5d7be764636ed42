// Package search ranks papers for a query: its terms and vectors, the
// scores of what retrievers found without scores, one pool of all their candidates, and
// the rerankers with their weights.
package search

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Query asks for papers worth citing after a piece of text.
type Query struct {
	Context  []string // sentences before the cursor, oldest first, free of markup
	Keywords string   // in the language of package keyword; may be empty
	YearFrom int      // no paper older than this; 0 for no bound
	YearTo   int      // no paper newer than this; 0 for no bound
	Limit    int      // how many papers to return
	Quick    bool     // leave out what takes more than a few hundredths of a second
	Strict   bool     // no papers rather than those that the keywords match less closely

	Manuscript Manuscript
}

// Phrases are the keywords that ask for something, as they were written.
func (q Query) Phrases() []string {
	expr, _ := keyword.Parse(q.Keywords)
	return keyword.Positive(expr)
}

// A Manuscript is what is known of the text that will cite.
type Manuscript struct {
	Title string      // a record of the manuscript is never suggested to itself; "" where unknown
	Works []paper.Ref // works that it cites already
}

// A Request asks one retriever for candidates.
type Request struct {
	Expr     keyword.Expr // papers that it does not match do not pass; nil lets every paper pass
	Years    Years        // papers of other years do not pass
	Context  []string     // sentences before the cursor, oldest first
	Keywords []string     // what the papers should be about, whether Expr asks for it or not
	Vector   []float32    // of context and keywords, unit length; nil where there is no embedder
	Views    [][]float32  // more vectors to compare the candidates with; any may be nil
	Embedder string       // ID of the embedder that made Vector and Views
	// Limit is how many papers to return by each score that the retriever has; of
	// 0 only Matching is asked for.
	Limit int
	// Records is how many whole records are likely to be asked for next; a retriever far away
	// may fetch them along.
	Records int
}

// Years are those from From to To, both included; 0 is an open end. A paper of an
// unknown year is of none of them.
type Years struct{ From, To int }

// Bounded reports whether there is an end that is not open.
func (y Years) Bounded() bool { return y != Years{} }

// A Candidate is a paper with the scores of the first stage.
type Candidate struct {
	Paper  *paper.Paper // without Body and References
	BM25   float64      // divided by the best score the query could get: 0..1, comparable between corpora
	Cosine float64      // -1..1
	Views  []float64    // cosines, parallel to the request's Views; 0 for a nil one
}

// A List is what one retriever found.
type List struct {
	Candidates []Candidate
	Lexical    bool // whether BM25 is set
	Semantic   bool // whether Cosine and Views are set
}

// An Embedder turns texts into unit vectors that are close where the texts
// are about the same thing.
type Embedder interface {
	ID() string // names model and version; vectors of different IDs are never compared
	Dim() int
	// Embed returns one vector of Dim floats and unit length for each text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A FastEmbedder is an Embedder that takes microseconds a text.
type FastEmbedder interface {
	Embedder
	Fast() bool
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
