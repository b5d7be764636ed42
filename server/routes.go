package server

import (
	"net/http"
	"strings"
)

// routes are all that is served. The OpenAPI document is made of the same list.
func (s *Server) routes() []route {
	engines := s.opts.Engines
	all := []route{
		{"GET /v1/corpora", "The corpora that are searched.", get(s.corpora), free},
		{"GET /v1/corpora/{corpus}/info", "What a corpus is, as a retriever on another machine asks it.", s.wire("/info"), free},
		{"POST /v1/corpora/{corpus}/info", "The same, by POST.", s.wire("/info"), free},
		{"POST /v1/corpora/{corpus}/search", "Candidates of one corpus, unranked, as a retriever on another machine asks for them.", s.wire("/search"), search},
		{"POST /v1/corpora/{corpus}/papers", "Whole records of one corpus, null where it has none.", s.wire("/papers"), search},
		{"POST /v1/suggest", "Papers worth citing after a text, one page of them.", post(s.suggest), search},
		{"GET /v1/papers/{corpus}/{paper}", "What is known of one paper, with the sentences that matter.", get(s.paper), search},
		{"POST /v1/explain", "What a paper has for and against the last sentence of a text.", post(engines.Explain), search},
		{"POST /v1/draft", "Sentences that cite a paper after a text; #CIT is the place of the citation.", post(engines.DraftSentences), search},
		{"POST /v1/related", "Papers for each topic of a paragraph, and its sentences.", post(engines.Related), search},
		{"POST /v1/cite", "References of papers: BibTeX, BibLaTeX, CSL JSON, RIS, or plain in a style.", post(engines.Cite), search},
		{"GET /v1/openapi.json", "This document.", s.file("application/json", func() []byte { return s.document }), open},
		{"GET /healthz", "Whether the process lives.", s.text(s.health), open},
		{"GET /readyz", "Whether questions can be answered.", s.text(s.ready), open},
		{"GET /metrics", "Figures for Prometheus.", s.file("text/plain; version=0.0.4; charset=utf-8", s.metrics.text), free},
	}
	if s.opts.Asker != nil {
		all = append(all, route{"POST /v1/ask", "An answer to a question by what papers say; as events where text/event-stream is accepted.", s.ask(), asking})
	}
	if s.tokens != nil {
		all = append(all,
			route{"GET /login", "The form in which a browser gives its token.", s.form(), open},
			route{"POST /login", "A token for a session of a browser.", s.login(), open},
			route{"POST /logout", "The end of a session of a browser.", s.logout(), open})
	}
	all = append(all, s.exportRoutes()...)
	return append(all, route{"GET " + stylePath, "The style of the form and of errors.", s.file("text/css; charset=utf-8", func() []byte { return style }), open})
}

// A route is a method with a path, and the endpoint that answers there.
type route struct {
	pattern  string
	summary  string
	endpoint endpoint
	access   access
}

// access says who may ask, and what has to wait for its turn.
type access int

const (
	open   access = iota // anybody
	free                 // whoever has a token; costs nothing
	search               // has to wait for its turn
	asking               // the same, among questions that a language model may answer
)

// mux serves the routes, and the page where no route is.
func (s *Server) mux(routes []route) http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.Handle(r.pattern, s.admitted(r.pattern, r.access, r.endpoint.handler))
	}
	for path, allowed := range methodsOf(routes) {
		mux.Handle(path, otherMethod(allowed))
	}
	mux.Handle("/v1/", s.admitted("/v1/", open, http.HandlerFunc(s.nothing)))
	if s.opts.Page != nil {
		mux.Handle("/", s.admitted("/", search, s.opts.Page))
		mux.Handle("POST /ask", s.admitted("/ask", asking, s.opts.Page))
		mux.Handle("GET /assets/", s.admitted("/assets/", open, s.opts.Page))
	}
	return mux
}

// methodsOf are the methods of each path.
func methodsOf(routes []route) map[string][]string {
	all := make(map[string][]string)
	for _, r := range routes {
		method, path, _ := strings.Cut(r.pattern, " ")
		all[path] = append(all[path], method)
		if method == http.MethodGet {
			all[path] = append(all[path], http.MethodHead)
		}
	}
	return all
}

// otherMethod refuses all methods but those that are allowed.
func otherMethod(allowed []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		methods := strings.Join(allowed, ", ")
		w.Header().Set("Allow", methods)
		fail(w, r, &refusal{http.StatusMethodNotAllowed, Problem{Code: "method", Message: "this path is asked by " + methods + ", not by " + r.Method}})
	})
}
