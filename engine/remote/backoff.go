package remote

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Pauses after a failed request. Each consecutive failure doubles the pause.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// A backoff keeps a failing server from being queried on every keystroke.
type backoff struct {
	mu    sync.Mutex
	pause time.Duration // length of the most recent pause; 0 after a success
	until time.Time
	cause error
}

// check returns an error with the cause of the pause until the pause is over.
func (b *backoff) check(host string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause == nil || !time.Now().Before(b.until) {
		return nil
	}
	return fmt.Errorf("%w (%s will be queried again within %v)", b.cause, host, longestPause)
}

// record ends the pause after a success and begins one after a failure. An error that concerns one
// request counts as a success, since the server replied. A cancelled request counts as neither.
func (b *backoff) record(err error) {
	switch {
	case err == nil || errors.As(err, new(*answerError)):
		b.mu.Lock()
		defer b.mu.Unlock()
		b.pause, b.cause, b.until = 0, nil, time.Time{}
	case !errors.Is(err, context.Canceled): // ignores requests that the next keystroke cancelled
		b.fail(err)
	}
}

// fail begins a pause. Requests that were already running do not prolong it.
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
