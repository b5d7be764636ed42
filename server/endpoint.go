package server

import (
	"context"
	"net/http"
	"reflect"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// An endpoint answers requests. Its types are those of the OpenAPI document; nil where a
// body is no JSON of ours.
type endpoint struct {
	handler          http.Handler
	question, answer reflect.Type
	media            string       // of the answer, where it is no JSON
	events           reflect.Type // of the data of events, where they are sent on request
}

// post answers a question that is a JSON body.
func post[Q, A any](answer func(context.Context, Q) (A, error)) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		var question Q
		err := readJSON(r, &question)
		if err != nil {
			fail(w, r, err)
			return
		}
		note(r, question)
		reply(w, r)(answer(r.Context(), question))
	}
	return endpoint{handler: http.HandlerFunc(handle), question: reflect.TypeFor[Q](), answer: reflect.TypeFor[A]()}
}

// get answers by the path alone.
func get[A any](answer func(*http.Request) (A, error)) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) { reply(w, r)(answer(r)) }
	return endpoint{handler: http.HandlerFunc(handle), answer: reflect.TypeFor[A]()}
}

// reply writes an answer, or why there is none.
func reply(w http.ResponseWriter, r *http.Request) func(answer any, err error) {
	return func(answer any, err error) {
		if err != nil {
			fail(w, r, err)
			return
		}
		writeJSON(w, r, http.StatusOK, answer)
	}
}

// file serves what content returns.
func (s *Server) file(media string, content func() []byte) endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) { writeBody(w, r, http.StatusOK, media, content()) }
	return endpoint{handler: http.HandlerFunc(handle), media: media}
}

// text serves one line, with status 503 where there is an error.
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

func (s *Server) corpora(r *http.Request) ([]app.SharedCorpus, error) {
	return s.opts.Engines.Corpora(r.Context(), reachOf(r))
}

// reachOf keeps what another server hands on to the corpora of this one.
func reachOf(r *http.Request) app.Reach {
	if r.Header.Get(remote.HandedOnHeader) != "" {
		return app.Here
	}
	return app.Everywhere
}

func (s *Server) paper(r *http.Request) (app.PaperDetails, error) {
	return s.opts.Engines.Details(r.Context(), app.PaperRef{Paper: r.PathValue("paper"), Corpus: r.PathValue("corpus")})
}

func (s *Server) suggest(ctx context.Context, q app.TextQuestion) (app.Discovered, error) {
	most := clientOf(ctx).limits.Papers
	if q.Limit > most {
		return app.Discovered{}, &app.QuestionError{Field: "limit", Reason: tooManyPapers(most)}
	}
	if q.Limit == 0 {
		q.Limit = min(app.DefaultPage, most)
	}
	answer, err := s.opts.Engines.Suggest(ctx, q)
	answer.Notices = shared(ctx, answer.Notices)
	answer.Notes = engine.Texts(answer.Notices)
	return answer, err
}

// wire answers what engine/remote asks.
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
		e.answer = reflect.TypeFor[engine.Info]()
	case "/search":
		e.question, e.answer = remote.SearchQuestion, remote.SearchReply
	case "/papers":
		e.question, e.answer = reflect.TypeFor[[]engine.WorkRef](), reflect.TypeFor[[]*engine.Paper]()
	}
	return e
}

// nothing answers where no route is, in JSON as the rest of the API.
func (s *Server) nothing(w http.ResponseWriter, r *http.Request) { fail(w, r, errNoRoute) }
