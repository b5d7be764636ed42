package onnx

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// cores limits concurrent runs of a model to one per core, across all callers.
type cores chan struct{}

func newCores() cores { return make(cores, runtime.GOMAXPROCS(0)) }

// forEach calls work(0) to work(n-1) on all cores. It stops at the first error and returns it.
func (c cores) forEach(ctx context.Context, n int, work func(int) error) error {
	group, running := errgroup.WithContext(ctx)
	for i := 0; i < n && running.Err() == nil; i++ {
		select {
		case <-running.Done():
		case c <- struct{}{}:
			group.Go(func() error {
				defer func() { <-c }()
				return work(i)
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}
