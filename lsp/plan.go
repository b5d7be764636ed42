package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A plan is a planner of keys and entries with the .bib that it writes into.
type plan struct {
	*bib.Planner
	target workspace.Bibliography // as it was
}

func (s *server) plan(ctx context.Context, d *workspace.Document) (plan, error) {
	target, err := s.bibFor(ctx, d)
	if err != nil {
		return plan{}, err
	}
	bibs := s.files.Bibliographies(ctx, d)
	if err := ctx.Err(); err != nil {
		return plan{}, err
	}
	return plan{workspace.NewPlanner(bibs, target, s.currentSettings().KeyPattern), target}, nil
}

// keyOf is the key that a paper is cited by; its entry is planned where there is
// none. The user's library may know the work by more names than the paper does.
func (s *server) keyOf(ctx context.Context, p plan, paper *engine.Paper) string {
	if entry := p.Find(app.NewWorkOf(paper)); entry != nil {
		return entry.Key
	}
	return p.Cite(s.newWork(ctx, paper))
}

// newWork is a paper as it would get into a .bib: as the user's library has it,
// where it does.
func (s *server) newWork(ctx context.Context, paper *engine.Paper) bib.NewWork {
	return app.NewWorkOf(s.own(ctx, paper))
}

func entryIn(bibs []workspace.Bibliography, paper *engine.Paper) *bib.Entry {
	return bib.FindCitable(workspace.FilesOf(bibs), app.NewWorkOf(paper))
}

// change is all that was planned; its bib is nil where nothing was added.
func (p plan) change(key string) change {
	entry, added := p.Insertion()
	if !added {
		return change{}
	}
	return change{bib: &p.target, entry: entry, key: key}
}
