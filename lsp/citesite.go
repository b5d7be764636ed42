package lsp

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

func (s *server) siteAt(ctx context.Context, d *workspace.Document, offset int) (cite.Site, bool) {
	return cite.SiteAt(ctx, s.files, s.currentSettings(), d, offset)
}

// citeHost shows to the user what package cite has to say.
type citeHost struct{ s *server }

func (h citeHost) WarnOnce(ctx context.Context, notes ...string) { h.s.warnOnce(ctx, notes...) }

func (h citeHost) WarnOf(ctx context.Context, notices ...app.Notice) { h.s.warnOfOnce(ctx, notices...) }

func (h citeHost) Go(name string, work func()) { h.s.goSafe(name, work) }

func (h citeHost) Working(ctx context.Context, title string) (context.Context, func(string)) {
	return h.s.report(ctx, nil, title)
}

// WarnOfBib warns of each hindrance once. Where the server makes the .bib, it makes its
// folder too. A .bib itself has none.
func (h citeHost) WarnOfBib(ctx context.Context, d *workspace.Document, path string) {
	if d.IsBib() {
		return
	}
	for _, hindrance := range h.s.files.Hindrances(ctx, d, path) {
		if h.s.caps.createFiles || !errors.Is(hindrance, workspace.ErrNoFolder) {
			h.s.warnOnce(ctx, files.Explain(hindrance))
		}
	}
}
