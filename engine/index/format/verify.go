package format

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
)

// VerifySegment compares the files of a segment with its manifest and returns the damaged places.
// It fails only if ctx is cancelled.
func VerifySegment(ctx context.Context, folder, hash string) (damages []Damage, err error) {
	m, err := ReadManifest(ctx, folder, hash)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{Unreadable(filepath.Join(folder, ManifestFile), err)}, nil
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		damages = append(damages, compareSums(ctx, filepath.Join(folder, name), m.Files[name])...)
	}
	return damages, ctx.Err()
}

// Unreadable returns the Damage for a file that cannot be read.
func Unreadable(path string, err error) Damage { return Damage{path, -1, reasonOf(err)} }

// reasonOf returns the text of an error without the path, which is in Damage.File.
func reasonOf(err error) string {
	var damaged DamagedError
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "missing"
	case errors.As(err, &damaged):
		return damaged.reason
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}
