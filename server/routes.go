package server

import (
	"net/http"
	"strings"
)

// routes returns all routes. The OpenAPI document lists the same routes.
func (s *Server) routes() []route {
	engines := s.opts.Engines
	all := []route{
		{"GET /v1/corpora", "Lists the corpora that are searched.", get(s.corpora), free},
		{"GET /v1/corpora/{corpus}/info", "Describes a corpus, for use by another scilit-lsp.", s.wire("/info"), free},
		{"POST /v1/corpora/{corpus}/info", "Does the same as GET.", s.wire("/info"), free},
		{"POST /v1/corpora/{corpus}/search", "Returns unranked candidates from one corpus, for use by another scilit-lsp.", s.wire("/search"), search},
		{"POST /v1/corpora/{corpus}/papers", "Returns complete records from one corpus, with null for unknown papers.", s.wire("/papers"), search},
		{"POST /v1/suggest", "Returns one page of the papers worth citing at the end of a text.", post(s.suggest), search},
		{"GET /v1/papers/{corpus}/{paper}", "Returns the record of one paper with its highlights.", get(s.paper), search},
		{"POST /v1/explain", "Returns the passages of a paper that support or contradict the last sentence of a text.", post(engines.Explain), search},
		{"POST /v1/draft", "Returns sentences that continue a text and cite a paper. #CIT marks where the citation goes.", post(engines.DraftSentences), search},
		{"POST /v1/related", "Returns papers for each topic of a related-work paragraph, and sentences that cite them.", post(engines.Related), search},
		{"POST /v1/cite", "Returns references as BibTeX, BibLaTeX, CSL JSON, RIS, or plain text in a citation style.", post(engines.Cite), search},
		{"POST /v1/ask", "Answers a question from the text of papers. Streams events if the client accepts text/event-stream.", s.ask(), asking},
		{"GET /v1/openapi.json", "Returns this OpenAPI document.",
			file("application/json", func() []byte { return s.document }), open},
		{"GET /healthz", "Reports that the process is running.", text(s.health), open},
		{"GET /readyz", "Reports whether searches succeed.", text(s.ready), open},
		{"GET /metrics", "Returns metrics in the Prometheus text format.",
			file("text/plain; version=0.0.4; charset=utf-8", s.metrics.text), free},
	}
	if s.tokens != nil {
		all = append(all,
			route{"GET /login", "Returns the login form for browsers.", s.form(), open},
			route{"POST /login", "Logs a browser in with a token.", s.login(), form},
			route{"POST /logout", "Logs a browser out.", s.logout(), open})
	}
	all = append(all, s.exportRoutes()...)
	return append(all, route{"GET " + stylePath, "Returns the style sheet of the login form and the error pages.",
		file("text/css; charset=utf-8", func() []byte { return style }), open})
}

// A route connects a method and a path to an endpoint.
type route struct {
	pattern  string
	summary  string
	endpoint endpoint
	access   access
}

// An access is a kind of route. It determines whether requests need a token, may have a body,
// and wait for their turn.
type access int

const (
	open   access = iota // no token, no body, no waiting
	form                 // no token, but a short body
	free                 // a token, no waiting
	search               // a token; waits in the queue of searches
	asking               // a token; waits in the queue of questions, which a language model may answer
)

// mux serves the routes. All other paths belong to the web page.
func (s *Server) mux(routes []route) http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.Handle(r.pattern, s.admitted(r.pattern, r.access, r.endpoint.handler))
	}
	for path, allowed := range methodsOf(routes) {
		mux.Handle(path, otherMethod(allowed))
	}
	mux.Handle("/v1/", s.admitted("/v1/", open, noRoute))
	if s.opts.Page != nil {
		mux.Handle("/", s.admitted("/", search, s.opts.Page))
		mux.Handle("POST /ask", s.admitted("/ask", asking, s.opts.Page))
		mux.Handle("GET /assets/", s.admitted("/assets/", open, s.opts.Page))
	}
	return mux
}

// noRoute responds to an unknown API path with a JSON error.
var noRoute handlerFunc = func(http.ResponseWriter, *http.Request) error { return errNoRoute }

// methodsOf maps each path to its methods.
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

// otherMethod rejects requests whose method is not allowed.
func otherMethod(allowed []string) http.Handler {
	return handlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		message := "use " + strings.Join(allowed, " or ") + " for this path, not " + r.Method
		return refuse(http.StatusMethodNotAllowed, "method", message)
	})
}
