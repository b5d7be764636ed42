package online

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A service is one API with its host, gate, cache and the user's credentials.
type service struct {
	name   string // name of the API, for its gate and cached replies
	source string // name of the enabled source that uses the API, for errors
	host   string
	client *network.Client
	gate   *gate
	pace   sources.Pace
	cache  *Cache
	turns  string // folder of lock files; "" to ignore other processes
	email  string
	key    string
	agent  string
	patience
}

// patience limits retries. It allows the given number of tries. The wait starts at first and doubles
// with each try. A Retry-After header is obeyed up to longest.
type patience struct {
	tries          int
	first, longest time.Duration
	whole          time.Duration // time limit for all tries together
}

var defaultPatience = patience{tries: 3, first: 500 * time.Millisecond, longest: 5 * time.Second,
	whole: 20 * time.Second}

// unknownBusy is the wait after a service reports that it is busy without stating for how long.
const unknownBusy = 30 * time.Second

// A request is a query to a service. Private parameters are sent but never cached or logged.
type request struct {
	url     string
	body    []byte            // JSON to post; nil for GET
	private url.Values        // keys and email address in the query
	header  map[string]string // keys in the header
	media   media
	limit   int64         // maximum size of the response in bytes
	age     time.Duration // cache lifetime; 0 bypasses the cache
	// lookup is set if a 404 means that the work does not exist.
	lookup bool
}

// Limits on responses, in bytes.
const (
	maxReply    = 16 << 20
	maxFullText = 64 << 20
)

// ask sends a request, unless its response is cached, and parses the response.
func ask[T any](ctx context.Context, s *service, r request, parse func(body []byte) (T, error)) (found T, err error) {
	r.limit = cmp.Or(r.limit, maxReply)
	key := s.name + " " + r.url
	if r.age > 0 {
		if body, absent, ok := s.cache.get(ctx, key, r.limit); ok {
			if absent {
				return found, s.fail(NotFound, 0, "", nil)
			}
			if found, err = parse(body); err == nil || isNotFound(err) {
				return found, err
			}
		}
	}
	if isFromCache(ctx) {
		return found, s.fail(Unreachable, 0, "its reply is not in the cache", nil)
	}
	ctx, cancel := context.WithTimeout(ctx, s.whole)
	defer cancel()
	body, err := s.fetch(ctx, r)
	if err != nil {
		s.keep(key, nil, err, r.age)
		return found, err
	}
	found, err = parse(body)
	if failed, ok := errors.AsType[*Error](err); ok {
		failed.Detail = s.detail([]byte(failed.Detail)) // a reply may repeat the key and the email address
	} else if err != nil {
		err = s.fail(Malformed, 0, s.detail([]byte(err.Error())), nil)
	}
	s.keep(key, body, err, r.age)
	return found, err
}

// keep caches responses and the absence of works, but not failures. It ignores errors, since an
// unwritable cache only makes later requests slower.
func (s *service) keep(key string, body []byte, err error, age time.Duration) {
	switch {
	case age == 0:
	case err == nil:
		_ = s.cache.put(key, body, false, age)
	case isNotFound(err):
		_ = s.cache.put(key, nil, true, absenceAge)
	}
}

func (s *service) fail(kind Kind, status int, text string, err error) *Error {
	return &Error{Source: s.source, Kind: kind, Status: status, Detail: text, Err: err}
}

// as returns the service for a source that may have another name than its API.
func (s *service) as(source string) *service {
	one := *s
	one.source = source
	return &one
}

func (s *service) busyUntil(status int, until time.Time) *Error {
	return &Error{Source: s.source, Kind: Busy, Status: status, Until: until}
}

// fetch sends a request. It retries if the service is busy or unreachable.
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
	kind := KindOf(err)
	return (kind == Busy || kind == Unreachable) && !errors.Is(err, errWait) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// giveUp closes the gate of a service that is still busy after the last try.
func (s *service) giveUp(err error, after time.Duration) error {
	if KindOf(err) != Busy {
		return err
	}
	until := time.Now().Add(cmp.Or(after, unknownBusy))
	s.gate.setBusy(until)
	failed, _ := errors.AsType[*Error](err)
	return s.busyUntil(failed.Status, until)
}

// wait returns the time to wait before the next try. It doubles with each try. Half of it is random,
// so that clients do not retry at the same time.
func (s *service) wait(try int) time.Duration {
	whole := s.first << (try - 1)
	return whole/2 + rand.N(whole/2+1)
}

// once sends a request, without retries, as soon as the rate limit permits.
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

// enter waits for the service's gate. If the rate limit applies to all processes, it also waits for
// other processes.
func (s *service) enter(ctx context.Context) (func(), error) {
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return nil, s.late(ctx, err)
	}
	if !s.pace.Shared || s.turns == "" {
		return leave, nil
	}
	done, err := takeTurn(ctx, s.turns, s.name, s.pace.Every)
	if err != nil {
		leave()
		return nil, s.late(ctx, err)
	}
	return func() { done(); leave() }, nil
}

func (s *service) late(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return interrupted(ctx, s.source, err)
	}
	return &Error{Source: s.source, Kind: Busy, Err: err}
}

// unsent returns the error for a request without a response. It omits the URL, which may contain a
// key.
func (s *service) unsent(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return interrupted(ctx, s.source, ctx.Err())
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	kind := Unreachable
	if errors.Is(err, network.ErrNotAllowed) || errors.Is(err, network.ErrPrivate) ||
		errors.Is(err, network.ErrRedirect) {
		kind = Refused
	}
	return s.fail(kind, 0, "", err)
}

// wire builds the network request.
func (s *service) wire(r request) network.Request {
	header := map[string]string{"User-Agent": s.agent, "Accept": formats[r.media].accept}
	maps.Copy(header, r.header)
	address := r.url
	if len(r.private) > 0 {
		mark := "?"
		if strings.Contains(address, "?") {
			mark = "&"
		}
		address += mark + r.private.Encode()
	}
	if r.body == nil {
		return network.Request{URL: address, Header: header}
	}
	header["Content-Type"] = "application/json"
	return network.Request{URL: address, Header: header, Body: bytes.NewReader(r.body)}
}

// given converts name-value pairs to parameters. It omits pairs with an empty value.
func given(pairs ...string) url.Values {
	values := make(url.Values)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	return values
}
