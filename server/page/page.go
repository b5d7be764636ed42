// Package page serves the web page, with HTML forms and links for the functions of package app. It
// works without JavaScript and stores nothing about its users: queries are part of URLs, and
// conversations are kept in the browser.
package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// Deps contains the dependencies of the page.
type Deps struct {
	Engines *app.Service
	Asker   app.Asker
	Markups []Markup // markup languages in which sentences are shown
	// LoggedIn reports whether the user can log out at /logout. It may be nil.
	LoggedIn func(*http.Request) bool
	// Notices removes details of this machine from notices. It may be nil.
	Notices func(context.Context, []wire.Notice) []wire.Notice
	// Failed logs an internal error. The page does not show its details. Failed may be nil.
	Failed func(path string, err error)
}

type page struct{ Deps }

// New returns the handler for "/" and all paths below it.
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
	Known bool   // set if the user can log out
	Query query  // current query, which is included in links
	Data  any
}

const maxBody = 1 << 20 // maximum size of a form, in bytes

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

// toAddress redirects a submitted form, which may be long, to its query's URL.
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
	v.Known = p.LoggedIn != nil && p.LoggedIn(r)
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

//go:embed assets
var assetFiles embed.FS

// assets maps the names of embedded files to their contents and hashes.
var assets = func() map[string]asset {
	all := make(map[string]asset)
	for name, kind := range map[string]string{
		"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
	} {
		content, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // cannot happen, since the files are embedded
		}
		sum := sha256.Sum256(content)
		all[name] = asset{content, kind, hex.EncodeToString(sum[:8])}
	}
	return all
}()

type asset struct {
	content    []byte
	kind, hash string
}

// assetAddress returns a URL that changes with the asset, so that browsers may cache it forever.
func assetAddress(name string) string { return "/assets/" + name + "?v=" + assets[name].hash }

func serveAsset(w http.ResponseWriter, r *http.Request) {
	a, ok := assets[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Etag", `"`+a.hash+`"`)
	w.Header().Set("Cache-Control", "public, max-age=3600")
	if r.FormValue("v") == a.hash {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}

var (
	errNoPage = errors.New("this page does not exist: search for papers instead")
	errMethod = errors.New("this page does not support this kind of request: open it in a browser, or " +
		"use its forms")
	errForm = errors.New("the form is invalid or larger than 1 MB: shorten the text, or start a new conversation")
)

// A failedView shows an error and how to fix it.
type failedView struct{ Problem string }

// failure returns the view and the HTTP status for an error. It logs the details of internal errors
// and does not show them.
func (p *page) failure(r *http.Request, err error) (view, int) {
	title, problem, status := "Something went wrong", err.Error(), http.StatusBadRequest
	var question *wire.RequestError
	var nothing *backend.UnavailableError
	switch {
	case errors.As(err, &question):
		problem = question.Reason
	case errors.Is(err, errForm), errors.Is(err, errRef), errors.Is(err, errNoPapers),
		errors.Is(err, app.ErrNoQuestion), errors.Is(err, app.ErrNoClaim):
	case errors.Is(err, errMethod):
		title, status = "Not allowed", http.StatusMethodNotAllowed
	case errors.Is(err, app.ErrNoCorpus), errors.Is(err, errNoPage):
		title, status = "Not found", http.StatusNotFound
	case errors.Is(err, app.ErrNotFound):
		title, status = "Not found", http.StatusNotFound
		problem = "No index on this server contains this paper. Search for other papers."
	case errors.As(err, &nothing):
		p.failed(r, err)
		status = http.StatusServiceUnavailable
		problem = "No index can be searched. Contact the administrator of this server."
	case errors.Is(err, context.DeadlineExceeded):
		title, status = "Timeout", http.StatusGatewayTimeout
		problem = "The request timed out. Try again when the server is less busy."
	default:
		p.failed(r, err)
		status = http.StatusInternalServerError
		problem = "The server could not answer. Try again; if that fails, contact its administrator."
	}
	return view{Title: title, Here: "error", Data: failedView{asSentence(problem)}}, status
}

// asSentence capitalizes s and ends it with a full stop.
func asSentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(s[size:], ".") + "."
}
