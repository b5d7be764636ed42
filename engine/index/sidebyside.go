package index

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// sideBySide runs work for 0..n-1 on all cores, a few at a time where there are
// few. A worker stops at its first error, or when ctx is done.
func sideBySide(ctx context.Context, n int, work func(i int) error) error {
	const few = 16 // not worth a goroutine
	workers := min(runtime.GOMAXPROCS(0), 1+n/few)
	var group errgroup.Group
	for w := range workers {
		goGuarded(&group, func() error {
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

// goGuarded runs work as one of a group. A fault of a mapped file is its error, and
// the group's error is the first one: workers side by side meet the same one.
func goGuarded(group *errgroup.Group, work func() error) {
	group.Go(func() error { return guardFaults(work) })
}
