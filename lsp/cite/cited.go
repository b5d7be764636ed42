package cite

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// CitedKeys returns the keys cited by the sentence at the site, including those in its footnotes.
func (p Site) CitedKeys() []string {
	s, ok := p.Manuscript.SentenceAt(p.Offset)
	if !ok {
		return nil
	}
	return p.Manuscript.KeysIn(doc.Span{Start: s.Start, End: s.Tail})
}

// IsCited returns a function that reports whether the sentence at the site already cites a paper.
func (p Site) IsCited(ctx context.Context, files *workspace.Workspace) func(engine.Hit) bool {
	keys := p.CitedKeys()
	if len(keys) == 0 {
		return func(engine.Hit) bool { return false }
	}
	bibs := files.Plan(ctx, p.Doc, files.Bibliographies(ctx, p.Doc), plan.Options{})
	return func(f engine.Hit) bool {
		entry := bibs.Find(f.Paper)
		return entry != nil && slices.Contains(keys, entry.Key)
	}
}

// CitedLast returns the papers with those that the sentence already cites moved to the end.
func (p Site) CitedLast(ctx context.Context, files *workspace.Workspace, papers []engine.Hit) []engine.Hit {
	isCited := p.IsCited(ctx, files)
	rank := func(f engine.Hit) int {
		if isCited(f) {
			return 1
		}
		return 0
	}
	papers = slices.Clone(papers)
	slices.SortStableFunc(papers, func(a, b engine.Hit) int { return rank(a) - rank(b) })
	return papers
}

// NotCited returns the papers that the sentence does not cite yet.
func (p Site) NotCited(ctx context.Context, files *workspace.Workspace, papers []engine.Hit) []engine.Hit {
	return slices.DeleteFunc(slices.Clone(papers), p.IsCited(ctx, files))
}
