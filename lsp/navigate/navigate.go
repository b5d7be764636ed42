// Package navigate finds the definitions and mentions of citation keys, renames keys, and lists the
// entries and links in a .bib.
package navigate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/bib"
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

// Highlights returns all mentions, in the same file, of the key at an offset.
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

var errNoKey = errors.New("the cursor is not on a citation key")

// RenameTarget returns the key at an offset that a rename would replace.
func RenameTarget(
	ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int,
) (key string, span doc.Span, err error) {
	key, span, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return "", span, errNoKey
	}
	return key, span, nil
}

// Rename returns the mentions to replace, file by file, in the .bib files and in all manuscripts
// that use them.
func Rename(
	ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int, newKey string,
) ([]workspace.Mention, error) {
	key, _, err := RenameTarget(ctx, files, d, offset)
	if err != nil {
		return nil, err
	}
	in := files.ScopeOf(ctx, d)
	if err := checkNewKey(in, key, newKey); err != nil {
		return nil, err
	}
	return files.Mentions(in, key), nil
}

// checkNewKey returns an error if newKey is invalid or already in use. A newKey that differs from
// key only in case is accepted.
func checkNewKey(in workspace.Scope, key, newKey string) error {
	if err := bib.CheckKey(newKey); err != nil {
		return fmt.Errorf("%q cannot be a key: %w", newKey, err)
	}
	for _, b := range in.Bibs {
		taken := b.File.ByKeyFolded(newKey)
		if taken == nil || in.SameKey(taken.Key, key) {
			continue
		}
		line, _ := b.File.Position(taken.Start)
		return fmt.Errorf("the key %s is already used in %s, line %d: choose another", taken.Key, filepath.Base(b.Path), line)
	}
	return nil
}
