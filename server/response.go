package server

import (
	"net/http"
	"time"
)

// A client has to read the next writeChunk bytes within writeTimeout.
const (
	writeTimeout = 10 * time.Second
	writeChunk   = 16 << 10
)

// A responseWriter ends the turn of its call before the first byte, so that a slow reader delays no
// other request. Each chunk has a separate deadline, for HTTP/1 and HTTP/2 alike.
type responseWriter struct {
	http.ResponseWriter
	call   *call
	status int
	bytes  int64
}

// WriteHeader implements http.ResponseWriter. It sends nothing to a client that has disconnected.
func (w *responseWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	if status != statusClientLeft {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (w *responseWriter) Write(b []byte) (written int, err error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
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
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline) // unsupported by test recorders
}

// Unwrap lets http.ResponseController reach the connection.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *responseWriter) Flush() {
	w.limitWrite()
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// allow replaces the server's short timeouts for a request: d to answer, and then writeAllowance
// until the client has received the response.
func allow(w http.ResponseWriter, r *http.Request, d time.Duration) {
	end := time.Now().Add(d + writeAllowance)
	callOf(r.Context()).end = end
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // any further bytes belong to the next request
	_ = control.SetWriteDeadline(end)
}
