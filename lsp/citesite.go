package lsp

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

func (s *session) siteAt(ctx context.Context, d *workspace.Document, offset int) (cite.Site, bool) {
	return cite.SiteAt(ctx, s.files, s.currentSettings(), d, offset)
}

// citeHost implements cite.Host with messages and progress in the editor.
type citeHost struct{ s *session }

func (h citeHost) WarnOnce(ctx context.Context, notes ...string) { h.s.warnOnce(ctx, notes...) }

func (h citeHost) WarnOf(ctx context.Context, notices ...wire.Notice) {
	h.s.warnOfOnce(ctx, notices...)
}

func (h citeHost) Go(name string, work func()) { h.s.goSafe(name, work) }

func (h citeHost) Working(ctx context.Context, title string) (context.Context, func(string)) {
	return h.s.report(ctx, nil, title)
}

// WarnOfBib warns once about each obstacle to editing a .bib. A missing folder is no obstacle if
// the server creates the .bib.
func (h citeHost) WarnOfBib(ctx context.Context, d *workspace.Document, path string) {
	if d.IsBib() {
		return
	}
	for _, obstacle := range h.s.files.Obstacles(ctx, d, path) {
		if h.s.caps.createFiles || !errors.Is(obstacle, workspace.ErrNoFolder) {
			h.s.warnOnce(ctx, files.Explain(obstacle))
		}
	}
}
