package remote

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// The pause after a failure, doubled with each failure in a row.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// A backoff keeps a failing server from being queried at each keystroke.
type backoff struct {
	mu    sync.Mutex
	pause time.Duration // the last one; 0 after a success
	until time.Time
	cause error
}

// check returns the cause of the pause until it is over.
func (b *backoff) check(host string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause == nil || !time.Now().Before(b.until) {
		return nil
	}
	return fmt.Errorf("%w (%s is tried again within %v)", b.cause, host, longestPause)
}

// record ends the pause after a success and begins one after a failure. Canceled requests and
// errors in one question are neither.
func (b *backoff) record(err error) {
	switch {
	case err == nil || errors.As(err, new(*answerError)):
		b.mu.Lock()
		defer b.mu.Unlock()
		b.pause, b.cause, b.until = 0, nil, time.Time{}
	case !errors.Is(err, context.Canceled): // by the user's next keystroke
		b.fail(err)
	}
}

// fail begins a pause. Requests that were under way when it began do not prolong it.
func (b *backoff) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.cause != nil && now.Before(b.until) {
		return
	}
	b.pause = min(max(firstPause, 2*b.pause), longestPause)
	b.cause, b.until = err, now.Add(b.pause)
}
