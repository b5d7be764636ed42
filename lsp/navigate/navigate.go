// Package navigate finds the definitions and mentions of citation keys, renames keys, and lists the
// entries and links in a .bib.
package navigate

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Definitions returns the definitions of the key at an offset, which may be in a citation or in a
// field that refers to another entry.
func Definitions(
	ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int,
) (found []workspace.Mention) {
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

// References returns all mentions of the key at an offset. It includes definitions if declarations
// is set.
func References(
	ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int, declarations bool,
) (found []workspace.Mention) {
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

// A Highlight is a mention of a key in the current file.
type Highlight struct {
	Span     doc.Span
	Declares bool
}

// Highlights returns all mentions of the key at an offset within the same file.
func Highlights(
	ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int,
) (found []Highlight) {
	key, _, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return nil
	}
	in := workspace.Scope{Bibs: files.BibsOf(ctx, d)}
	same := func(other string) bool { return in.SameKey(key, other) }
	for _, span := range d.Manuscript().KeysNamed(same) {
		found = append(found, Highlight{Span: span})
	}
	if d.IsBib() {
		for _, m := range files.BibOf(ctx, d).File.Mentions(same) {
			found = append(found, Highlight{doc.Span(m.Span), m.Declares})
		}
	}
	return found
}
