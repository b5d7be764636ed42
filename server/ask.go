package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

const eventStream = "text/event-stream"

// ask serves /v1/ask. It responds with one JSON object or, if the client accepts them, with
// server-sent events: a "step" for each wire.AskStep, followed by "answer" or "error".
func (s *Server) ask() endpoint {
	h := func(w http.ResponseWriter, r *http.Request) error {
		var q wire.AskRequest
		if err := readJSON(r, &q); err != nil {
			return err
		}
		logQuestion(r, q)
		if most := clientOf(r.Context()).limits.Papers; len(q.Papers) > most || q.TopK > most {
			return &wire.RequestError{Field: "papers", Reason: tooManyPapers(most)}
		}
		if strings.Contains(r.Header.Get("Accept"), eventStream) {
			return s.streamAnswer(w, r, q)
		}
		answer, err := s.opts.Asker.Ask(r.Context(), q, nil)
		answer.Notices, answer.Coverage = PublicNotices(r.Context(), answer.Notices), answer.Coverage.WithoutReasons()
		return reply(w, r)(answer, err)
	}
	return endpoint{
		handler: handlerFunc(h), request: reflect.TypeFor[wire.AskRequest](),
		response: reflect.TypeFor[wire.AskReply](), events: reflect.TypeFor[wire.AskStep](),
	}
}

// streamAnswer sends the status together with the first step, so that an earlier error can still
// change the status. The request's turn ends when the answer is complete, even if the client is
// still reading it.
func (s *Server) streamAnswer(w http.ResponseWriter, r *http.Request, q wire.AskRequest) error {
	c := callOf(r.Context())
	c.streams = true
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events := newEventQueue(w, cancel)
	answer, err := s.opts.Asker.Ask(ctx, q, func(step wire.AskStep) { events.send("step", step) })
	c.release()
	answer.Notices, answer.Coverage = PublicNotices(r.Context(), answer.Notices), answer.Coverage.WithoutReasons()
	switch {
	case err == nil:
		events.send("answer", answer)
	case events.begun:
		refused := refusalOf(err)
		c.code, err = refused.Code, nil
		events.send("error", refused.Problem)
	}
	events.close()
	return err
}

const maxQueuedEvents = 1 << 20 // maximum size of the events queued for a slow client, in bytes

// An eventQueue writes server-sent events in the background, so that the sender never waits for the
// client. It drops steps that exceed maxQueuedEvents, since the answer repeats them.
type eventQueue struct {
	begun bool // at least one event has been sent

	mu     sync.Mutex
	more   *sync.Cond
	events [][]byte
	bytes  int
	closed bool
	done   chan struct{}
}

// newEventQueue returns a queue that writes to w. It calls cancel if the client stops reading.
func newEventQueue(w http.ResponseWriter, cancel func()) *eventQueue {
	q := &eventQueue{done: make(chan struct{})}
	q.more = sync.NewCond(&q.mu)
	go func() {
		defer close(q.done)
		if q.writeTo(w) != nil {
			cancel()
		}
	}()
	return q
}

func (q *eventQueue) send(name string, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		return // cannot happen, since all types in package app can be encoded
	}
	event := fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, body)
	q.begun = true
	q.mu.Lock()
	defer q.mu.Unlock()
	if name == "step" && q.bytes+len(event) > maxQueuedEvents {
		return
	}
	q.events, q.bytes = append(q.events, event), q.bytes+len(event)
	q.more.Signal()
}

// close waits until all events have been written or the client has stopped reading.
func (q *eventQueue) close() {
	q.mu.Lock()
	q.closed = true
	q.more.Signal()
	q.mu.Unlock()
	<-q.done
}

// next waits for the next event and returns it. It returns nil after the last one.
func (q *eventQueue) next() []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.events) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.events) == 0 {
		return nil
	}
	event := q.events[0]
	q.events, q.bytes = q.events[1:], q.bytes-len(event)
	return event
}

func (q *eventQueue) writeTo(w http.ResponseWriter) error {
	control := http.NewResponseController(w)
	for event := q.next(); event != nil; event = q.next() {
		w.Header().Set("Content-Type", eventStream)
		if _, err := w.Write(event); err != nil {
			return err
		}
		if err := control.Flush(); err != nil {
			return err
		}
		// remove the deadline, since the next step may take longer than a write
		_ = control.SetWriteDeadline(time.Time{})
	}
	return nil
}
