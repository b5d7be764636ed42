package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Parts are what an Engine is put together from. Only Retrievers is needed;
// a nil part is replaced by the plain one, and a nil Embedder leaves the
// search to BM25.
type Parts struct {
	Retrievers []Retriever
	Embedder   Embedder
	Reranker   Reranker
	Extractor  Extractor
	Writer     Writer
	Citations  *search.CitationGraph // what the linear reranker knows of who cites what; may be nil
	// Cross reads the best candidates where there is no Reranker; may be nil.
	Cross search.CrossEncoder
	// Prefetch is how many candidates each of BM25 and embedding hands on from one
	// corpus; where it is 0, 150, or as many as a query asks for.
	Prefetch int
	// Patience is how long a retriever may take that says nothing of its limits; ten
	// seconds where it is 0.
	Patience time.Duration
}

// An Engine answers queries over several corpora. It is safe for concurrent use.
type Engine struct {
	parts   Parts
	sources []*source
	vectors *search.Vectors
}

// New returns an engine made of parts.
func New(parts Parts) *Engine {
	if parts.Reranker == nil {
		parts.Reranker = rerankerOf(parts)
	}
	if parts.Extractor == nil {
		parts.Extractor = highlight.Extractor{}
	}
	if parts.Writer == nil {
		parts.Writer = Composer{}
	}
	parts.Patience = cmp.Or(parts.Patience, corpusPatience)
	e := &Engine{parts: parts, vectors: search.NewVectors(parts.Embedder)}
	for i, r := range parts.Retrievers {
		e.sources = append(e.sources, newSource(i, r, parts.Patience))
	}
	return e
}

func rerankerOf(parts Parts) Reranker {
	linear := search.LinearReranker{Citations: parts.Citations}
	if parts.Cross == nil {
		return linear
	}
	return &search.CascadeReranker{Linear: linear, Cross: parts.Cross}
}

// ErrNoIndex is returned where an engine has nothing to search.
var ErrNoIndex = errors.New("no index is configured: try `scilit-lsp demo`, which makes one of papers that come with it; or build one of your own with `scilit-lsp index build --out DIR FILE...` and name its folder in the setting scilit.indexes; or name folders of papers in scilit.library.folders")

// Close closes the retrievers, and the writer and the cross-encoder where they can
// be closed, once it has no user any more. The embedder may be another one's too.
func (e *Engine) Close() (err error) {
	for _, part := range []any{e.parts.Writer, e.parts.Cross} {
		if open, ok := part.(io.Closer); ok {
			err = errors.Join(err, open.Close())
		}
	}
	for _, s := range e.sources {
		err = errors.Join(err, s.Close())
	}
	return err
}

// EmbedderID names the embedder of the queries, "" where there is none and the
// search is by BM25 alone.
func (e *Engine) EmbedderID() string {
	if e.parts.Embedder == nil {
		return ""
	}
	return e.parts.Embedder.ID()
}

// Infos describes the corpora in the order they were given. A corpus that
// fails is left out and its error joined into err; the others are described.
func (e *Engine) Infos(ctx context.Context) ([]Info, error) {
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) (Info, error) {
		info, err := s.Info(ctx)
		info.Host = s.limits.Host
		return info, err
	})
	return answered(replies), failuresOf(replies)
}

// Highlight picks at most max sentences of p that matter, in the order of the
// paper: from its full text, or from its abstract where there is none. about
// biases the choice towards a topic or a citing sentence.
func (e *Engine) Highlight(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error) {
	return e.parts.Extractor.Extract(ctx, p, about, max)
}

// Draft writes the sentence that cites a paper. The paper is best a whole
// record as Papers returns it.
func (e *Engine) Draft(ctx context.Context, req DraftRequest) (Draft, error) {
	drafts, err := e.Drafts(ctx, req, 1)
	if err != nil {
		return Draft{}, err
	}
	return drafts[0], nil
}

// Drafts writes at least one and at most n sentences that may cite a paper,
// the best first, each saying something else.
func (e *Engine) Drafts(ctx context.Context, req DraftRequest, n int) ([]Draft, error) {
	if req.Paper == nil {
		return nil, errors.New("no paper to cite")
	}
	return e.parts.Writer.Write(ctx, req, n)
}

// Composed is the sentence that the Composer makes, in milliseconds, whatever else writes.
func (e *Engine) Composed(ctx context.Context, req DraftRequest) (Draft, error) {
	var composer Composer
	switch w := e.parts.Writer.(type) {
	case Composer:
		composer = w
	case CheckedWriter:
		composer = w.Composer
	}
	drafts, err := composer.Write(ctx, req, 1)
	if err != nil {
		return Draft{}, err
	}
	return drafts[0], nil
}

// WritesByModel reports whether drafts take long enough to be made ahead, and cost nothing
// but time.
func (e *Engine) WritesByModel() bool {
	_, composes := e.parts.Writer.(Composer)
	paid, knows := e.parts.Writer.(interface{ Spends() bool })
	return !composes && !(knows && paid.Spends())
}
