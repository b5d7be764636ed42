package server

import (
	"cmp"
	"net/http"
	"time"
)

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
