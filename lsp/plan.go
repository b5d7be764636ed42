package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A plan is a planner of keys and entries with the .bib that it writes into.
type plan struct {
	*bib.Planner
	target workspace.Bibliography // as it was
	engine *engine.Engine
}

func (s *server) plan(ctx context.Context, d *workspace.Document) (plan, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return plan{}, err
	}
	target, err := s.bibFor(ctx, d)
	if err != nil {
		return plan{}, err
	}
	bibs := s.files.Bibliographies(ctx, d)
	if err := ctx.Err(); err != nil {
		return plan{}, err
	}
	return plan{planIn(bibs, target, s.currentSettings().KeyPattern), target, e}, nil
}

func planIn(bibs []workspace.Bibliography, target workspace.Bibliography, pattern string) *bib.Planner {
	at := slices.IndexFunc(bibs, func(b workspace.Bibliography) bool { return b.Path == target.Path })
	return bib.NewPlanner(filesOf(bibs), at, pattern)
}

func filesOf(bibs []workspace.Bibliography) []*bib.File {
	files := make([]*bib.File, len(bibs))
	for i, b := range bibs {
		files[i] = b.File
	}
	return files
}

func entryIn(bibs []workspace.Bibliography, paper *engine.Paper) *bib.Entry {
	return bib.FindCitable(filesOf(bibs), app.NewWorkOf(paper))
}

// keyOf is the key that a paper is cited by, see app.KeyOf.
func (p plan) keyOf(ctx context.Context, paper *engine.Paper) string {
	return app.KeyOf(ctx, p.engine, p.Planner, paper)
}

// change is all that was planned; its bib is nil where nothing was added.
func (p plan) change(key string) change {
	entry, added := p.Insertion()
	if !added {
		return change{}
	}
	return change{bib: &p.target, entry: entry, key: key}
}
