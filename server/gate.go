package server

import (
	"context"
	"time"
)

// A gate lets so many requests through at a time. Some more wait for their turn; the others
// are refused at once, so that a server with too much to do stays quick at what it does.
type gate struct {
	slots, places chan struct{} // a value for each request that is through, or waits
	patience      time.Duration
}

func newGate(slots, places int, patience time.Duration) *gate {
	return &gate{slots: make(chan struct{}, slots), places: make(chan struct{}, places), patience: patience}
}

// enter returns once it is the request's turn; leave has to be called behind it.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-g.slots }
	select {
	case g.slots <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case g.places <- struct{}{}:
		defer func() { <-g.places }()
	default:
		return nil, errBusy
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case g.slots <- struct{}{}:
		return leave, nil
	case <-timer.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// through and waiting are how many requests are where.
func (g *gate) through() int { return len(g.slots) }
func (g *gate) waiting() int { return len(g.places) }
