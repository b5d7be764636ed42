package read

import (
	"context"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"golang.org/x/sync/errgroup"
)

// inParallel calls work(0) to work(n-1) on all cores. A worker stops at its first error or when ctx
// is done.
func inParallel(ctx context.Context, n int, work func(i int) error) error {
	const few = 16 // fewer items are not worth a goroutine
	workers := min(runtime.GOMAXPROCS(0), 1+n/few)
	var group errgroup.Group
	for w := range workers {
		GoGuarded(&group, func() error {
			for i := w; i < n && ctx.Err() == nil; i += workers {
				if err := work(i); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// GoGuarded runs work in a group and converts panics, including faults in mapped files, into
// errors.
func GoGuarded(group *errgroup.Group, work func() error) {
	group.Go(func() error { return format.Guard(work) })
}
