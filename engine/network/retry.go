package network

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Patience configures retries if a host is busy. It allows at most Tries requests. The wait doubles
// from First to Longest, unless the host requests a specific one.
type Patience struct {
	Tries   int
	First   time.Duration
	Longest time.Duration
}

// A BusyError is returned if a host stays busy.
type BusyError struct {
	Tries int
	Again time.Duration // time until a retry; 0 if unknown
}

func (e BusyError) Error() string {
	when := "later"
	if e.Again > 0 {
		when = "in " + e.Again.Round(time.Second).String()
	}
	return fmt.Sprintf("it is busy (requests sent: %d): try again %s", e.Tries, when)
}

// Ask calls ask until the response has a status other than 429 and 503. It closes the bodies of busy
// responses. It returns a BusyError instead of waiting longer than Longest.
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

// Sleep waits for the given duration. If ctx is done first, it returns the cause.
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

// retryAfter parses a Retry-After header, which contains seconds or a date. It compares a date with
// the response's Date header if present, and otherwise with now.
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
