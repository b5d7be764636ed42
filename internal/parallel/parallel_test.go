package parallel

import (
	"strings"
	"sync/atomic"
	"testing"
)

func TestEachItemIsWorkedOnOnce(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 65, 1000} {
		done := make([]atomic.Int32, n)
		Each(n, 32, func(i int) { done[i].Add(1) })
		for i := range done {
			if times := done[i].Load(); times != 1 {
				t.Errorf("item %d of %d: %d times", i, n, times)
			}
		}
	}
}

func TestAPanicReachesTheCaller(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "candidate 70") {
			t.Errorf("recovered %v", err)
		}
	}()
	Each(100, 32, func(i int) {
		if i == 70 {
			panic("candidate 70")
		}
	})
}
