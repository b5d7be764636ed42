package rpc

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestRestEndsWithTheLastRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewActivity()
		begin := time.Now()
		rested := func(want time.Duration) {
			t.Helper()
			if err := a.WaitIdle(t.Context()); err != nil || time.Since(begin) != want {
				t.Errorf("%v after %v, want %v", err, time.Since(begin), want)
			}
		}
		rested(0)
		a.add(1)
		a.add(1)
		time.AfterFunc(100*time.Millisecond, func() { a.add(-1) })
		time.AfterFunc(300*time.Millisecond, func() { a.add(-1) })
		rested(300 * time.Millisecond)
		a.add(1) // this request waits for the user
		rested(300*time.Millisecond + patience)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if a.WaitIdle(ctx) == nil {
			t.Error("no error where the work was cancelled")
		}
	})
}
