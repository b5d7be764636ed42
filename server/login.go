package server

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"html/template"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
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

// writeErrorPage shows an error as a page. Without a token, it redirects to the login form.
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

// identify sets the client of a request from its token or session, and counts the request.
func (s *Server) identify(r *http.Request, a access) error {
	c := callOf(r.Context())
	if a == open || a == form {
		return nil
	}
	if s.tokens == nil {
		return c.client.allow()
	}
	known := s.bySession(r)
	if token, given := bearer(r); given {
		if known = s.tokens.find(token); known == nil {
			return s.unknownToken(r)
		}
	}
	if known == nil {
		return errToken
	}
	c.client = known
	err := known.allow()
	if err != nil {
		s.metrics.countRefusal("rate")
	}
	return err
}

func bearer(r *http.Request) (token string, given bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// unknownToken counts a request with an unknown token. It slows down addresses that try many
// tokens.
func (s *Server) unknownToken(r *http.Request) error {
	s.metrics.countRefusal("token")
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	s.opts.Log.Warn("unknown token", "id", callOf(r.Context()).id, "from", host)
	if !s.guesses.limiter(host).Allow() {
		return errGuessing
	}
	return errToken
}

// bySession returns the client of a browser session, or nil if the request has none.
func (s *Server) bySession(r *http.Request) *client {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return nil
	}
	token, ok := s.sessions.tokenOf(sha256.Sum256([]byte(cookie.Value)))
	if !ok {
		return nil
	}
	return s.tokens.withHash(token)
}

// cookieName returns the name of the session cookie. Over TLS, the name has a prefix that makes
// browsers accept the cookie only from this host.
func (s *Server) cookieName() string {
	if s.keys != nil {
		return "__Host-scilit"
	}
	return "scilit"
}

// Limits on browser sessions.
const (
	maxTokenSessions = 20 // sessions per token; a new one ends the oldest
	sessionTime      = 12 * time.Hour
)

// digest is the SHA-256 hash of a token or of a session's secret.
type digest = [sha256.Size]byte

// sessions stores the sessions of logged-in browsers. Each session contains the hash of its token,
// so that it ends when the token is removed from the file.
type sessions struct {
	mu      sync.Mutex
	bySum   map[digest]session
	byToken map[digest][]digest // sessions of each token, oldest first
	swept   time.Time
}

type session struct {
	token digest
	until time.Time
}

func newSessions() *sessions {
	return &sessions{bySum: make(map[digest]session), byToken: make(map[digest][]digest), swept: time.Now()}
}

// begin starts a session and returns its secret.
func (s *sessions) begin(token string) (secret string) {
	secret = rand.Text()
	owner, sum := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(secret))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	for own := s.byToken[owner]; len(own) >= maxTokenSessions; own = s.byToken[owner] {
		s.remove(own[0])
	}
	s.bySum[sum] = session{owner, time.Now().Add(sessionTime)}
	s.byToken[owner] = append(s.byToken[owner], sum)
	return secret
}

// sweep removes expired sessions. It runs at most once per sessionTime.
func (s *sessions) sweep() {
	now := time.Now()
	if now.Sub(s.swept) < sessionTime {
		return
	}
	s.swept = now
	for _, sum := range slices.Collect(maps.Keys(s.bySum)) {
		if now.After(s.bySum[sum].until) {
			s.remove(sum)
		}
	}
}

func (s *sessions) end(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(sha256.Sum256([]byte(secret)))
}

// remove ends a session. s.mu must be held.
func (s *sessions) remove(sum digest) {
	owner := s.bySum[sum].token
	delete(s.bySum, sum)
	s.byToken[owner] = slices.DeleteFunc(s.byToken[owner], func(other digest) bool { return other == sum })
	if len(s.byToken[owner]) == 0 {
		delete(s.byToken, owner)
	}
}

// tokenOf returns the hash of the token that started a session.
func (s *sessions) tokenOf(sum digest) (token digest, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.bySum[sum]
	return found.token, ok && time.Now().Before(found.until)
}

const maxGuessers = 10_000 // maximum number of addresses whose failed attempts are counted

// guesses limits the rate of requests with unknown tokens per remote address.
type guesses struct {
	mu    sync.Mutex // serializes the creation of limiters
	known *lru.Cache[string, *rate.Limiter]
}

func newGuesses() *guesses {
	known, _ := lru.New[string, *rate.Limiter](maxGuessers) // fails only for sizes below one
	return &guesses{known: known}
}

// limiter returns the limiter of an address.
func (g *guesses) limiter(host string) *rate.Limiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	if l, ok := g.known.Get(host); ok {
		return l
	}
	l := rate.NewLimiter(1, 20)
	g.known.Add(host, l)
	return l
}
