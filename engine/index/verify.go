package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// Verify reads the published snapshot in dir and returns the damaged places. It detects any changed
// byte. It starts again if a writer publishes another snapshot in the meantime.
func Verify(ctx context.Context, dir string) ([]Damage, error) {
	for range read.MaxLooks {
		c, err := format.ReadCurrent(ctx, dir)
		if errors.Is(err, format.ErrDamagedCurrent) {
			return []Damage{format.Unreadable(filepath.Join(dir, format.CurrentFile), format.ErrDamagedCurrent)}, nil
		}
		if err != nil {
			return nil, err
		}
		damages, err := verifySnapshot(ctx, dir, c)
		if err != nil || len(damages) == 0 {
			return nil, err
		}
		if now, err := format.ReadCurrent(ctx, dir); err != nil || now == c {
			return damages, err
		}
	}
	return nil, fmt.Errorf("%s changes faster than it can be read: try again when the program that writes it "+
		"has finished", dir)
}

func verifySnapshot(ctx context.Context, dir string, c format.Current) (damages []Damage, err error) {
	state, err := format.ReadState(ctx, dir, c)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{format.Unreadable(filepath.Join(dir, c.Name), err)}, nil
	}
	if err := state.Outdated(dir, c); err != nil {
		return nil, err
	}
	for _, s := range state.Segments {
		found, err := format.VerifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return nil, err
		}
		damages = append(damages, found...)
	}
	return damages, nil
}
