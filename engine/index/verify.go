package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
)

// Verify reads the published snapshot of dir as a whole and returns what is
// damaged. Any changed byte is found. Where a writer publishes meanwhile and
// removes what was being read, it starts again.
func Verify(ctx context.Context, dir string) ([]Damage, error) {
	for range maxLooks {
		c, err := readCurrent(ctx, dir)
		if errors.Is(err, errDamagedCurrent) {
			return []Damage{{filepath.Join(dir, currentFile), -1, errDamagedCurrent.Error()}}, nil
		}
		if err != nil {
			return nil, err
		}
		damages, err := verifySnapshot(ctx, dir, c)
		if err != nil || len(damages) == 0 {
			return nil, err
		}
		if now, err := readCurrent(ctx, dir); err != nil || now == c {
			return damages, err
		}
	}
	return nil, fmt.Errorf("%s: changes faster than it can be read: try again when its writer is done", dir)
}

func verifySnapshot(ctx context.Context, dir string, c current) (damages []Damage, err error) {
	state, err := readState(ctx, dir, c)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{{filepath.Join(dir, c.name), -1, reasonOf(err)}}, nil
	}
	if err := state.outdated(dir, c); err != nil {
		return nil, err
	}
	for _, s := range state.Segments {
		found, err := verifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return nil, err
		}
		damages = append(damages, found...)
	}
	return damages, nil
}

// verifySegment fails only where it is cancelled.
func verifySegment(ctx context.Context, folder, hash string) (damages []Damage, err error) {
	m, err := readManifest(ctx, folder, hash)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{{filepath.Join(folder, manifestFile), -1, reasonOf(err)}}, nil
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		damages = append(damages, compareSums(ctx, filepath.Join(folder, name), m.Files[name])...)
	}
	return damages, ctx.Err()
}

// reasonOf is an error without the path that a Damage names already.
func reasonOf(err error) string {
	var damaged damagedError
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
