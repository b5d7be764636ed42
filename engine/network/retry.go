package network

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Patience says how a host that is busy is asked again: at most Tries times, after
// a wait that doubles from First up to Longest, or as long as the host says.
type Patience struct {
	Tries   int
	First   time.Duration
	Longest time.Duration
}

// A BusyError is returned where a host stayed busy.
type BusyError struct {
	Tries int
	Again time.Duration // after which the host wants to be asked again, 0 where it did not say
}

func (e BusyError) Error() string {
	if e.Again > 0 {
		return fmt.Sprintf("it stayed busy for %d requests: try again in %v", e.Tries, e.Again.Round(time.Second))
	}
	return fmt.Sprintf("it stayed busy for %d requests", e.Tries)
}

// Ask calls ask until its answer is another one than that the host is busy (429 or
// 503), and closes the bodies of those. A host that wants to be left alone for
// longer than Longest is not waited for.
func (p Patience) Ask(ctx context.Context, ask func(context.Context) (*Answer, error)) (*Answer, error) {
	wait := p.First
	for try := 1; ; try++ {
		answer, err := ask(ctx)
		if err != nil || answer.Status != http.StatusTooManyRequests && answer.Status != http.StatusServiceUnavailable {
			return answer, err
		}
		_ = answer.Body.Close()
		if try >= p.Tries || answer.RetryAfter > p.Longest {
			return nil, BusyError{try, answer.RetryAfter}
		}
		if err := Sleep(ctx, max(wait, answer.RetryAfter)); err != nil {
			return nil, err
		}
		wait = min(2*wait, p.Longest)
	}
}

// Sleep waits, or returns why ctx ended first.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// retryAfter reads Retry-After, which is a number of seconds or a date. A date is
// compared with the host's own clock where the reply has one.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return max(at.Sub(now), 0)
}
