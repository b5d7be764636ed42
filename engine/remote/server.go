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

// VersionHeader is in each request and each reply: the version of the API that its sender
// speaks. It is raised whenever a question or an answer could be misread.
const (
	VersionHeader = "Scilit-Api"
	Version       = "1"
)

// HandedOnHeader is in each request that a server makes for its own clients.
const HandedOnHeader = "Scilit-Handed-On"

// How long a server may take for a question. One that hands it on says which corpora did
// not answer before its own client stops waiting.
const (
	patience       = 5 * time.Second
	patienceOnward = 3 * time.Second
	forRest        = time.Second // for the answers of the other corpora of a server, where one is late
)

func (s *server) patience() time.Duration {
	if s.opts.HandsOn {
		return patienceOnward
	}
	return patience
}

// A server is asked by all its corpora.
type server struct {
	opts Options
	base string // its address, to which the paths of the API are added
	host string // as users see it
	rest rest

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

// busy is how a server that has too much to do is asked again.
var busy = network.Patience{Tries: 2, First: 200 * time.Millisecond, Longest: 2 * time.Second}

// send sends a question, by GET where it is nil, and returns the reply. All questions may
// be asked twice.
func (s *server) send(ctx context.Context, address string, question []byte) ([]byte, error) {
	if err := s.rest.over(s.host); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience())
	defer cancel()
	reply, err := s.exchange(ctx, address, question)
	switch {
	case err == nil || errors.As(err, new(*answerError)):
		s.rest.end()
	case !errors.Is(err, context.Canceled): // the user's next keystroke is no failure of the server
		s.rest.after(err)
	}
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
		return nil, fmt.Errorf("%s: its reply has more than %d MB", s.host, maxReply>>20)
	}
	return reply, s.refused(answer, reply)
}

// request sends a question once.
func (s *server) request(ctx context.Context, address string, question []byte, header map[string]string) (*network.Answer, error) {
	all := map[string]string{VersionHeader: Version, "Accept": "application/json"}
	for name, value := range header {
		all[name] = value
	}
	if s.opts.HandsOn {
		all[HandedOnHeader] = "1"
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

// mayHaveClosed reports whether a connection may have been closed while nothing was asked.
func mayHaveClosed(err error) bool {
	var failed *net.OpError
	var token *tokenError
	return !errors.As(err, &token) && !errors.Is(err, network.ErrNotAllowed) && !(errors.As(err, &failed) && failed.Op == "dial")
}

// failed is an error without the address, which is long and said already.
func (s *server) failed(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return fmt.Errorf("%s: %w", s.host, err)
}

// refused is why a reply cannot be used.
func (s *server) refused(answer *network.Answer, reply []byte) error {
	version := nameOf(answer.Header(VersionHeader))
	switch {
	case answer.Status >= statusRedirect && answer.Status < statusBadRequest:
		return fmt.Errorf("%s: it redirects, which is not followed, so that nothing goes to another host: name the address that it leads to", s.host)
	case version == "" && answer.Status == statusOK:
		return fmt.Errorf("%s: it does not say that it is a server of scilit-lsp: check the address, or ask who runs it for a newer version", s.host)
	case version != "" && version != Version:
		return fmt.Errorf("%s: it speaks version %s of the API, and this program version %s: bring the older one of the two up to date", s.host, version, Version)
	case answer.Status == statusOK:
		return nil
	}
	err := fmt.Errorf("%s: status %d, %s%s", s.host, answer.Status, s.said(reply), statusHelp[answer.Status])
	switch answer.Status {
	case statusUnauthorized:
		s.token.forget()
	case statusBadRequest, statusNotFound, statusTooLarge:
		return &answerError{err}
	}
	return err
}

// An answerError is about one question: others may be answered.
type answerError struct{ error }

func (e *answerError) Unwrap() error { return e.error }

// The statuses that are told apart; net/http is for those who dial alone.
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

// statusHelp says what to do about a status.
var statusHelp = map[int]string{
	statusUnauthorized: ": name its token in remote.token_env or remote.token_command of your own settings, or ask who runs it for another one",
	statusForbidden:    ": ask who runs it",
	statusNotFound:     ": check the address; a GET of " + CorporaPath + " lists what it has",
}

// maxMessage bounds what is shown of an error of the other side, in bytes.
const maxMessage = 200

// said is the message of an error, which comes from a stranger.
func (s *server) said(reply []byte) string {
	var problem struct {
		Error struct{ Message string }
	}
	_ = json.Unmarshal(reply, &problem) // another body is shown as it is
	message := cmp.Or(problem.Error.Message, string(reply[:min(len(reply), 4*maxMessage)]))
	message = s.token.hidden(message)
	message = text.Clean(strings.Join(strings.Fields(message), " "))
	return fmt.Sprintf("%q", strings.ToValidUTF8(message[:min(len(message), maxMessage)], ""))
}
