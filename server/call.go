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

// A call is a request as the log and the limits see it.
type call struct {
	id      string
	log     *slog.Logger
	begun   time.Time
	pattern string // of its route, "" before it is known
	client  *client
	code    string // of its refusal, "" where there is none
	asked   any    // its question
	release func() // gives its turn to the next
}

type callKey struct{}

// callOf is the call of a request; a request without one is a test's of a handler alone.
func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{log: slog.New(slog.DiscardHandler), client: local, release: func() {}}
}

// clientOf is who asks.
func clientOf(ctx context.Context) *client { return callOf(ctx).client }

var idOfRequest = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

const idHeader = "X-Request-Id"

// newCall takes the ID of a proxy before this server, or makes one.
func (s *Server) newCall(r *http.Request) *call {
	id := r.Header.Get(idHeader)
	if !idOfRequest.MatchString(id) {
		id = rand.Text()
	}
	return &call{id: id, log: s.opts.Log, begun: time.Now(), client: local, release: func() {}}
}

// note keeps a question for the log, which shows it only where Options say so.
func note(r *http.Request, question any) {
	callOf(r.Context()).asked = question
}

// recorded counts what is written.
type recorded struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorded) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	if status != statusLeft {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (w *recorded) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController through.
func (w *recorded) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *recorded) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// report logs a call and counts it.
func (s *Server) report(r *http.Request, w *recorded, c *call) {
	took := time.Since(c.begun)
	s.metrics.answered(c.pattern, w.status, took)
	all := []slog.Attr{
		slog.String("id", c.id), slog.String("method", r.Method), slog.String("route", c.pattern), slog.Int("status", w.status),
		slog.Int64("bytes", w.bytes), slog.Duration("took", took), slog.String("client", c.client.name),
	}
	if c.code != "" {
		all = append(all, slog.String("code", c.code))
	}
	if s.opts.LogQuestions {
		question, _ := json.Marshal(c.asked)
		all = append(all, slog.String("query", r.URL.RawQuery), slog.String("question", string(question)))
	}
	s.opts.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", all...)
}
