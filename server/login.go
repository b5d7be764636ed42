package server

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

//go:embed form.html
var formSource string

//go:embed style.css
var style []byte

const stylePath = "/login.css"

var formTemplate = template.Must(template.New("form").Parse(formSource))

// A formPage is the login form or an error page.
type formPage struct {
	Style, Title, Problem, ID string
	Form                      bool
	Next                      string // path to open after the login
}

func writePage(w http.ResponseWriter, status int, p formPage) {
	p.Style = stylePath
	var body bytes.Buffer
	if err := formTemplate.Execute(&body, p); err != nil {
		status = http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // an error only means that the client has disconnected
}

// wantsPage reports whether a request is for an HTML page.
func wantsPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/v1/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// writeErrorPage shows an error as a page. If the token is missing, it redirects to the login form
// instead.
func writeErrorPage(w http.ResponseWriter, r *http.Request, e *refusal) {
	if e == errToken && r.Method == http.MethodGet {
		http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		return
	}
	writePage(w, e.status, formPage{Title: http.StatusText(e.status), Problem: e.Message, ID: callOf(r.Context()).id})
}

const formTitle = "Log in to scilit"

func (s *Server) form() endpoint {
	return handle("text/html", func(w http.ResponseWriter, r *http.Request) error {
		next := ownPath(r.URL.Query().Get("next"))
		writePage(w, http.StatusOK, formPage{Title: formTitle, Form: true, Next: next})
		return nil
	})
}

// login starts a session, or shows the form again with an error.
func (s *Server) login() endpoint {
	return handle("text/html", func(w http.ResponseWriter, r *http.Request) error {
		token, next := strings.TrimSpace(r.PostFormValue("token")), ownPath(r.PostFormValue("next"))
		if s.tokens.find(token) == nil {
			refused := refusalOf(s.unknownToken(r))
			callOf(r.Context()).code = refused.Code
			if refused.RetryAfter > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(refused.RetryAfter))
			}
			writePage(w, refused.status, formPage{
				Title: formTitle, Form: true, Next: next,
				Problem: "The token is not valid. Ask the administrator of this server for one.",
			})
			return nil
		}
		http.SetCookie(w, s.cookie(s.sessions.begin(token), int(sessionTime.Seconds())))
		http.Redirect(w, r, next, http.StatusSeeOther)
		return nil
	})
}

func (s *Server) logout() endpoint {
	return handle("text/html", func(w http.ResponseWriter, r *http.Request) error {
		if cookie, err := r.Cookie(s.cookieName()); err == nil {
			s.sessions.end(cookie.Value)
		}
		http.SetCookie(w, s.cookie("", -1))
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return nil
	})
}

func (s *Server) cookie(value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: s.cookieName(), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.keys != nil, SameSite: http.SameSiteStrictMode,
	}
}

// ownPath returns next if it is a path on this server, and "/" otherwise.
func ownPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil ||
		!strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return next
}
