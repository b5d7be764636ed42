package lsp

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

func (s *server) siteAt(ctx context.Context, d *workspace.Document, offset int) (cite.Site, bool) {
	return cite.SiteAt(ctx, s.files, s.currentSettings(), d, offset)
}

func (s *server) query(ctx context.Context, p cite.Site, limit int) engine.Query {
	return p.Shared().Query(limit, s.manuscriptOf(ctx, p.Doc))
}

// manuscriptOf gathers over all files of a document its title and the works it
// cites, as far as its .bib has them.
func (s *server) manuscriptOf(ctx context.Context, d *workspace.Document) (m engine.Manuscript) {
	var keys []string
	for _, part := range s.files.Project(ctx, d) {
		m.Title = cmp.Or(m.Title, part.Manuscript.Title)
		keys = append(keys, part.Manuscript.CitedKeys()...)
	}
	slices.Sort(keys)
	bibs := s.files.Bibliographies(ctx, d)
	for _, key := range slices.Compact(keys) {
		for _, b := range bibs {
			if entry := b.File.ByKey(key); entry != nil {
				m.Works = append(m.Works, app.RefOf(entry))
				break
			}
		}
	}
	return m
}

// citeHost shows to the user what package cite has to say.
type citeHost struct{ s *server }

func (h citeHost) WarnOnce(ctx context.Context, notes ...string) { h.s.warnOnce(ctx, notes...) }

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
