// Package parallel divides work on many items among all processors.
package parallel

import (
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Each calls work for each i in [0, n) on all processors. Each goroutine takes batch items at a time.
// Each propagates a panic to the caller.
func Each(n, batch int, work func(i int)) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < n; start += batch {
		group.Go(func() error { return each(start, min(start+batch, n), work) })
	}
	if err := group.Wait(); err != nil {
		panic(err)
	}
}

// each calls work for each i in [start, end) and returns a panic as an error.
func each(start, end int, work func(i int)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	for i := start; i < end; i++ {
		work(i)
	}
	return nil
}
