package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// VersionHeader carries the sender's API version in each request and reply. The version is
// incremented if older programs could misread a question or a reply.
const (
	VersionHeader = "Scilit-Api"
	Version       = "1"
)

// RelayedHeader is set in each request that a server forwards for its own clients.
const RelayedHeader = "Scilit-Handed-On"

// Timeouts of a request. The timeout of a relayed request is shorter, so that the relay can report
// late corpora before its own client stops waiting.
const (
	requestTimeout = 5 * time.Second
	relayTimeout   = 3 * time.Second
	forOthers      = time.Second // added to the patience, so that one late corpus does not cost the others' results
)

// A server is the client of one server, shared by all its corpora.
type server struct {
	opts    Options
	base    string // base URL of the API
	host    string // as shown to users
	timeout time.Duration
	backoff backoff

	token token
}

// busy is the retry schedule for an overloaded server.
var busy = network.Patience{Tries: 2, First: 200 * time.Millisecond, Longest: 2 * time.Second}

// send sends a question and returns the reply. If question is nil, it sends a GET request. Every
// question can be repeated safely.
func (s *server) send(ctx context.Context, address string, question []byte) ([]byte, error) {
	if err := s.backoff.check(s.host); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	reply, err := s.exchange(ctx, address, question)
	s.backoff.record(err)
	return reply, err
}

func (s *server) exchange(ctx context.Context, address string, question []byte) ([]byte, error) {
	answer, err := busy.Ask(ctx, func(ctx context.Context) (*network.Answer, error) {
		answer, err := s.request(ctx, address, question, nil)
		if err != nil && mayHaveClosed(err) && ctx.Err() == nil {
			return s.request(ctx, address, question, nil)
		}
		return answer, err
	})
	if err != nil {
		return nil, s.failed(err)
	}
	defer answer.Body.Close()
	reply, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	switch {
	case err != nil:
		return nil, s.failed(err)
	case len(reply) > maxReply:
		return nil, fmt.Errorf("%s: the reply is larger than %d MB", s.host, maxReply>>20)
	}
	return reply, s.refused(answer, reply)
}

// request sends a question without retrying.
func (s *server) request(
	ctx context.Context, address string, question []byte, header map[string]string,
) (*network.Answer, error) {
	all := map[string]string{VersionHeader: Version, "Accept": "application/json"}
	maps.Copy(all, header)
	if s.opts.Relay {
		all[RelayedHeader] = "1"
	}
	token, err := s.token.get(ctx)
	if err != nil {
		return nil, err
	}
	if token != "" {
		all["Authorization"] = "Bearer " + token
	}
	r := network.Request{URL: address, Header: all}
	if question != nil {
		r.Body, all["Content-Type"] = bytes.NewReader(question), "application/json"
	}
	return s.opts.Network.Send(ctx, r)
}

// mayHaveClosed reports whether the error may mean that the server closed an idle connection.
func mayHaveClosed(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return !errors.As(err, new(*tokenError)) && !errors.Is(err, network.ErrNotAllowed) && !(ok && failed.Op == "dial")
}

// failed replaces the URL in an error with the host, since URLs are long.
func (s *server) failed(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	return fmt.Errorf("%s: %w", s.host, err)
}

// refused returns the reason why a reply cannot be used, or nil if it can.
func (s *server) refused(answer *network.Answer, reply []byte) error {
	version := shortText(answer.Header(VersionHeader))
	switch {
	case answer.Status >= statusRedirect && answer.Status < statusBadRequest:
		return fmt.Errorf("%s redirects to %s, but redirects are not followed, because another host would "+
			"receive your query: use that address instead", s.host, redirectTarget(answer.Header("Location")))
	case version == "" && answer.Status == statusOK:
		return fmt.Errorf("%s: the reply is not from a scilit-lsp server: check the address, or ask "+
			"the host's administrator to update the server", s.host)
	case version != "" && version != Version:
		return fmt.Errorf("%s uses version %s of the API, but this program uses version %s: update the older of the "+
			"two", s.host, version, Version)
	case answer.Status == statusOK:
		return nil
	}
	err := fmt.Errorf("%s returned status %d, %s%s", s.host, answer.Status, s.message(reply), statusHelp[answer.Status])
	switch answer.Status {
	case statusUnauthorized:
		s.token.forget()
	case statusBadRequest, statusNotFound, statusTooLarge:
		return &answerError{err}
	}
	return err
}

