package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// VersionHeader has the sender's version of the API in each request and reply. The version is
// incremented whenever a question or a reply could be misread.
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
	forOthers      = time.Second // added to the patience, so that one late corpus does not lose the others
)

func (s *server) timeout() time.Duration {
	if s.opts.Relay {
		return relayTimeout
	}
	return requestTimeout
}

// A server is the client of one server, shared by all its corpora.
type server struct {
	opts    Options
	base    string // base URL of the API
	host    string // as shown to users
	backoff backoff

	token token
}

func newServer(base string, opts Options) *server {
	return &server{opts: opts, base: base, host: hostOf(base), token: token{read: opts.Token}}
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

// busy is the retry schedule if the server is overloaded.
var busy = network.Patience{Tries: 2, First: 200 * time.Millisecond, Longest: 2 * time.Second}

// send sends a question and returns the reply. If question is nil, it sends a GET request. Every
// question can be repeated safely.
func (s *server) send(ctx context.Context, address string, question []byte) ([]byte, error) {
	if err := s.backoff.check(s.host); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout())
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
	for name, value := range header {
		all[name] = value
	}
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
	var failed *net.OpError
	var token *tokenError
	return !errors.As(err, &token) && !errors.Is(err, network.ErrNotAllowed) &&
		!(errors.As(err, &failed) && failed.Op == "dial")
}

// failed replaces the URL in an error with the host, since URLs are long.
func (s *server) failed(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return fmt.Errorf("%s: %w", s.host, err)
}

// refused returns the reason why a reply cannot be used, or nil.
func (s *server) refused(answer *network.Answer, reply []byte) error {
	version := shortText(answer.Header(VersionHeader))
	switch {
	case answer.Status >= statusRedirect && answer.Status < statusBadRequest:
		return fmt.Errorf("%s redirects to %s, but redirects are not followed, because another host would "+
			"receive your query: use that address instead", s.host, redirectTarget(answer.Header("Location")))
	case version == "" && answer.Status == statusOK:
		return fmt.Errorf("%s: the reply is not from a scilit-lsp server: check the address, or ask the "+
			"administrator of the host to update the server", s.host)
	case version != "" && version != Version:
		return fmt.Errorf(
			"%s uses version %s of the API, and this program uses version %s: update the older of the two",
			s.host, version, Version,
		)
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

// redirectTarget returns the server to which a redirect leads, without the path of the request.
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

// maxMessage is the maximum length of a server's error message that is shown, in bytes.
const maxMessage = 200

// message returns the message of an error reply, cleaned and quoted.
func (s *server) message(reply []byte) string {
	var problem struct {
		Error struct{ Message string }
	}
	_ = json.Unmarshal(reply, &problem) // if the body is not JSON, it is shown as it is
	message := cmp.Or(problem.Error.Message, string(reply[:min(len(reply), 4*maxMessage)]))
	message = s.token.redact(message)
	message = text.Clean(strings.Join(strings.Fields(message), " "))
	return fmt.Sprintf("%q", strings.ToValidUTF8(message[:min(len(message), maxMessage)], ""))
}
