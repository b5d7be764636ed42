package server

import (
	"cmp"
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
	streams  bool      // the handler ends the turn itself; otherwise, writing the first byte ends it
	end      time.Time // time after which nothing is written; zero for no limit
}

type callKey struct{}

// callOf returns the call of a request.
func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

func clientOf(ctx context.Context) *client { return callOf(ctx).client }

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

const idHeader = "X-Request-Id"

// newCall creates the call of a request, with the ID set by a reverse proxy or a new one.
func (s *Server) newCall(r *http.Request) *call {
	id := r.Header.Get(idHeader)
	if !requestID.MatchString(id) {
		id = rand.Text()
	}
	return &call{id: id, log: s.opts.Log, begun: time.Now(), client: anyone, release: func() {}}
}

// logQuestion stores the question for the log line, which includes it only if LogQuestions is set.
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

// A client must read each writeChunk bytes of a response within writeTimeout.
const (
	writeTimeout = 10 * time.Second
	writeChunk   = 16 << 10
)

// A responseWriter ends the turn of its request before it writes the first byte, so that a slow
// client does not delay other requests. Each chunk has a separate deadline, in HTTP/1 as well as in
// HTTP/2.
type responseWriter struct {
	http.ResponseWriter
	call   *call
	status int
	bytes  int64
}

// WriteHeader implements http.ResponseWriter. It does nothing if the client has disconnected.
func (w *responseWriter) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
	if status != statusClientLeft {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (w *responseWriter) Write(b []byte) (written int, err error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	if !w.call.streams {
		w.call.release()
	}
	for len(b) > 0 && err == nil {
		var n int
		w.limitWrite()
		n, err = w.ResponseWriter.Write(b[:min(len(b), writeChunk)])
		b, written = b[n:], written+n
	}
	w.bytes += int64(written)
	return written, err
}

// limitWrite sets the deadline for the next write.
func (w *responseWriter) limitWrite() {
	deadline := time.Now().Add(writeTimeout)
	if end := w.call.end; !end.IsZero() && end.Before(deadline) {
		deadline = end
	}
	// recorders in tests do not support deadlines
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}

// Unwrap returns the underlying writer, so that http.ResponseController can set deadlines.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *responseWriter) Flush() {
	w.limitWrite()
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// allow replaces the server's short timeouts for a request. The handler has d to answer, and the
// client has writeAllowance after that to receive the response.
func allow(w http.ResponseWriter, r *http.Request, d time.Duration) {
	end := time.Now().Add(d + writeAllowance)
	callOf(r.Context()).end = end
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // any bytes read from now on belong to the next request
	_ = control.SetWriteDeadline(end)
}
