package main

import (
	"fmt"
	"io"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// beatEvery is the interval between two progress lines of a heartbeat.
const beatEvery = 10 * time.Second

// A heartbeat prints the progress of a build at intervals if standard error is not a terminal. A
// nil heartbeat prints nothing.
type heartbeat struct {
	to    io.Writer
	clock func() time.Time
	begun time.Time
	last  time.Time
}

func newHeartbeat(w io.Writer) *heartbeat {
	if cli.IsTerminal(w) {
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
	fmt.Fprintf(h.to, "scilit-lsp: %s in %s, %.0f per second\n", text.Count(papers, "paper"),
		spent.Round(time.Second), float64(papers)/spent.Seconds())
}
