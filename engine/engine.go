package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Parts are the components of an Engine. Only Retrievers is required. If Embedder is nil, searches use only
// BM25. Any other part that is nil is replaced by its simplest implementation.
type Parts struct {
	Retrievers []Retriever
	Embedder   Embedder
	Reranker   Reranker
	Extractor  Extractor
	Writer     Writer
	Citations  *search.CitationGraph // citation graph of the linear reranker; may be nil
	// Cross rescores the best candidates if Reranker is nil. It may be nil.
	Cross search.CrossEncoder
	// Judge checks claims, answers and drafts against the text of papers. It may be nil.
	Judge judge.Network
	// Prefetch is the number of candidates that BM25, embedding and profiles each contribute per corpus.
	// 0 means 150, or the query's limit if that is higher.
	Prefetch int
	// Since is the earliest publication year of suggested papers; 0 means no limit. Years in the
	// query or its keywords take precedence.
	Since int
	// Patience is the timeout for retrievers that do not set one; 0 means ten seconds.
	Patience time.Duration
}

// An Engine answers queries over several corpora. It is safe for concurrent use.
type Engine struct {
	parts    Parts
	sources  []*source
	vectors  *search.Vectors
	outcomes *Outcomes // set only in a view that records outcomes; see Recorded
}

// New returns an engine built from parts.
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

// ErrNoIndex is returned if an engine has no retrievers.
var ErrNoIndex = errors.New("no index with papers is configured: try `scilit-lsp demo`, " +
	"which builds one from its bundled papers; or build your own with " +
	"`scilit-lsp index build --out DIR FILE...` and list its folder in the scilit.indexes setting; " +
	"or list folders of papers in the scilit.library.folders setting")

// Close closes the retrievers. It also closes the writer, the cross-encoder and the judge if they implement
// io.Closer. It does not close the embedder, which other engines may share. Call it after the last request.
func (e *Engine) Close() (err error) {
	for _, part := range []any{e.parts.Writer, e.parts.Cross, e.parts.Judge} {
		if open, ok := part.(io.Closer); ok {
			err = errors.Join(err, open.Close())
		}
	}
	for _, s := range e.sources {
		err = errors.Join(err, s.Close())
	}
	return err
}

// EmbedderID returns the ID of the embedder, or "" if the engine uses only BM25.
func (e *Engine) EmbedderID() string {
	if e.parts.Embedder == nil {
		return ""
	}
	return e.parts.Embedder.ID()
}

// Judge returns the network that judges claims, or nil.
func (e *Engine) Judge() judge.Network { return e.parts.Judge }

// Infos describes the corpora in the order of the settings. It omits corpora that fail and returns their
// errors.
func (e *Engine) Infos(ctx context.Context) ([]Info, error) {
	replies := infosOf(ctx, e.sources)
	return answered(replies), failuresOf(replies)
}

// Highlight returns up to max key sentences of p in document order. They come from the full text, or from
// the abstract if p has no full text. The selection favours sentences close to about, which is a topic or a
// citing sentence.
func (e *Engine) Highlight(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error) {
	return e.parts.Extractor.Extract(ctx, p, about, max)
}

// Draft writes a sentence that cites a paper. For the best result, the request should contain a complete
// record, as returned by Papers.
func (e *Engine) Draft(ctx context.Context, req DraftRequest) (Draft, error) {
	return first(e.Drafts(ctx, req, 1))
}

func first(drafts []Draft, err error) (Draft, error) {
	if err != nil {
		return Draft{}, err
	}
	return drafts[0], nil
}

// Drafts writes between one and n alternative sentences that cite a paper, in the Writer's order. Those that
// contradict the request's claim are marked as contrasts if there is a Judge.
func (e *Engine) Drafts(ctx context.Context, req DraftRequest, n int) ([]Draft, error) {
	if req.Paper == nil {
		return nil, errors.New("the request names no paper to cite")
	}
	return e.write(ctx, e.parts.Writer, req, n)
}

// write returns the drafts of a writer and marks the contrasts among them.
func (e *Engine) write(ctx context.Context, w Writer, req DraftRequest, n int) ([]Draft, error) {
	drafts, err := w.Write(ctx, req, n)
	if err != nil {
		return nil, err
	}
	return drafts, draft.MarkContrasts(ctx, e.parts.Judge, req, drafts)
}

// Composed returns a draft by the Composer without its Reviewer, even if another Writer is set. It takes
// milliseconds, unless rules find that the draft contradicts the request's claim, which the judge then reads.
func (e *Engine) Composed(ctx context.Context, req DraftRequest) (Draft, error) {
	var composer Composer
	switch w := e.parts.Writer.(type) {
	case Composer:
		composer = w
	case CheckedWriter:
		composer = w.Composer
	}
	composer.Reviewer = nil
	return first(e.write(ctx, composer, req, 1))
}

// WritesByModel reports whether a language model writes the drafts.
func (e *Engine) WritesByModel() bool {
	_, composes := e.parts.Writer.(Composer)
	return !composes
}

// DraftsByModel reports whether a model writes or reviews the drafts.
func (e *Engine) DraftsByModel() bool {
	composer, composes := e.parts.Writer.(Composer)
	return !composes || composer.Reviewer != nil
}

// DraftsAhead reports whether a draft is worth preparing before the user requests it: a model takes part,
// which takes time, but it costs nothing and sends nothing.
func (e *Engine) DraftsAhead() bool {
	paid, knows := e.parts.Writer.(interface{ Spends() bool })
	return e.DraftsByModel() && !(knows && paid.Spends())
}
