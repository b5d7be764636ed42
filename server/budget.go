package server

import (
	"io"
	"net/http"
	"sync"
)

// Limits on the memory used by request bodies.
const (
	maxBodies    = 64 << 20 // bytes for all requests together
	clientBodies = 16 << 20 // bytes for all requests of one token
	maxLoginForm = 8 << 10  // bytes of a login form
)

// A budget limits the memory used by request bodies.
type budget struct {
	mu       sync.Mutex
	used     int64
	byClient map[*client]int64
}

func newBudget() *budget { return &budget{byClient: make(map[*client]int64)} }

// take reserves n bytes for a client. It reports whether they were available.
func (b *budget) take(c *client, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used+n > maxBodies || c != anyone && b.byClient[c]+n > clientBodies {
		return false
	}
	b.used += n
	b.byClient[c] += n
	return true
}

func (b *budget) give(c *client, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	if b.byClient[c] -= n; b.byClient[c] == 0 {
		delete(b.byClient, c)
	}
}

// A lease is the part of a budget that a request has reserved.
type lease struct {
	budget *budget
	client *client
	bytes  int64
}

func (l *lease) end() { l.budget.give(l.client, l.bytes) }

// A meteredBody is a request body that reserves memory in the budget as it is read.
type meteredBody struct {
	io.Reader
	lease *lease
}

// Read implements io.Reader.
func (m meteredBody) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if !m.lease.budget.take(m.lease.client, int64(n)) {
		return 0, errBodies
	}
	m.lease.bytes += int64(n)
	return n, err
}

var errBodies = &refusal{http.StatusServiceUnavailable, Problem{
	Code: "busy", Message: "too many large requests are being read: try again in a moment", RetryAfter: 1,
}}
