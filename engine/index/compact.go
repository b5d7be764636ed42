package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// maxSegmentsLeft is how many segments Add leaves: each costs every request a few
// look-ups, and merging costs the writer.
const maxSegmentsLeft = 8

// Compact publishes the same papers in one segment, with what a search needs beside long lists,
// and frees what deleted ones took. wait is as in BuildOptions.
func Compact(ctx context.Context, dir string, wait bool) (err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if parts := w.old.parts; len(parts) == 0 || len(parts) == 1 && parts[0].compact() {
		return nil
	}
	return w.fold(ctx, 0)
}

// compact reports whether merging a segment alone gives the same segment.
func (p *part) compact() bool {
	return p.live == nil && (p.skips != nil || p.manifest.Identity)
}

// tidy merges small segments where there are too many.
func (w *writer) tidy(ctx context.Context) error {
	if len(w.old.parts) <= maxSegmentsLeft {
		return nil
	}
	sizes := make([]int, len(w.old.parts))
	for i, p := range w.old.parts {
		sizes[i] = p.manifest.Papers - int(p.deleted.GetCardinality())
	}
	return w.fold(ctx, newestTier(sizes))
}

// newestTier is where the shortest run of the newest segments begins that
// together are smaller than the one before them: so a paper is merged again
// only into a segment of about twice the size, and a large old segment stays.
func newestTier(sizes []int) int {
	total := sizes[len(sizes)-1]
	for i := len(sizes) - 2; i > 0; i-- {
		if total += sizes[i]; total < sizes[i-1] {
			return i
		}
	}
	return 0
}

// fold publishes the segments from that one on as one.
func (w *writer) fold(ctx context.Context, from int) error {
	next := w.next()
	err := w.old.view(func(old *view) error {
		if err := old.checkWhole(ctx, w.dir, from); err != nil {
			return err
		}
		folder, err := w.newSegment()
		if err != nil {
			return err
		}
		merged, err := mergeInto(ctx, folder, old.readers[from:])
		next.Segments = append(next.Segments[:from], merged...)
		return err
	})
	if err != nil {
		return err
	}
	return w.publish(next)
}

// checkWhole fails where a segment is damaged: merged, it would pass for whole
// from then on.
func (v *view) checkWhole(ctx context.Context, dir string, from int) error {
	for _, s := range v.state.Segments[from:] {
		damages, err := verifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return err
		}
		if len(damages) > 0 {
			return fmt.Errorf("%v: %s", damages[0], RebuildAdvice)
		}
	}
	return nil
}
