package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestABuildIntoAFileReportsEachTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		h := newHeartbeat(&log)
		for papers := range 2500 {
			time.Sleep(10 * time.Millisecond)
			h.beat(papers + 1)
		}
		want := "scilit-lsp: 1000 papers in 10s, 100 per second\nscilit-lsp: 2000 papers in 20s, 100 per second\n"
		if log.String() != want {
			t.Errorf("%q, want %q", log.String(), want)
		}
	})
	(*heartbeat)(nil).beat(1) // on a terminal, the heartbeat is nil because the bar shows the progress
}
