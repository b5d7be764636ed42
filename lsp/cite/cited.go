package cite

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// CitedKeys are the keys that the sentence at the place cites already, notes
// that hang on it included.
func (p Site) CitedKeys() []string {
	s, ok := p.Manuscript.SentenceAt(p.Offset)
	if !ok {
		return nil
	}
	return p.Manuscript.KeysIn(doc.Span{Start: s.Start, End: s.Tail})
}

// IsCited says of a paper whether the sentence at a place cites it.
func (p Site) IsCited(ctx context.Context, files *workspace.Workspace) func(engine.Found) bool {
	keys := p.CitedKeys()
	if len(keys) == 0 {
		return func(engine.Found) bool { return false }
	}
	all := workspace.FilesOf(files.Bibliographies(ctx, p.Doc))
	return func(f engine.Found) bool {
		entry := bib.FindCitable(all, app.NewWorkOf(f.Paper))
		return entry != nil && slices.Contains(keys, entry.Key)
	}
}

// CitedLast moves papers behind the others that the sentence cites already.
func (p Site) CitedLast(ctx context.Context, files *workspace.Workspace, papers []engine.Found) []engine.Found {
	isCited := p.IsCited(ctx, files)
	rank := func(f engine.Found) int {
		if isCited(f) {
			return 1
		}
		return 0
	}
	papers = slices.Clone(papers)
	slices.SortStableFunc(papers, func(a, b engine.Found) int { return rank(a) - rank(b) })
	return papers
}

// NotCited leaves out papers that the sentence cites already.
func (p Site) NotCited(ctx context.Context, files *workspace.Workspace, papers []engine.Found) []engine.Found {
	return slices.DeleteFunc(slices.Clone(papers), p.IsCited(ctx, files))
}
