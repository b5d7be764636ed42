package server

import (
	"io"
	"net/http"

	"golang.org/x/sync/semaphore"
)

// Limits on the memory used by request bodies.
const (
	maxBodies    = 64 << 20 // bytes for all requests together
	clientBodies = 16 << 20 // bytes for all requests of one token
	maxLoginForm = 8 << 10  // bytes of a login form
)

// A lease is the memory that the body of a request has reserved.
type lease struct {
	all    *semaphore.Weighted // bytes available to all requests together
	client *client
	bytes  int64
}

// take reserves n more bytes. It reports whether they were available.
func (l *lease) take(n int64) bool {
	if !l.all.TryAcquire(n) {
		return false
	}
	if !l.client.bodies.TryAcquire(n) {
		l.all.Release(n)
		return false
	}
	l.bytes += n
	return true
}

func (l *lease) end() {
	l.all.Release(l.bytes)
	l.client.bodies.Release(l.bytes)
}

// A meteredBody is a request body that reserves memory as it is read.
type meteredBody struct {
	io.Reader
	lease *lease
}

// Read implements io.Reader.
func (m meteredBody) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if !m.lease.take(int64(n)) {
		return 0, errBodies
	}
	return n, err
}

var errBodies = &refusal{http.StatusServiceUnavailable, Problem{
	Code: "busy", Message: "too many large requests are being read: try again in a moment", RetryAfter: 1,
}}
