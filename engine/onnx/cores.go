package onnx

import (
	"context"
	"runtime"
	"sync"
)

// cores shares the machine's cores among all callers of a model: one text
// runs on each.
type cores chan struct{}

func newCores() cores { return make(cores, runtime.GOMAXPROCS(0)) }

// forEach runs work for 0..n-1 on all cores. After the first failure nothing
// more is begun; its error is the answer.
func (c cores) forEach(ctx context.Context, n int, work func(int) error) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var running sync.WaitGroup
	for i := range n {
		select {
		case <-ctx.Done():
		case c <- struct{}{}:
			running.Go(func() {
				defer func() { <-c }()
				if err := work(i); err != nil {
					fail(err)
				}
			})
		}
		if ctx.Err() != nil {
			break
		}
	}
	running.Wait()
	return context.Cause(ctx)
}
