package online

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// FullText reads the TeX source of a preprint. A preprint submitted as PDF has none.
func (a *arXiv) FullText(ctx context.Context, r *Record) (*paper.Paper, error) {
	if r.ArXiv == "" {
		return nil, a.fail(NotFound, 0, "the paper has no arXiv identifier", nil)
	}
	id := ID{ArXiv, r.ArXiv, 0}
	if r.Type == Preprint {
		id.Version = r.Version
	}
	name := strings.ReplaceAll(url.PathEscape(strings.TrimPrefix(id.String(), "arxiv:")), "%2F", "/")
	source := request{url: a.base("/e-print/" + name), media: asBytes, limit: maxFullText, age: recordAge, lookup: true}
	return ask(ctx, a.service, source, func(body []byte) (*paper.Paper, error) { return a.source(ctx, body, r) })
}

func (a *arXiv) source(ctx context.Context, body []byte, r *Record) (*paper.Paper, error) {
	if bytes.HasPrefix(body, []byte("%PDF")) {
		return nil, a.fail(NotFound, 0, "only a PDF was submitted, without source", nil)
	}
	found, err := corpus.Record(ctx, "LaTeX source", body)
	if err != nil {
		return nil, err
	}
	whole := r.Paper
	whole.Body, whole.References = found.Body, found.References
	return &whole, nil
}
