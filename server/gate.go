package server

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// Limits contains the limits on one client's requests.
type Limits struct {
	Rate       float64 // requests per second
	Burst      int     // requests allowed at once after a pause
	Concurrent int     // requests that run or wait at the same time
	Papers     int     // papers per response
	Body       int64   // bytes per request body
}

// defaultLimits apply to tokens that set no limits in the token file.
var defaultLimits = Limits{Rate: 20, Burst: 40, Concurrent: 8, Papers: 100, Body: 1 << 20}

// A client is the owner of a token. If the server has no tokens, it is anyone on this machine.
type client struct {
	name   string
	limits Limits
	rate   *rate.Limiter
	slots  *semaphore.Weighted // requests that may run or wait
	bodies *semaphore.Weighted // bytes for request bodies
}

// anyone is the client of all requests if the server has no tokens. Neither the rate nor the number of
// its concurrent requests is limited, and only maxBodies limits its bodies.
var anyone = &client{
	limits: Limits{Papers: 100, Body: 4 << 20}, rate: rate.NewLimiter(rate.Inf, 0),
	slots: semaphore.NewWeighted(math.MaxInt64), bodies: semaphore.NewWeighted(math.MaxInt64),
}

// LoggedIn reports whether a request was authenticated by a token or a session.
func LoggedIn(r *http.Request) bool { return clientOf(r.Context()) != anyone }

func newClient(name string, l Limits) *client {
	return &client{
		name: name, limits: l, rate: rate.NewLimiter(rate.Limit(l.Rate), l.Burst),
		slots: semaphore.NewWeighted(int64(l.Concurrent)), bodies: semaphore.NewWeighted(clientBodies),
	}
}

// allow counts a request. It returns an error if the client exceeds its request rate.
func (c *client) allow() error {
	now := time.Now()
	if wait := c.rate.ReserveN(now, 1); wait.DelayFrom(now) > 0 {
		defer wait.CancelAt(now)
		return &refusal{http.StatusTooManyRequests, Problem{
			Code: "rate", Message: fmt.Sprintf("requests with your token are limited to %g per second: try again "+
				"later", c.limits.Rate),
			RetryAfter: seconds(wait.DelayFrom(now)),
		}}
	}
	return nil
}

// enter counts a request as active until leave is called. It returns an error if the client has too
// many active requests.
func (c *client) enter() (leave func(), err error) {
	if c.slots.TryAcquire(1) {
		return func() { c.slots.Release(1) }, nil
	}
	return nil, &refusal{http.StatusTooManyRequests, Problem{
		Code: "concurrent", RetryAfter: 1,
		Message: fmt.Sprintf("concurrent requests with your token are limited to %d: wait until one of them "+
			"finishes", c.limits.Concurrent),
	}}
}

// A gate limits the number of requests that run at the same time. Other requests wait in a queue,
// in which clients take turns. If several tokens share the server, no client may take the last free
// slot, so that one client cannot lock out the others. Requests are refused immediately if the
// queue is full.
type gate struct {
	slots, queue int
	patience     time.Duration // maximum waiting time
	shared       func() bool   // reports whether several tokens share the server

	mu      sync.Mutex
	running map[*client]int
	active  int                   // number of running requests
	waiting map[*client][]*ticket // waiting requests of each client, oldest first
	order   []*client             // clients with waiting requests; the first client has the next turn
	queued  int
	work    time.Duration // moving average of request durations; 0 before the first request
}

// A ticket is a waiting request. Its channel is closed when the request may start.
type ticket struct {
	turn  chan struct{}
	begun bool // guarded by the gate's mutex
}

func newGate(slots, queue int, patience time.Duration, shared func() bool) *gate {
	return &gate{
		slots: slots, queue: queue, patience: patience, shared: shared,
		running: make(map[*client]int), waiting: make(map[*client][]*ticket),
	}
}

