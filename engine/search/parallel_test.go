package search

import (
	"sync/atomic"
	"testing"
)

func TestEachItemIsWorkedOnOnce(t *testing.T) {
	for _, n := range []int{0, 1, fewest - 1, fewest, 2*fewest + 1, 1000} {
		done := make([]atomic.Int32, n)
		inParallel(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if times := done[i].Load(); times != 1 {
				t.Errorf("item %d of %d: %d times", i, n, times)
			}
		}
	}
}

func TestAPanicReachesTheCaller(t *testing.T) {
	defer func() {
		if failed := recover(); failed != "candidate 70" {
			t.Errorf("recovered %v", failed)
		}
	}()
	inParallel(100, func(i int) {
		if i == 70 {
			panic("candidate 70")
		}
	})
}
