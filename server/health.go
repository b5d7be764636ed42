package server

import (
	"context"
	"errors"
	"time"
)

func (s *Server) health(context.Context) (string, error) { return "ok", nil }

// readyPatience is how long the engine may take to say what it has.
const readyPatience = 2 * time.Second

// ready is an error before the engine is open, where nothing can be searched, and when the
// server stops.
func (s *Server) ready(ctx context.Context) (string, error) {
	if s.stopping.Load() {
		return "", errors.New("the server stops")
	}
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	if err := s.opts.Engines.Usable(ctx); err != nil {
		s.opts.Log.Warn("not ready", "error", err.Error())
		return "", errors.New("nothing can be searched yet")
	}
	return "ready", nil
}
