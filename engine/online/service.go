package online

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A service is what the sources have in common: one host of an API with its gate,
// the cache and what the user gave for it.
type service struct {
	name   string
	client *network.Client
	gate   *gate
	pace   pace
	cache  *Cache
	turns  string // the folder of lock files, "" where no other process is waited for
	email  string
	key    string
	agent  string
	patience
}

// patience says how failures are met: at most tries requests, with waits that
// double from first, and Retry-After obeyed up to longest.
type patience struct {
	tries          int
	first, longest time.Duration
	whole          time.Duration // for a request with all its tries
}

var defaultPatience = patience{tries: 3, first: 500 * time.Millisecond, longest: 5 * time.Second, whole: 20 * time.Second}

// unknownBusy is how long a service is left alone that did not say how long.
const unknownBusy = 30 * time.Second

// A request is one question to a service. What is private is sent, but neither
// cached nor shown.
type request struct {
	url     string
	private url.Values        // keys and e-mail of the query
	header  map[string]string // keys of the header
	media   media
	limit   int64 // bytes of the reply
	age     time.Duration
	// lookup means that a reply of 404 says that the work is not there.
	lookup bool
	parse  func(body []byte) error
}

// Bounds of replies, in bytes.
const (
	maxReply    = 16 << 20
	maxFullText = 64 << 20
)

// ask answers a request from the cache or from the service.
func (s *service) ask(ctx context.Context, r request) error {
	if r.limit == 0 {
		r.limit = maxReply
	}
	key := s.name + " " + r.url
	if body, absent, ok := s.cache.get(ctx, key, r.limit); ok {
		if absent {
			return s.fail(NotFound, 0, "", nil)
		}
		if err := s.parsed(r, body); err == nil || isNotFound(err) {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.whole)
	defer cancel()
	body, err := s.fetch(ctx, r)
	if err == nil {
		err = s.parsed(r, body)
	}
	if keep := s.keep(key, body, err, r.age); err == nil && keep != nil {
		return nil // a cache that cannot be written costs the next request, not this one
	}
	return err
}

// keep caches what a service said of the literature, and no failure.
func (s *service) keep(key string, body []byte, err error, age time.Duration) error {
	switch {
	case err == nil:
		return s.cache.put(key, body, false, age)
	case isNotFound(err):
		return s.cache.put(key, nil, true, absenceAge)
	}
	return nil
}

// parsed turns what is wrong with a reply into an error of the source.
func (s *service) parsed(r request, body []byte) error {
	err := r.parse(body)
	if err == nil || KindOf(err) != 0 {
		return err
	}
	return s.fail(Malformed, 0, s.detail([]byte(err.Error())), nil)
}

func (s *service) fail(kind Kind, status int, text string, err error) *Error {
	return &Error{Source: s.name, Kind: kind, Status: status, Detail: text, Err: err}
}

func (s *service) busyUntil(status int, until time.Time) *Error {
	return &Error{Source: s.name, Kind: Busy, Status: status, Until: until}
}

// fetch asks up to tries times, and again only where the service is busy, failed
// or could not be reached.
func (s *service) fetch(ctx context.Context, r request) ([]byte, error) {
	for try := 1; ; try++ {
		if until := s.gate.busy(time.Now()); !until.IsZero() {
			return nil, s.busyUntil(0, until)
		}
		body, after, err := s.once(ctx, r)
		if err == nil || !again(err) {
			return body, err
		}
		if try >= s.tries || after > s.longest {
			return nil, s.giveUp(err, after)
		}
		if errWait := sleep(ctx, max(after, s.wait(try))); errWait != nil {
			return nil, s.giveUp(err, after)
		}
	}
}

func again(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Kind == Busy || e.Kind == Unreachable) && !errors.Is(err, errWait) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// giveUp closes the gate of a service that stayed busy.
func (s *service) giveUp(err error, after time.Duration) error {
	if KindOf(err) != Busy {
		return err
	}
	if after == 0 {
		after = unknownBusy
	}
	until := time.Now().Add(after)
	s.gate.setBusy(until)
	var e *Error
	errors.As(err, &e)
	return s.busyUntil(e.Status, until)
}

// wait doubles with each try; half of it is chance, so that clients that failed
// together do not come back together.
func (s *service) wait(try int) time.Duration {
	whole := s.first << (try - 1)
	return whole/2 + rand.N(whole/2+1)
}

// once sends one request when its turn has come.
func (s *service) once(ctx context.Context, r request) (body []byte, after time.Duration, err error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer leave()
	answer, err := s.client.Send(ctx, s.wire(r))
	if err != nil {
		return nil, 0, s.unsent(ctx, err)
	}
	defer answer.Body.Close()
	return s.read(ctx, r, answer)
}

// enter waits for the service's gate, and for other processes where it must.
func (s *service) enter(ctx context.Context) (func(), error) {
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return nil, s.late(ctx, err)
	}
	if !s.pace.shared || s.turns == "" {
		return leave, nil
	}
	done, err := takeTurn(ctx, s.turns, s.name, s.pace.every)
	if err != nil {
		leave()
		return nil, s.late(ctx, err)
	}
	return func() { done(); leave() }, nil
}

func (s *service) late(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return interrupted(ctx, s.name, err)
	}
	return &Error{Source: s.name, Kind: Busy, Err: err}
}

// unsent is the error for a request without a reply. Its text leaves out the
// address, which may hold a key.
func (s *service) unsent(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return interrupted(ctx, s.name, ctx.Err())
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	kind := Unreachable
	if errors.Is(err, network.ErrNotAllowed) || errors.Is(err, network.ErrPrivate) || errors.Is(err, network.ErrRedirect) {
		kind = Refused
	}
	return s.fail(kind, 0, "", err)
}

// wire is the request as it is sent.
func (s *service) wire(r request) network.Request {
	header := map[string]string{"User-Agent": s.agent, "Accept": r.media.accept()}
	for name, value := range r.header {
		header[name] = value
	}
	address := r.url
	if len(r.private) > 0 {
		mark := "?"
		if strings.Contains(address, "?") {
			mark = "&"
		}
		address += mark + r.private.Encode()
	}
	return network.Request{URL: address, Header: header}
}

// given are the values that the user gave, for those names where there are any.
func given(pairs ...string) url.Values {
	values := make(url.Values)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	return values
}
