package server

import (
	"fmt"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what one client may ask.
type Limits struct {
	Rate       float64 // requests a second
	Burst      int     // requests at once, where there were few before
	Concurrent int     // questions that are answered or wait at a time
	Papers     int     // of one answer
	Body       int64   // bytes of a question
}

// defaultLimits are those of a token whose line says nothing else.
var defaultLimits = Limits{Rate: 20, Burst: 40, Concurrent: 8, Papers: 100, Body: 1 << 20}

// A client is who asks: the owner of a token, or anybody on this machine.
type client struct {
	name   string
	limits Limits
	rate   *rate.Limiter
	slots  chan struct{} // a value for each of its questions; nil without a bound
}

// local is who asks where no tokens are needed.
var local = &client{limits: Limits{Papers: 100, Body: 4 << 20}}

// LoggedIn reports whether a request has the token or the session of a client, for the page.
func LoggedIn(r *http.Request) bool { return clientOf(r.Context()) != local }

func newClient(name string, l Limits) *client {
	return &client{name: name, limits: l, rate: rate.NewLimiter(rate.Limit(l.Rate), l.Burst), slots: make(chan struct{}, l.Concurrent)}
}

// allow counts a request.
func (c *client) allow() error {
	if c.rate == nil {
		return nil
	}
	now := time.Now()
	if wait := c.rate.ReserveN(now, 1); wait.DelayFrom(now) > 0 {
		defer wait.CancelAt(now)
		return &refusal{http.StatusTooManyRequests, Problem{
			Code: "rate", Message: fmt.Sprintf("your token has %g requests a second", c.limits.Rate), RetryAfter: until(wait.DelayFrom(now)),
		}}
	}
	return nil
}

// enter counts a question that takes time until leave is called.
func (c *client) enter() (leave func(), err error) {
	if c.slots == nil {
		return func() {}, nil
	}
	select {
	case c.slots <- struct{}{}:
		return func() { <-c.slots }, nil
	default:
		return nil, &refusal{http.StatusTooManyRequests, Problem{
			Code: "concurrent", Message: fmt.Sprintf("your token has %d questions at a time, and so many are being answered", c.limits.Concurrent), RetryAfter: 1,
		}}
	}
}
