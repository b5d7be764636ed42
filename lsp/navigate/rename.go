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

// checkNewKey returns an error if newKey is invalid or already in use. It may differ from key only
// in case.
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
