package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"time"
)

// A call holds the state of a request for logging, metrics and limits.
type call struct {
	id       string
	log      *slog.Logger
	begun    time.Time
	route    string // pattern of the route; "" until a route matches
	access   access
	client   *client
	code     string    // code of the error; "" if the request succeeded
	question any       // decoded body of the request
	release  func()    // ends the request's turn, so that the next request can start
	streams  bool      // the handler ends the turn itself; otherwise, the first byte written does
	end      time.Time // time after which nothing is written; zero for no limit
}

type callKey struct{}

// callOf returns the call of a request. It returns a new call in tests that run a handler directly.
func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{log: slog.New(slog.DiscardHandler), client: anyone, release: func() {}}
}

func clientOf(ctx context.Context) *client { return callOf(ctx).client }

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

const idHeader = "X-Request-Id"

// newCall creates the call of a request. It uses the request ID that a reverse proxy has set, or a
// new one.
func (s *Server) newCall(r *http.Request) *call {
	id := r.Header.Get(idHeader)
	if !requestID.MatchString(id) {
		id = rand.Text()
	}
	return &call{id: id, log: s.opts.Log, begun: time.Now(), client: anyone, release: func() {}}
}

// logQuestion stores the question for the request's log line. The log line includes it only if
// Options.LogQuestions is set.
func logQuestion(r *http.Request, question any) {
	callOf(r.Context()).question = question
}

// report logs a finished request and updates the metrics.
func (s *Server) report(r *http.Request, w *responseWriter, c *call) {
	took := time.Since(c.begun)
	s.metrics.countRequest(c.route, w.status, took)
	s.readiness.note(c, w.status)
	attrs := []slog.Attr{
		slog.String("id", c.id), slog.String("method", r.Method), slog.String("route", c.route),
		slog.Int("status", w.status), slog.Int64("bytes", w.bytes), slog.Duration("took", took),
		slog.String("client", c.client.name),
	}
	if c.code != "" {
		attrs = append(attrs, slog.String("code", c.code))
	}
	if s.opts.LogQuestions {
		question, _ := json.Marshal(c.question)
		attrs = append(attrs, slog.String("query", r.URL.RawQuery), slog.String("question", string(question)))
	}
	s.opts.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
}
