package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A gate lets so many requests through at a time. Some more wait for their turn; the others
// are refused at once, so that a server with too much to do stays quick at what it does.
type gate struct {
	slots, places chan struct{} // a value for each request that is through, or waits
	patience      time.Duration

	mu   sync.Mutex
	work time.Duration // that a request takes, the latest counting most; 0 where none has ended
}

func newGate(slots, places int, patience time.Duration) *gate {
	return &gate{slots: make(chan struct{}, slots), places: make(chan struct{}, places), patience: patience}
}

// enter returns once it is the request's turn; leave has to be called behind it.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g.slots <- struct{}{}:
		return g.leaving(), nil
	default:
	}
	wait := g.wait()
	if wait > g.patience { // it would be refused later
		return nil, busy(wait - g.patience)
	}
	select {
	case g.places <- struct{}{}:
		defer func() { <-g.places }()
	default:
		return nil, busy(wait)
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case g.slots <- struct{}{}:
		return g.leaving(), nil
	case <-timer.C:
		return nil, busy(g.patience)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// leaving gives the turn to the next, and remembers how long it took.
func (g *gate) leaving() (leave func()) {
	begun := time.Now()
	return func() {
		took := time.Since(begun)
		g.mu.Lock()
		if g.work == 0 {
			g.work = took
		}
		g.work += (took - g.work) / weightOfLatest
		g.mu.Unlock()
		<-g.slots
	}
}

// weightOfLatest is the part of the mean that the latest request makes.
const weightOfLatest = 16

// wait is about how long one more request would wait for its turn.
func (g *gate) wait() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.work * time.Duration(len(g.places)+1) / time.Duration(cap(g.slots))
}

// through and waiting are how many requests are where.
func (g *gate) through() int { return len(g.slots) }
func (g *gate) waiting() int { return len(g.places) }

// maxRetry is the longest time that a client is sent away for, in seconds.
const maxRetry = 30

// busy refuses a request that may be answered behind a wait.
func busy(wait time.Duration) error {
	return &refusal{http.StatusServiceUnavailable, Problem{
		Code: "busy", Message: "too many questions are being answered: ask again in a moment", RetryAfter: min(until(wait), maxRetry),
	}}
}
