package main

import (
	"fmt"
	"io"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// beatEvery is how often a log is told that work goes on.
const beatEvery = 10 * time.Second

// A heartbeat writes a line now and then of how far a build is, into a file where a
// terminal would show a bar. The nil one is silent.
type heartbeat struct {
	to    io.Writer
	clock func() time.Time
	begun time.Time
	last  time.Time
}

func newHeartbeat(w io.Writer) *heartbeat {
	if isTerminal(w) {
		return nil
	}
	now := time.Now()
	return &heartbeat{w, time.Now, now, now}
}

func (h *heartbeat) beat(papers int) {
	if h == nil {
		return
	}
	now := h.clock()
	if now.Sub(h.last) < beatEvery {
		return
	}
	h.last = now
	spent := now.Sub(h.begun)
	fmt.Fprintf(h.to, "scilit-lsp: indexing: %s in %s, %.0f a second\n", text.Count(papers, "paper"), spent.Round(time.Second), float64(papers)/spent.Seconds())
}
