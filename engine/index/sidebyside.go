package index

import (
	"context"
	"runtime"
	"sync"
)

// sideBySide runs work for 0..n-1 on all cores, a few at a time where there are
// few. A worker stops at its first error, or when ctx is done.
func sideBySide(ctx context.Context, n int, work func(i int) error) error {
	const few = 16 // not worth a goroutine
	workers := min(runtime.GOMAXPROCS(0), 1+n/few)
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			errs[w] = guardFaults(func() error {
				for i := w; i < n && ctx.Err() == nil; i += workers {
					if err := work(i); err != nil {
						return err
					}
				}
				return ctx.Err()
			})
		})
	}
	wait.Wait()
	return first(errs)
}

// first is the first error: workers side by side meet the same one.
func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
