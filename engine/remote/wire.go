// Package remote is a corpus on another machine: a retriever that asks over HTTP, and
// the answers of the other side.
package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// The paths of questions, below the address of a corpus.
const (
	infoPath   = "/info"
	searchPath = "/search"
	papersPath = "/papers"
)

// Bounds on what one side takes from the other: each may be a stranger.
const (
	maxQuestion  = 4 << 20  // bytes
	maxReply     = 64 << 20 // bytes
	maxRefs      = 1000
	maxLimit     = 1000
	maxViews     = 8
	maxDimension = 1 << 14
)

// A searchQuestion is an engine.Request as JSON.
type searchQuestion struct {
	Expr     keyword.Tree `json:"expr"`
	Years    engine.Years `json:"years"`
	Context  []string     `json:"context,omitempty"`
	Keywords []string     `json:"keywords,omitempty"`
	Vector   []float32    `json:"vector,omitempty"`
	Views    [][]float32  `json:"views,omitempty"`
	Embedder string       `json:"embedder,omitempty"`
	Limit    int          `json:"limit"`
}

func questionOf(r engine.Request) searchQuestion {
	return searchQuestion{keyword.Tree{Expr: r.Expr}, r.Years, r.Context, r.Keywords, r.Vector, r.Views, r.Embedder, r.Limit}
}

func (q searchQuestion) request() (r engine.Request, err error) {
	if q.Limit < 0 || q.Limit > maxLimit || len(q.Views) > maxViews || len(q.Vector) > maxDimension {
		return r, fmt.Errorf("a limit of %d, %d views and a vector of %d numbers: at most %d, %d and %d are answered", q.Limit, len(q.Views), len(q.Vector), maxLimit, maxViews, maxDimension)
	}
	return engine.Request{
		Expr: q.Expr.Expr, Years: q.Years, Context: q.Context, Keywords: q.Keywords,
		Vector: q.Vector, Views: q.Views, Embedder: q.Embedder, Limit: q.Limit,
	}, nil
}

// Answer answers a question to a corpus, for a server of any kind. The reply is to be
// sent as JSON.
func Answer(ctx context.Context, r engine.Retriever, path string, question io.Reader) (reply any, err error) {
	switch path {
	case infoPath:
		info, err := r.Info(ctx)
		info.Path = "" // of no use elsewhere
		return info, err
	case searchPath:
		var q searchQuestion
		if err := read(question, &q); err != nil {
			return nil, err
		}
		req, err := q.request()
		if err != nil {
			return nil, err
		}
		return r.Search(ctx, req)
	case papersPath:
		var refs []engine.WorkRef
		if err := read(question, &refs); err != nil {
			return nil, err
		}
		if len(refs) > maxRefs {
			return nil, fmt.Errorf("%d papers are asked for: at most %d are answered at a time", len(refs), maxRefs)
		}
		return r.Papers(ctx, refs)
	}
	return nil, fmt.Errorf("%s: no such question; ask for %s, %s or %s", path, infoPath, searchPath, papersPath)
}

func read(question io.Reader, into any) error {
	raw, err := io.ReadAll(io.LimitReader(question, maxQuestion+1))
	if err == nil && len(raw) > maxQuestion {
		err = fmt.Errorf("a question of more than %d MB", maxQuestion>>20)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}
