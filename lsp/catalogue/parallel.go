package catalogue

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls work for each number below n, on all cores. A panic in it is
// the caller's.
func inParallel(n int, work func(i int)) {
	const batch = 256
	var next atomic.Int64
	var failed atomic.Pointer[any]
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/batch+1) {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					failed.Store(&r)
				}
			}()
			for start := int(next.Add(batch)) - batch; start < n; start = int(next.Add(batch)) - batch {
				for i := start; i < min(start+batch, n); i++ {
					work(i)
				}
			}
		})
	}
	wait.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}
