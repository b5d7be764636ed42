package remote

import (
	"fmt"
	"sync"
	"time"
)

// How long a server is left alone that failed: each time twice as long.
const (
	firstRest   = 2 * time.Second
	longestRest = time.Minute
)

// A rest keeps a server that failed from being asked at each keystroke.
type rest struct {
	mu    sync.Mutex
	long  time.Duration // the last one, 0 where the server answered since
	until time.Time
	why   error
}

// over is an error until the rest is.
func (r *rest) over(host string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.why == nil || !time.Now().Before(r.until) {
		return nil
	}
	return fmt.Errorf("%w (%s is asked again within %v)", r.why, host, longestRest)
}

// after begins a rest, which the questions that were under way do not make longer.
func (r *rest) after(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if r.why != nil && now.Before(r.until) {
		return
	}
	r.long = min(max(firstRest, 2*r.long), longestRest)
	r.why, r.until = err, now.Add(r.long)
}

func (r *rest) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.long, r.why, r.until = 0, nil, time.Time{}
}
