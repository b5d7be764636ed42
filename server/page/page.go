// Package page serves the web page, with HTML forms and links for the functions of package app. It
// works without JavaScript and stores nothing about its users: queries are part of URLs, and
// conversations are kept in the browser.
package page

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// Deps contains the dependencies of the page.
type Deps struct {
	Engines *app.Service
	Asker   app.Asker // nil if questions are not supported
	Markups []Markup  // markup languages in which sentences are shown
	// LoggedIn reports whether the user can log out at /logout. It may be nil.
	LoggedIn func(*http.Request) bool
	// Notices removes details of this machine from notices. It may be nil.
	Notices func(context.Context, []wire.Notice) []wire.Notice
	// Failed logs an internal error. The page does not show its details. Failed may be nil.
	Failed func(path string, err error)
}

type page struct{ Deps }

// New returns the handler of "/" and all paths below it.
func New(deps Deps) http.Handler {
	p := &page{deps}
	if p.Notices == nil {
		p.Notices = func(_ context.Context, all []wire.Notice) []wire.Notice { return all }
	}
	mux := http.NewServeMux()
	handle := func(path string, get, post http.HandlerFunc) {
		mux.HandleFunc("GET "+path, get)
		allowed := "GET, HEAD"
		if post != nil {
			mux.HandleFunc("POST "+path, post)
			allowed += ", POST"
		}
		mux.HandleFunc(path, p.otherMethod(allowed))
	}
	handle("/{$}", p.answer("search", p.search), p.toAddress("/"))
	handle("/paper/{corpus}/{id...}", p.answer("paper", p.paper), nil)
	handle("/related", p.answer("related", p.related), p.toAddress("/related"))
	handle("/ask", p.answer("ask", p.ask), p.answer("ask", p.ask))
	handle("/export", p.export, nil)
	handle("/help", p.answer("help", func(*http.Request) (view, error) { return view{Title: "Help"}, nil }), nil)
	handle("/assets/{name}", serveAsset, nil)
	mux.HandleFunc("/", p.answer("", func(*http.Request) (view, error) { return view{}, errNoPage }))
	return mux
}

// otherMethod rejects requests with other methods.
func (p *page) otherMethod(allowed string) http.HandlerFunc {
	refuse := p.answer("", func(*http.Request) (view, error) { return view{}, errMethod })
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		refuse(w, r)
	}
}

//go:embed templates/*.html
var templateFiles embed.FS

// templates contains one template per page. All share the same frame.
var templates = func() map[string]*template.Template {
	all := make(map[string]*template.Template)
	for _, name := range []string{"search", "paper", "related", "ask", "help", "error"} {
		all[name] = template.Must(template.New("frame.html").Funcs(functions).ParseFS(
			templateFiles, "templates/frame.html", "templates/parts.html", "templates/"+name+".html"))
	}
	return all
}()

// A view is the data passed to a template.
type view struct {
	Title string
	Here  string // name of the template
	Asks  bool   // set if questions are supported
	Known bool   // set if the user can log out
	Query query  // current query, which is included in links
	Data  any
}

// maxBody is the maximum size of a form, in bytes.
const maxBody = 1 << 20

// answer serves the view for a request, or an error page.
func (p *page) answer(name string, viewOf func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		status := http.StatusOK
		v, err := p.read(r, viewOf)
		v.Here = name
		if err != nil {
			v, status = p.failure(r, err)
		}
		if !errors.Is(r.Context().Err(), context.Canceled) { // otherwise the browser has disconnected
			p.show(w, r, v, status)
		}
	}
}

// toAddress redirects a submitted form, which may be long, to the URL of its query.
func (p *page) toAddress(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := r.ParseForm(); err != nil {
			v, status := p.failure(r, errForm)
			p.show(w, r, v, status)
			return
		}
		q := queryOf(r.Form)
		q.Chosen = moved(q.Chosen, r.Form.Get("move"))
		http.Redirect(w, r, address(path, q.values()), http.StatusSeeOther)
	}
}

func (p *page) read(r *http.Request, viewOf func(*http.Request) (view, error)) (view, error) {
	if err := r.ParseForm(); err != nil {
		return view{}, errForm
	}
	v, err := viewOf(r)
	if err == nil {
		v.Query = queryOf(r.Form)
	}
	return v, err
}

// show writes a page. If its template fails, it writes an error instead of part of the page.
func (p *page) show(w http.ResponseWriter, r *http.Request, v view, status int) {
	v.Asks, v.Known = p.Asker != nil, p.LoggedIn != nil && p.LoggedIn(r)
	var out bytes.Buffer
	if err := templates[v.Here].Execute(&out, v); err != nil {
		p.failed(r, err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

func (p *page) failed(r *http.Request, err error) {
	if p.Failed != nil {
		p.Failed(r.URL.Path, err)
	}
}
