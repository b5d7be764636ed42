// Package navigate finds where citation keys are declared and named, renames them,
// and lists what a .bib has and points to.
package navigate

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Definitions are the declarations of the key at an offset: from a citation, or a
// field that refers to an entry, to the entry.
func Definitions(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int) (found []workspace.Mention) {
	key, _, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return nil
	}
	for _, m := range files.Mentions(workspace.Scope{Bibs: files.BibsOf(ctx, d)}, key) {
		if m.Declares {
			found = append(found, m)
		}
	}
	return found
}

// References are all places that name the entry of the key at an offset, the entry
// itself only where declarations are wanted.
func References(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int, declarations bool) (found []workspace.Mention) {
	key, _, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return nil
	}
	for _, m := range files.Mentions(files.ScopeOf(ctx, d), key) {
		if !m.Declares || declarations {
			found = append(found, m)
		}
	}
	return found
}

// A Highlight is a place in a file that names an entry.
type Highlight struct {
	Span     doc.Span
	Declares bool
}

// Highlights are the places in one file that name the same entry as the key at an
// offset.
func Highlights(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int) (found []Highlight) {
	key, _, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return nil
	}
	for _, span := range d.Manuscript().KeysNamed(key) {
		found = append(found, Highlight{Span: span})
	}
	if d.IsBib() {
		for _, m := range files.BibOf(ctx, d).File.Mentions(key) {
			found = append(found, Highlight{doc.Span(m.Span), m.Declares})
		}
	}
	return found
}
