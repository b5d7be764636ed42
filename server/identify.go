package server

import (
	"crypto/rand"
	"crypto/sha256"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// identify finds out who asks. A browser without a session is led to the form.
func (s *Server) identify(w http.ResponseWriter, r *http.Request, a access) error {
	c := callOf(r.Context())
	if a == open {
		return nil
	}
	if s.tokens == nil {
		return c.client.allow()
	}
	found := s.bySession(r)
	if token, given := bearer(r); given {
		if found = s.tokens.find(token); found == nil {
			return s.unknown(r)
		}
	}
	if found == nil {
		return errToken
	}
	c.client = found
	err := found.allow()
	if err != nil {
		s.metrics.refused("rate")
	}
	return err
}

func bearer(r *http.Request) (token string, given bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// unknown counts a token that nobody has, so that an address that tries many is slowed.
func (s *Server) unknown(r *http.Request) error {
	s.metrics.refused("token")
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	s.opts.Log.Warn("an unknown token was given", "id", callOf(r.Context()).id, "from", host)
	if !s.sessions.guesses(host).Allow() {
		return errGuessing
	}
	return errToken
}

// Sessions of browsers.
const (
	maxSessions = 10_000
	maxGuessers = 10_000
	sessionTime = 12 * time.Hour
)

// sessions are of browsers that gave their token. They hold its hash, so that a token that
// is taken from the file ends them.
type sessions struct {
	mu    sync.Mutex // of guessers, of which a new one is added once
	known *lru.Cache[[sha256.Size]byte, session]
	tried *lru.Cache[string, *rate.Limiter]
}

type session struct {
	token [sha256.Size]byte // hashed
	until time.Time
}

func newSessions() *sessions {
	known, _ := lru.New[[sha256.Size]byte, session](maxSessions) // the only error is a size of none
	tried, _ := lru.New[string, *rate.Limiter](maxGuessers)
	return &sessions{known: known, tried: tried}
}

// begin is the secret of a new session.
func (s *sessions) begin(token string) (secret string) {
	secret = rand.Text()
	s.known.Add(sha256.Sum256([]byte(secret)), session{sha256.Sum256([]byte(token)), time.Now().Add(sessionTime)})
	return secret
}

func (s *sessions) end(secret string) { s.known.Remove(sha256.Sum256([]byte(secret))) }

// guesses are what an address may still guess.
func (s *sessions) guesses(host string) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if limiter, ok := s.tried.Get(host); ok {
		return limiter
	}
	limiter := rate.NewLimiter(1, 20)
	s.tried.Add(host, limiter)
	return limiter
}

// bySession is the client whose browser it is, nil where there is no session.
func (s *Server) bySession(r *http.Request) *client {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return nil
	}
	found, ok := s.sessions.known.Get(sha256.Sum256([]byte(cookie.Value)))
	if !ok || time.Now().After(found.until) {
		return nil
	}
	return s.tokens.withHash(found.token)
}

// cookieName has a prefix by which browsers take the cookie from this very host, by TLS, alone.
func (s *Server) cookieName() string {
	if s.keys != nil {
		return "__Host-scilit"
	}
	return "scilit"
}
