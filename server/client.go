package server

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// Limits contains the limits on the requests of one client.
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

// anyone is the client of all requests if the server has no tokens. Its rate, requests and bodies are
// not limited.
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