// redirectTarget returns the server to which a redirect leads, without the path.
func redirectTarget(location string) string {
	if u, err := url.Parse(location); err == nil && u.Host != "" {
		return shortText(u.Scheme + "://" + u.Host)
	}
	return "another address"
}

// An answerError concerns only one question; the server may be able to answer others.
type answerError struct{ error }

func (e *answerError) Unwrap() error { return e.error }

// HTTP statuses. Only engine/network may import net/http.
const (
	statusOK           = 200
	statusPartial      = 206
	statusRedirect     = 300
	statusBadRequest   = 400
	statusUnauthorized = 401
	statusForbidden    = 403
	statusNotFound     = 404
	statusTooLarge     = 413
)

// statusHelp is the advice for each status.
var statusHelp = map[int]string{
	statusUnauthorized: ": in your own settings, add the server to remote.token_env (the variable that contains its " +
		"token) or remote.token_command (the command that prints it), or ask its administrator for a new token",
	statusForbidden: ": ask its administrator for access",
	statusNotFound:  ": check the address; " + CorporaPath + " on that server lists its corpora",
}

// maxMessage is the maximum length of the excerpt shown from a server's error message, in bytes.
const maxMessage = 200

// message returns the message of an error reply, cleaned and quoted.
func (s *server) message(reply []byte) string {
	var problem struct {
		Error struct{ Message string }
	}
	_ = json.Unmarshal(reply, &problem) // if the body is not JSON, it is shown as is
	message := cmp.Or(problem.Error.Message, string(reply[:min(len(reply), 4*maxMessage)]))
	message = s.token.redact(message)
	message = text.Clean(strings.Join(strings.Fields(message), " "))
	return fmt.Sprintf("%q", strings.ToValidUTF8(message[:min(len(message), maxMessage)], ""))
}

// Pauses after a failed request. Each consecutive failure doubles the pause.
const (
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// A backoff keeps a failing server from being queried on every keystroke.
type backoff struct {
	mu    sync.Mutex
	pause time.Duration // length of the most recent pause; 0 after a success
	until time.Time
	cause error
}

// check returns an error with the cause of the pause until the pause is over.
func (b *backoff) check(host string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause == nil || !time.Now().Before(b.until) {
		return nil
	}
	return fmt.Errorf("%w (%s will be queried again within %v)", b.cause, host, longestPause)
}

// record ends the pause after a success and begins one after a failure. An error that concerns one
// request counts as a success, since the server replied. A cancelled request counts as neither.
func (b *backoff) record(err error) {
	switch {
	case err == nil || errors.As(err, new(*answerError)):
		b.mu.Lock()
		defer b.mu.Unlock()
		b.pause, b.cause, b.until = 0, nil, time.Time{}
	case !errors.Is(err, context.Canceled): // ignores requests that the next keystroke cancelled
		b.fail(err)
	}
}

// fail begins a pause. Requests that were already running do not prolong it.
func (b *backoff) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.cause != nil && now.Before(b.until) {
		return
	}
	b.pause = min(max(firstPause, 2*b.pause), longestPause)
	b.cause, b.until = err, now.Add(b.pause)
}

// A token is an access token. It is read on first use, and again after the server has rejected it.
// The program that provides it may ask the user for a password, so reading it can take longer than
// a request.
type token struct {
	read func(context.Context) (string, error) // nil if the server needs none

	mu      sync.Mutex
	value   string
	err     error
	reading chan struct{} // closed after the token was read; nil if no read is in progress
}

// A tokenError is the reason why the token could not be read.
type tokenError struct{ err error }

func (e *tokenError) Error() string { return "its token cannot be read: " + e.err.Error() }
func (e *tokenError) Unwrap() error { return e.err }

func (t *token) get(ctx context.Context) (string, error) {
	if t.read == nil {
		return "", nil
	}
	t.mu.Lock()
	if t.value != "" {
		defer t.mu.Unlock()
		return t.value, nil
	}
	if t.reading == nil {
		t.reading = make(chan struct{})
		go t.fill(context.WithoutCancel(ctx), t.reading)
	}
	reading := t.reading
	t.mu.Unlock()
	select {
	case <-reading:
	case <-ctx.Done():
		return "", &tokenError{ctx.Err()}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return "", &tokenError{t.err}
	}
	return t.value, nil
}

func (t *token) fill(ctx context.Context, done chan struct{}) {
	value, err := t.read(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value, t.err, t.reading = value, err, nil
	close(done)
}

func (t *token) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value = ""
}

// redact removes the token from a server's message.
func (t *token) redact(message string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == "" {
		return message
	}
	return strings.ReplaceAll(message, t.value, "...")
}
