package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// An endpoint is a handler, together with the types of its bodies for the OpenAPI document. A type
// is nil if the body is not JSON.
type endpoint struct {
	handler           http.Handler
	request, response reflect.Type
	media             string       // media type of the response if it is not JSON
	events            reflect.Type // type of the data in server-sent events; nil if none are sent
}

// A handlerFunc serves a request, or returns an error to respond with. It returns an error only if it has
// written nothing.
type handlerFunc func(http.ResponseWriter, *http.Request) error

// ServeHTTP implements http.Handler.
func (h handlerFunc) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h(w, r); err != nil {
		fail(w, r, err)
	}
}

// handle returns an endpoint whose responses have the given media type, or "" for JSON.
func handle(media string, h handlerFunc) endpoint { return endpoint{handler: h, media: media} }

// post returns an endpoint that decodes a JSON body and responds with JSON.
func post[Q, A any](answer func(context.Context, Q) (A, error)) endpoint {
	h := func(w http.ResponseWriter, r *http.Request) error {
		var question Q
		if err := readJSON(r, &question); err != nil {
			return err
		}
		logQuestion(r, question)
		return reply(w, r)(answer(r.Context(), question))
	}
	return endpoint{handler: handlerFunc(h), request: reflect.TypeFor[Q](), response: reflect.TypeFor[A]()}
}

// get returns an endpoint that responds with JSON to a request without a body.
func get[A any](answer func(*http.Request) (A, error)) endpoint {
	h := func(w http.ResponseWriter, r *http.Request) error { return reply(w, r)(answer(r)) }
	return endpoint{handler: handlerFunc(h), response: reflect.TypeFor[A]()}
}

// reply returns a function that writes an answer or returns its error.
func reply(w http.ResponseWriter, r *http.Request) func(answer any, err error) error {
	return func(answer any, err error) error {
		if err != nil {
			return err
		}
		return writeJSON(w, r, http.StatusOK, answer)
	}
}

func file(media string, content func() []byte) endpoint {
	return handle(media, func(w http.ResponseWriter, r *http.Request) error {
		writeBody(w, r, http.StatusOK, media, content())
		return nil
	})
}

// text serves one line of text. An error is sent with status 503.
func text(line func(context.Context) (string, error)) endpoint {
	const media = "text/plain; charset=utf-8"
	return handle(media, func(w http.ResponseWriter, r *http.Request) error {
		answer, err := line(r.Context())
		status := http.StatusOK
		if err != nil {
			answer, status = err.Error(), http.StatusServiceUnavailable
		}
		writeBody(w, r, status, media, []byte(answer+"\n"))
		return nil
	})
}

func (s *Server) corpora(r *http.Request) ([]wire.SharedCorpus, error) {
	return s.opts.Engines.Corpora(r.Context(), reachOf(r))
}

// reachOf returns the corpora that a request may search: if another server relayed the request, only
// the corpora of this server.
func reachOf(r *http.Request) backend.Reach {
	if r.Header.Get(remote.RelayedHeader) != "" {
		return backend.Here
	}
	return backend.Everywhere
}

func (s *Server) paper(r *http.Request) (wire.PaperDetails, error) {
	ref := wire.PaperRef{Paper: r.PathValue("paper"), Corpus: r.PathValue("corpus")}
	return s.opts.Engines.Details(r.Context(), ref)
}

func (s *Server) suggest(ctx context.Context, q wire.SuggestRequest) (wire.PaperPage, error) {
	most := clientOf(ctx).limits.Papers
	if q.Limit > most {
		return wire.PaperPage{}, &wire.RequestError{Field: "limit", Reason: tooManyPapers(most)}
	}
	q.Limit = cmp.Or(q.Limit, min(wire.DefaultPage, most))
	answer, err := s.opts.Engines.Suggest(ctx, q)
	answer.Notices = PublicNotices(ctx, answer.Notices)
	answer.Notes, answer.Coverage = engine.Texts(answer.Notices), answer.Coverage.WithoutReasons()
	return answer, err
}

// wire serves the requests of package engine/remote for one corpus.
func (s *Server) wire(path string) endpoint {
	e := handle("", func(w http.ResponseWriter, r *http.Request) error {
		if spoken := r.Header.Get(remote.VersionHeader); spoken != "" && spoken != remote.Version {
			return errVersion
		}
		corpus, err := s.opts.Engines.Retriever(r.Context(), r.PathValue("corpus"), reachOf(r))
		if err != nil {
			return err
		}
		return reply(w, r)(remote.Answer(r.Context(), corpus, path, r.Body))
	})
	switch path {
	case "/info":
		e.response = reflect.TypeFor[engine.Info]()
	case "/search":
		e.request, e.response = remote.SearchQuestion, remote.SearchReply
	case "/papers":
		e.request, e.response = reflect.TypeFor[[]engine.WorkRef](), reflect.TypeFor[[]*engine.Paper]()
	}
	return e
}

// readJSON decodes a JSON object without unknown fields. Its errors include the line and column.
func readJSON(r *http.Request, into any) error {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return errMedia
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	return decode(raw, into)
}

func decode(raw []byte, into any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return badQuestion("the body is empty: send a JSON object")
	}
	if raw[0] != '{' && bytes.TrimSpace(raw)[0] != '{' {
		return badQuestion("the body is not a JSON object")
	}
	err := json.Unmarshal(raw, into, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var meaning *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: unknown field %s",
			lineColumn(raw, meaning.ByteOffset), pointer(meaning.JSONPointer)))
	case errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: %s must be %s",
			lineColumn(raw, meaning.ByteOffset), pointer(meaning.JSONPointer), kindOf(meaning.GoType)))
	case errors.As(err, &syntax):
		return badQuestion(fmt.Sprintf("%s: invalid JSON: %v", lineColumn(raw, syntax.ByteOffset), syntax.Err))
	}
	return badQuestion("the body cannot be decoded as JSON")
}

// lineColumn formats an offset as a line and a column, both counted from 1.
func lineColumn(raw []byte, offset int64) string {
	before := raw[:min(max(0, offset), int64(len(raw)))]
	line := bytes.Count(before, []byte("\n"))
	column := len(before) - (bytes.LastIndexByte(before, '\n') + 1)
	return fmt.Sprintf("line %d, column %d", line+1, column+1)
}

const maxPointer = 100 // maximum length of a field's path in an error message, in bytes

func pointer(p jsontext.Pointer) string {
	return fmt.Sprintf("%+q", p[:min(len(p), maxPointer)])
}

// kindOf returns the JSON name for the kind of a Go type.
func kindOf(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64, reflect.Float32:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}
