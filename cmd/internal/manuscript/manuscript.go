// Package manuscript reads a manuscript and its bibliographies from files for commands.
package manuscript

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// maxText is the maximum size of a manuscript, in bytes. The language server has the same limit.
const maxText = 20 << 20

// MaxCitations is the maximum number of citations whose support is graded.
const MaxCitations = 20_000

// Open reads a manuscript into a new workspace. If the manuscript names no bibliography, Open
// chooses the nearby .bib file that defines most of the cited keys.
func Open(ctx context.Context, name string) (*workspace.Workspace, *workspace.Document, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	raw, err := files.Read(ctx, path, maxText)
	if err != nil {
		return nil, nil, err
	}
	document := workspace.NewDocument(doc.NewSnapshot(workspace.URIOf(path), "", 0, string(raw)))
	if document.Markup == nil {
		return nil, nil, fmt.Errorf("%w: %s is neither a reference list nor a manuscript in a supported format; give a "+
			"file such as refs.bib or paper.tex", cli.ErrUsage, name)
	}
	w := workspace.New()
	w.Put(document)
	if near := w.NearBib(ctx, document); near != "" {
		w.SetBibRules(workspace.BibRules{Default: near})
	}
	return w, document, ctx.Err()
}

// Citations returns the citations in all files of a manuscript, one per cited key. display converts
// file paths to the form shown to users.
func Citations(ctx context.Context, w *workspace.Workspace, d *workspace.Document,
	display func(path string) string) (all []support.Citation) {
	parts := w.Project(ctx, d)
	title := ""
	for _, part := range parts {
		title = cmp.Or(title, part.Manuscript.Title)
	}
	works := worksOf(w.BibsOf(ctx, d))
	for _, part := range parts {
		for _, c := range part.Manuscript.Citations[:min(len(part.Manuscript.Citations), MaxCitations+1)] {
			claim, _ := cite.ClaimOf(part.Doc, c)
			claim.Title = title
			for _, key := range c.Keys {
				line := part.Doc.Position(key.Start, doc.UTF8).Line + 1
				all = append(all, support.Citation{Path: display(part.Path), Line: int(line), Key: key.Name, Claim: claim,
					Work: works[key.Name]})
			}
		}
	}
	return all
}

// worksOf maps citation keys to works. If several entries have the same key, the first one counts.
func worksOf(bibs []workspace.Bibliography) map[string]engine.WorkRef {
	works := make(map[string]engine.WorkRef)
	for _, b := range bibs {
		if b.File == nil {
			continue
		}
		for i := range b.File.Entries {
			if key := b.File.Entries[i].Key; works[key] == (engine.WorkRef{}) {
				works[key] = app.RefOf(&b.File.Entries[i])
			}
		}
	}
	return works
}
