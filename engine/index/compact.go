package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/index/write"
)

// maxSegmentsLeft is the number of segments above which Add merges some. Each segment costs a few
// lookups per request.
const maxSegmentsLeft = 8

// Compact merges all segments into one. This frees the space of deleted papers, and adds tables that
// older programs did not write. wait has the same meaning as in BuildOptions.
func Compact(ctx context.Context, dir string, wait bool) (err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if parts := w.old.Parts; len(parts) == 0 || len(parts) == 1 && parts[0].Compact() {
		return nil
	}
	return w.fold(ctx, 0)
}

// tidy merges small segments if there are too many.
func (w *writer) tidy(ctx context.Context) error {
	if len(w.old.Parts) <= maxSegmentsLeft {
		return nil
	}
	sizes := make([]int, len(w.old.Parts))
	for i, p := range w.old.Parts {
		sizes[i] = p.Manifest.Papers - int(p.Deleted.GetCardinality())
	}
	return w.fold(ctx, newestTier(sizes))
}

// newestTier returns the index of the first segment to merge. The segments from there on are the
// shortest run of at least two segments whose total size is less than the size of the segment
// before it. A paper is thus merged again only into a segment about twice as large, and large old
// segments are rarely rewritten.
func newestTier(sizes []int) int {
	total := sizes[len(sizes)-1]
	for i := len(sizes) - 2; i > 0; i-- {
		if total += sizes[i]; total < sizes[i-1] {
			return i
		}
	}
	return 0
}

// fold merges all segments from index from on into one.
func (w *writer) fold(ctx context.Context, from int) error {
	next := w.next()
	err := w.old.View(func(old *read.View) error {
		if err := checkWhole(ctx, w.dir, old.State.Segments[from:]); err != nil {
			return err
		}
		folder, err := w.newSegment()
		if err != nil {
			return err
		}
		merged, err := write.Merge(ctx, folder, old.Segments[from:])
		next.Segments = append(next.Segments[:from], merged...)
		return err
	})
	if err != nil {
		return err
	}
	return w.publish(next)
}

// checkWhole fails if a segment is damaged. Merging a damaged segment would give its contents valid
// checksums.
func checkWhole(ctx context.Context, dir string, segments []format.SegmentState) error {
	for _, s := range segments {
		damages, err := format.VerifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return err
		}
		if len(damages) > 0 {
			return fmt.Errorf("%v: %s", damages[0], RebuildAdvice)
		}
	}
	return nil
}
