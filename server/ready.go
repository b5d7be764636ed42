package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

func (s *Server) health(context.Context) (string, error) { return "ok", nil }

// readyTimeout is the time limit of the /readyz checks.
var readyTimeout = 2 * time.Second

// ready returns an error if the engine is not open, searches fail, or the server is shutting down.
func (s *Server) ready(ctx context.Context) (string, error) {
	if s.stopping.Load() {
		return "", errors.New("the server is shutting down")
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := s.opts.Engines.Available(ctx); err != nil {
		s.opts.Log.Warn("not ready", "error", err.Error())
		return "", errors.New("no index can be searched yet")
	}
	if err := s.readiness.check(ctx, s.trySearch); err != nil {
		s.opts.Log.Warn("not ready: searches are failing", "error", err.Error())
		return "", errors.New("searches are failing: the reason is in the server's log")
	}
	return "ready", nil
}

func (s *Server) trySearch(ctx context.Context) error {
	_, err := s.opts.Engines.Suggest(ctx, wire.SuggestRequest{Text: "ready", PageRequest: wire.PageRequest{Limit: 1}})
	return err
}

// trialInterval is the minimum time between trial searches. It limits the load caused by requests to
// /readyz, which need no token.
const trialInterval = 5 * time.Second

// readiness stores the outcome of the latest search, whether by a client or a trial.
type readiness struct {
	mu     sync.Mutex
	known  bool // at least one search has finished
	failed error
	tried  time.Time
}

// note records the outcome of a client's search.
func (r *readiness) note(c *call, status int) {
	isFailure := slices.Contains([]string{errInternal.Code, errLate.Code, errNoIndex.Code}, c.code)
	switch {
	case c.access != search && c.access != asking:
	case isFailure:
		r.set(errors.New("the latest search failed with code " + c.code))
	case status == http.StatusOK:
		r.set(nil)
	}
}

func (r *readiness) set(failed error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known, r.failed = true, failed
}

// check returns the error of the latest search. If it failed, check first runs a trial search.
func (r *readiness) check(ctx context.Context, trial func(context.Context) error) error {
	r.mu.Lock()
	known, failed, due := r.known, r.failed, time.Since(r.tried) >= trialInterval
	if (!known || failed != nil) && due {
		r.tried = time.Now()
	}
	r.mu.Unlock()
	if known && failed == nil || !due {
		return failed
	}
	failed = trial(ctx)
	r.set(failed)
	return failed
}
