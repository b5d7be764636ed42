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
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// guarded is what every request passes before its route: it gets an ID, a line in the log,
// the headers that keep pages safe, and it has to come from here or with our own pages.
func (s *Server) guarded(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fail(w, r, errOrigin) }))
	next = s.fromHere(origins.Handler(compressed(next)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, counted := s.newCall(r), &recorded{ResponseWriter: w}
		r = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
		setHeaders(counted.Header(), c.id)
		defer s.report(r, counted, c)
		next.ServeHTTP(counted, r)
	})
}

// policy lets a page load what this server has, and nothing run that it did not send.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

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

// compressed packs what is worth it, and leaves streams of events alone.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1400), gzhttp.ContentTypes([]string{
		"application/json", "text/html", "text/css", "text/javascript", "text/plain", "application/x-bibtex",
	}))
	if err != nil {
		return next // the options above are constant and valid
	}
	return wrap(next)
}

// fromHere refuses names that lead to this machine without being its own: without tokens
// a page of a stranger could ask under one.
func (s *Server) fromHere(next http.Handler) http.Handler {
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

// admitted lets a request to its route: once it is known who asks, inside that client's
// limits, and when it is its turn.
func (s *Server) admitted(pattern string, a access, next http.Handler) http.Handler {
	s.metrics.expect(pattern)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callOf(r.Context())
		c.pattern = pattern
		defer s.survive(w, r)
		if err := s.identify(w, r, a); err != nil {
			fail(w, r, err)
			return
		}
		if err := readBody(w, r, c.client.limits.Body); err != nil {
			fail(w, r, err)
			return
		}
		patience := searchPatience
		if a == asking {
			patience = askPatience
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		leave, err := s.turn(ctx, a, c.client)
		if err != nil {
			fail(w, r, err)
			return
		}
		c.release = leave
		defer leave()
		extend(w, patience)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// survive answers for a handler that panics: the process lives (invariant 6).
func (s *Server) survive(w http.ResponseWriter, r *http.Request) {
	reason := recover()
	if reason == nil {
		return
	}
	if reason == http.ErrAbortHandler {
		panic(reason)
	}
	s.metrics.panics.Add(1)
	c := callOf(r.Context())
	s.opts.Log.LogAttrs(r.Context(), slog.LevelError, "a request made the server fail", slog.String("id", c.id), slog.String("route", c.pattern), slog.Any("panic", reason), slog.String("stack", string(debug.Stack())))
	fail(w, r, errInternal)
}

// readBody reads all of a body before it is a request's turn, so that a slow writer keeps
// no one waiting.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) error {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	r.Body = io.NopCloser(bytes.NewReader(raw))
	var large *http.MaxBytesError
	if err != nil && !errors.As(err, &large) {
		return badQuestion("the body breaks off")
	}
	return err
}

// turn waits until a request may be answered.
func (s *Server) turn(ctx context.Context, a access, c *client) (leave func(), err error) {
	if a != search && a != asking {
		return func() {}, nil
	}
	leaveClient, err := c.enter()
	if err != nil {
		s.metrics.refused("concurrent")
		return nil, err
	}
	through := s.searches
	if a == asking {
		through = s.asks
	}
	leaveGate, err := through.enter(ctx)
	if err != nil {
		s.metrics.refused("busy")
		leaveClient()
		return nil, err
	}
	return sync.OnceFunc(func() {
		leaveGate()
		leaveClient()
	}), nil
}

// extend gives a request its own time: the server's deadlines are those of questions that
// are answered at once.
func extend(w http.ResponseWriter, patience time.Duration) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the body is read; what follows is the next request
	_ = control.SetWriteDeadline(time.Now().Add(patience + writePatience))
}
