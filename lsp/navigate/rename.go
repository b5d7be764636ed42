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

var errNoKey = errors.New("there is no citation key at the cursor")

// Renamed is the key at an offset, which a renaming would replace.
func Renamed(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int) (key string, span doc.Span, err error) {
	key, span, ok := files.KeyAt(ctx, d, offset)
	if !ok {
		return "", span, errNoKey
	}
	return key, span, nil
}

// Rename lists the places that get a new key: in the .bib of the entry and in all
// manuscripts that use that .bib, file by file.
func Rename(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int, newKey string) ([]workspace.Mention, error) {
	key, _, err := Renamed(ctx, files, d, offset)
	if err != nil {
		return nil, err
	}
	in := files.ScopeOf(ctx, d)
	if err := checkNewKey(in.Bibs, key, newKey); err != nil {
		return nil, err
	}
	return files.Mentions(in, key), nil
}

// checkNewKey says why no entry of these files can get a key. Only the entry
// itself may have it already, in other case.
func checkNewKey(bibs []workspace.Bibliography, key, newKey string) error {
	if err := bib.CheckKey(newKey); err != nil {
		return fmt.Errorf("%q cannot be a key: %w", newKey, err)
	}
	for _, b := range bibs {
		taken := b.File.ByKeyFolded(newKey)
		if taken == nil || taken.Key == key {
			continue
		}
		line, _ := b.File.Position(taken.Start)
		return fmt.Errorf("the key %s is taken: %s, line %d; choose another", taken.Key, filepath.Base(b.Path), line)
	}
	return nil
}
