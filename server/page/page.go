// Package page is the web page: forms and links in HTML in front of the use cases of
// app. It works without JavaScript, and keeps nothing of its users: their queries are in
// addresses, their conversations in their browsers.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// Deps are what the page is in front of.
type Deps struct {
	Engines *app.Engines
	Asker   app.Asker // nil where no questions are answered
	Markups []Markup  // that sentences are shown in
	// LoggedIn reports whether who asks can log out at /logout; it may be nil.
	LoggedIn func(*http.Request) bool
	// Failed takes the path of each page that failed for a reason that is not the user's;
	// the page shows no details of it. It may be nil.
	Failed func(path string, err error)
}

type page struct{ Deps }

// New serves the page at "/" and what is below.
func New(deps Deps) http.Handler {
	p := &page{deps}
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

// otherMethod refuses all methods but those that are allowed.
func (p *page) otherMethod(allowed string) http.HandlerFunc {
	refuse := p.answer("", func(*http.Request) (view, error) { return view{}, errMethod })
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		refuse(w, r)
	}
}

//go:embed templates/*.html
var templateFiles embed.FS

// templates has one for each page, inside the frame that they share.
var templates = func() map[string]*template.Template {
	all := make(map[string]*template.Template)
	for _, name := range []string{"search", "paper", "related", "ask", "help", "error"} {
		all[name] = template.Must(template.New("frame.html").Funcs(functions).ParseFS(templateFiles, "templates/frame.html", "templates/parts.html", "templates/"+name+".html"))
	}
	return all
}()

// A view is shown by the template of its name.
type view struct {
	Title string
	Here  string // the name of the template
	Asks  bool   // questions are answered
	Known bool   // whoever asks can log out
	Query query  // in force, which links keep
	Data  any
}

// maxBody is how many bytes a form may have.
const maxBody = 1 << 20

// answer shows the view of a request, or why there is none.
func (p *page) answer(name string, viewOf func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		status := http.StatusOK
		v, err := p.read(r, viewOf)
		v.Here = name
		if err != nil {
			v, status = p.failure(r, err)
		}
		if r.Context().Err() == nil { // else the browser is gone
			p.show(w, r, v, status)
		}
	}
}

// toAddress leads from a form, which may be long, to the address that is its query.
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

// show writes all of a page or, where its template fails, none of it.
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
