package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzhttp"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"golang.org/x/sync/semaphore"
)

// guarded wraps all routes. It assigns a request ID, sets security headers, logs the request, and
// rejects requests made by pages on other sites.
func (s *Server) guarded(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	origins.SetDenyHandler(handlerFunc(func(http.ResponseWriter, *http.Request) error { return errOrigin }))
	next = s.checkHost(checkSite(origins.Handler(compressed(next))))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := s.newCall(r)
		counted := &responseWriter{ResponseWriter: w, call: c}
		r = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
		setHeaders(counted.Header(), c.id)
		defer s.report(r, counted, c)
		defer counted.limitWrite() // limits the time for writing the bytes left in net/http's buffers
		next.ServeHTTP(counted, r)
	})
}

// policy is the Content-Security-Policy of all responses. It allows only files from this server and
// no inline scripts.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func setHeaders(h http.Header, id string) {
	h.Set(idHeader, id)
	h.Set(remote.VersionHeader, remote.Version)
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// compressed compresses responses, except for event streams and short responses.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1400), gzhttp.ContentTypes([]string{
		"application/json", "text/html", "text/css", "text/javascript", "text/plain", "application/x-bibtex",
	}))
	if err != nil {
		return next // cannot happen, since the options are constant and valid
	}
	return wrap(next)
}

// checkHost rejects unknown host names if the server needs no token. Otherwise, an attacker could
// resolve a domain to 127.0.0.1 and let a browser query the server (DNS rebinding).
func (s *Server) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.tokens == nil && !isLocalName(r.Host) {
			fail(w, r, errHost)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLocalName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}

// checkSite rejects requests made by a page on another site without the user's knowledge, for
// example to load an image. Otherwise, that page could search with the user's token and so send its
// own words to remote indexes.
func checkSite(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site := r.Header.Get("Sec-Fetch-Site"); (site == "cross-site" || site == "same-site") && !isNavigation(r) {
			fail(w, r, errOrigin)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isNavigation reports whether the user opens a page in a browser tab. It returns false for frames
// and prefetched pages.
func isNavigation(r *http.Request) bool {
	dest := r.Header.Get("Sec-Fetch-Dest")
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && (dest == "document" || dest == "") &&
		r.Header.Get("Sec-Purpose") == ""
}

// admitted identifies the client of a request, reads the body within the client's limits, and waits
// until the request may run.
func (s *Server) admitted(pattern string, a access, next http.Handler) http.Handler {
	s.metrics.addRoute(pattern)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callOf(r.Context())
		c.route, c.access = pattern, a
		defer s.recoverPanic(w, r)
		if err := s.identify(r, a); err != nil {
			fail(w, r, err)
			return
		}
		body := &lease{all: s.bodies, client: c.client}
		defer body.end()
		if err := readBody(w, r, bodyLimit(a, c.client), body); err != nil {
			fail(w, r, err)
			return
		}
		timeout := searchTimeout
		if a == asking {
			timeout = askTimeout
		}
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		leave, err := s.turn(ctx, a, c.client)
		if err != nil {
			fail(w, r, err)
			return
		}
		c.release = leave
		defer leave()
		allow(w, r, timeout)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// recoverPanic responds with an error if the handler panics (invariant 6).
func (s *Server) recoverPanic(w http.ResponseWriter, r *http.Request) {
	reason := recover()
	if reason == nil {
		return
	}
	if reason == http.ErrAbortHandler {
		panic(reason)
	}
	s.metrics.panics.Add(1)
	c := callOf(r.Context())
	s.opts.Log.LogAttrs(r.Context(), slog.LevelError, "a handler panicked", slog.String("id", c.id),
		slog.String("route", c.route), slog.Any("panic", reason), slog.String("stack", string(debug.Stack())))
	fail(w, r, errInternal)
}

// bodyLimit returns the maximum size of a request's body, in bytes.
func bodyLimit(a access, c *client) int64 {
	switch a {
	case open:
		return 0
	case form:
		return maxLoginForm
	}
	return c.limits.Body
}

// readBody reads the whole body before the request waits for its turn, so that a slow client does
// not delay others. If the route accepts no body, it leaves the body unread.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, l *lease) error {
	if limit == 0 {
		if r.ContentLength != 0 && r.ProtoMajor == 1 {
			// close the connection instead of reading the body before the next request
			w.Header().Set("Connection", "close")
		}
		r.Body = http.NoBody
		return nil
	}
	raw, err := io.ReadAll(meteredBody{http.MaxBytesReader(w, r.Body, limit), l})
	r.Body = io.NopCloser(bytes.NewReader(raw))
	var large *http.MaxBytesError
	var refused *refusal
	if err != nil && !errors.As(err, &large) && !errors.As(err, &refused) {
		return badQuestion("the request body is incomplete: send the request again")
	}
	return err
}

// turn waits until a request may run. Only requests that search or ask questions have to wait.
func (s *Server) turn(ctx context.Context, a access, c *client) (leave func(), err error) {
	if a != search && a != asking {
		return func() {}, nil
	}
	leaveClient, err := c.enter()
	if err != nil {
		s.metrics.countRefusal("concurrent")
		return nil, err
	}
	gate := s.searches
	if a == asking {
		gate = s.asks
	}
	leaveGate, err := gate.enter(ctx, c)
	if err != nil {
		s.metrics.countRefusal("busy")
		leaveClient()
		return nil, err
	}
	return sync.OnceFunc(func() {
		leaveGate()
		leaveClient()
	}), nil
}

// Limits on the memory used by request bodies.
const (
	maxBodies    = 64 << 20 // bytes for all requests in total
	clientBodies = 16 << 20 // bytes for all requests with one token
	maxLoginForm = 8 << 10  // bytes per login form
)

// A lease is the memory reserved for a request's body.
type lease struct {
	all    *semaphore.Weighted // bytes available to all requests together
	client *client
	bytes  int64
}

// take reserves n more bytes. It reports whether they were available.
func (l *lease) take(n int64) bool {
	if !l.client.bodies.TryAcquire(n) {
		return false
	}
	if !l.all.TryAcquire(n) {
		l.client.bodies.Release(n)
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