// enter waits until a request of the client may start. The caller must call leave when the request
// is done.
func (g *gate) enter(ctx context.Context, c *client) (leave func(), err error) {
	t, err := g.line(c)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case <-t.turn:
		return g.leaving(c), nil
	case <-timer.C:
		err = busy(g.patience)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if g.withdraw(c, t) {
		return nil, err
	}
	return g.leaving(c), nil // the request was started in the meantime
}

// line starts a request immediately if a slot is free, or else queues it.
func (g *gate) line(c *client) (*ticket, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := &ticket{turn: make(chan struct{})}
	if g.mayRun(c) && len(g.waiting[c]) == 0 {
		g.begin(c, t)
		return t, nil
	}
	wait := g.wait(c)
	switch {
	case wait > g.patience: // the request would time out in the queue
		return nil, busy(wait - g.patience)
	// even if the queue is full, each client may have one waiting request
	case g.queued >= g.queue && (len(g.order) == 0 || len(g.waiting[c]) > 0):
		return nil, busy(wait)
	}
	if len(g.waiting[c]) == 0 {
		g.order = append(g.order, c)
	}
	g.waiting[c] = append(g.waiting[c], t)
	g.queued++
	return t, nil
}

// mayRun reports whether a client may take a slot now.
func (g *gate) mayRun(c *client) bool {
	return g.active < g.slots && (g.slots == 1 || g.running[c] < g.slots-1 || !g.shared())
}

func (g *gate) begin(c *client, t *ticket) {
	g.running[c]++
	g.active++
	t.begun = true
	close(t.turn)
}

// withdraw removes a request from the queue. It returns false if the request has been started.
func (g *gate) withdraw(c *client, t *ticket) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if t.begun {
		return false
	}
	g.unqueue(c, slices.Index(g.waiting[c], t))
	return true
}

func (g *gate) unqueue(c *client, at int) {
	g.waiting[c] = slices.Delete(g.waiting[c], at, at+1)
	g.queued--
	if len(g.waiting[c]) == 0 {
		delete(g.waiting, c)
		g.order = slices.DeleteFunc(g.order, func(other *client) bool { return other == c })
	}
}

// leaving returns a function that frees the client's slot and starts the next request.
func (g *gate) leaving(c *client) (leave func()) {
	begun := time.Now()
	return func() {
		took := time.Since(begun)
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.work == 0 {
			g.work = took
		}
		g.work += (took - g.work) / weightOfLatest
		g.active--
		if g.running[c]--; g.running[c] == 0 {
			delete(g.running, c)
		}
		g.beginNext()
	}
}

// beginNext starts waiting requests, alternating between clients, while slots are free.
func (g *gate) beginNext() {
	for {
		next := slices.IndexFunc(g.order, g.mayRun)
		if next < 0 {
			return
		}
		c := g.order[next]
		t := g.waiting[c][0]
		g.unqueue(c, 0)
		if len(g.waiting[c]) > 0 { // move the client to the end of the order
			g.order = append(slices.Delete(g.order, next, next+1), c)
		}
		g.begin(c, t)
	}
}

const weightOfLatest = 16 // reciprocal of the weight of the latest request in the moving average

// wait estimates how long another request from a client would have to wait. g.mu must be held.
func (g *gate) wait(c *client) time.Duration {
	ahead := len(g.waiting[c]) + 1
	for other, tickets := range g.waiting {
		if other != c {
			ahead += min(len(tickets), len(g.waiting[c])+1)
		}
	}
	return g.work * time.Duration(ahead) / time.Duration(g.slots)
}

func (g *gate) load() (active, queued int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.active, g.queued
}

const maxRetry = 30 // maximum value of the Retry-After header, in seconds

// busy returns a refusal that asks the client to retry after the given time.
func busy(wait time.Duration) error {
	return &refusal{http.StatusServiceUnavailable, Problem{
		Code: "busy", Message: "too many searches and questions are in progress: try again in a moment",
		RetryAfter: min(seconds(wait), maxRetry),
	}}
}
