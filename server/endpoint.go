package server

import (
	"context"
	"net/http"
	"reflect"

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

// post returns an endpoint that decodes a JSON body and responds with JSON.
func post[Q, A any](answer func(context.Context, Q) (A, error)) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		var question Q
		err := readJSON(r, &question)
		if err != nil {
			fail(w, r, err)
			return
		}
		logQuestion(r, question)
		reply(w, r)(answer(r.Context(), question))
	}
	return endpoint{handler: http.HandlerFunc(handle), request: reflect.TypeFor[Q](), response: reflect.TypeFor[A]()}
}

// get returns an endpoint that responds with JSON to a request without a body.
func get[A any](answer func(*http.Request) (A, error)) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) { reply(w, r)(answer(r)) }
	return endpoint{handler: http.HandlerFunc(handle), response: reflect.TypeFor[A]()}
}

// reply returns a function that writes an answer or its error.
func reply(w http.ResponseWriter, r *http.Request) func(answer any, err error) {
	return func(answer any, err error) {
		if err != nil {
			fail(w, r, err)
			return
		}
		writeJSON(w, r, http.StatusOK, answer)
	}
}

// file serves the bytes returned by content.
func (s *Server) file(media string, content func() []byte) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) { writeBody(w, r, http.StatusOK, media, content()) }
	return endpoint{handler: http.HandlerFunc(handle), media: media}
}

// text serves one line of text. An error has status 503.
func (s *Server) text(line func(context.Context) (string, error)) endpoint {
	const media = "text/plain; charset=utf-8"
	handle := func(w http.ResponseWriter, r *http.Request) {
		answer, err := line(r.Context())
		status := http.StatusOK
		if err != nil {
			answer, status = err.Error(), http.StatusServiceUnavailable
		}
		writeBody(w, r, status, media, []byte(answer+"\n"))
	}
	return endpoint{handler: http.HandlerFunc(handle), media: media}
}

func (s *Server) corpora(r *http.Request) ([]wire.SharedCorpus, error) {
	return s.opts.Engines.Corpora(r.Context(), reachOf(r))
}

// reachOf limits a request that another server has relayed to the corpora of this server.
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
	if q.Limit == 0 {
		q.Limit = min(wire.DefaultPage, most)
	}
	answer, err := s.opts.Engines.Suggest(ctx, q)
	answer.Notices = PublicNotices(ctx, answer.Notices)
	answer.Notes, answer.Coverage = engine.Texts(answer.Notices), PublicCoverage(answer.Coverage)
	return answer, err
}

// wire serves the requests of package engine/remote for one corpus.
func (s *Server) wire(path string) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		if spoken := r.Header.Get(remote.VersionHeader); spoken != "" && spoken != remote.Version {
			fail(w, r, errVersion)
			return
		}
		corpus, err := s.opts.Engines.Retriever(r.Context(), r.PathValue("corpus"), reachOf(r))
		if err != nil {
			fail(w, r, err)
			return
		}
		reply(w, r)(remote.Answer(r.Context(), corpus, path, r.Body))
	}
	e := endpoint{handler: http.HandlerFunc(handle)}
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

// noRoute responds to an unknown API path with a JSON error.
func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) { fail(w, r, errNoRoute) }
