package search

import (
	"runtime"
	"sync"
)

// fewest is the number of candidates that are worth a goroutine.
const fewest = 32

// inParallel calls work for the numbers below n, on all processors. A panic of work is passed on to the caller.
func inParallel(n int, work func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), 1+n/fewest)
	if workers == 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var group sync.WaitGroup
	panics := make(chan any, workers)
	for w := range workers {
		group.Go(func() {
			defer func() {
				if failed := recover(); failed != nil {
					panics <- failed
				}
			}()
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				work(i)
			}
		})
	}
	group.Wait()
	select {
	case failed := <-panics:
		panic(failed)
	default:
	}
}
