package server

import (
	"crypto/rand"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

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

// tokenOf returns the hash of the token with which a session was started.
func (s *sessions) tokenOf(sum digest) (token digest, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.bySum[sum]
	return found.token, ok && time.Now().Before(found.until)
}

// maxGuessers is the maximum number of addresses whose failed attempts are counted.
const maxGuessers = 10_000

// guesses limits the rate of requests with unknown tokens for each remote address.
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
