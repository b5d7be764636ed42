package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

const eventStream = "text/event-stream"

// ask answers /v1/ask: as one JSON object, or as events "step" with an app.AskStep each,
// and "answer" or "error" at the end.
func (s *Server) ask() endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		var q app.Question
		if err := readJSON(r, &q); err != nil {
			fail(w, r, err)
			return
		}
		note(r, q)
		if most := clientOf(r.Context()).limits.Papers; len(q.Papers) > most || q.TopK > most {
			fail(w, r, &app.QuestionError{Field: "papers", Reason: tooManyPapers(most)})
			return
		}
		if strings.Contains(r.Header.Get("Accept"), eventStream) {
			s.askInSteps(w, r, q)
			return
		}
		answer, err := s.opts.Asker.Ask(r.Context(), q, nil)
		answer.Notices = shared(r.Context(), answer.Notices)
		reply(w, r)(answer, err)
	}
	return endpoint{handler: http.HandlerFunc(handle), question: reflect.TypeFor[app.Question](), answer: reflect.TypeFor[app.Answered](), events: reflect.TypeFor[app.AskStep]()}
}

// askInSteps sends the status with the first step, so that an error before it is one like
// any other.
func (s *Server) askInSteps(w http.ResponseWriter, r *http.Request, q app.Question) {
	events := &events{w: w}
	answer, err := s.opts.Asker.Ask(r.Context(), q, func(step app.AskStep) { events.send("step", step) })
	answer.Notices = shared(r.Context(), answer.Notices)
	switch {
	case err == nil:
		events.send("answer", answer)
	case events.begun:
		refused := refusalOf(err)
		callOf(r.Context()).code = refused.Code
		events.send("error", refused.Problem)
	default:
		fail(w, r, err)
	}
}

// events are server-sent ones.
type events struct {
	w     http.ResponseWriter
	begun bool
}

func (e *events) send(name string, data any) {
	if !e.begun {
		e.begun = true
		e.w.Header().Set("Content-Type", eventStream)
		e.w.WriteHeader(http.StatusOK)
	}
	body, err := json.Marshal(data)
	if err != nil {
		return // the structs of app are all JSON
	}
	fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, body)
	_ = http.NewResponseController(e.w).Flush()
}
