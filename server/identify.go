package server

import (
	"crypto/sha256"
	"net"
	"net/http"
	"strings"
)

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
