// Package llm queries a language model through an OpenAI-compatible API, such as that of Ollama, LM
// Studio, llama.cpp, vLLM or a hosted service.
//
// A [Client] connects only to the address in the user's settings. Nothing is sent to a remote model
// before [Options].Approve has received the exact [Request]. The key is read when first needed and
// never appears in errors. A [Prompt] separates instructions from quoted text, which is cut at
// paragraph boundaries to fit the context window. Replies are untrusted: they are limited in size,
// cleaned and, if JSON, validated against their [Schema].
package llm

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Options configure a Client.
type Options struct {
	URL   string // base URL, such as http://localhost:11434/v1; a URL without a path gets /v1
	Model string // optional if the host has only one model
	// Key returns the host's key. It is nil if the host needs none.
	Key func(context.Context) (string, error)
	// Context is the size of the context window in tokens; 4096 if 0.
	Context    int
	FirstToken time.Duration // time limit for the first word; one minute if 0
	Total      time.Duration // time limit for the whole reply; five minutes if 0
	// Approve is called with the first request to a remote model before it is sent. If it is nil,
	// remote models are rejected.
	Approve func(context.Context, Request) error
	Roots   *x509.CertPool // see network.Service
}

// A Client queries one model. It is safe for concurrent use.
type Client struct {
	opts   Options
	base   *url.URL
	net    *network.Client
	secret secret

	approving chan struct{} // holds a value while the user reads a request
	approved  bool

	mu      sync.Mutex
	refused map[parameter]bool // parameters rejected by the host
}

// patience limits retries if a host is busy.
var patience = network.Patience{Tries: 3, First: time.Second, Longest: 30 * time.Second}

// Open returns a client. It sends nothing.
func Open(o Options) (*Client, error) {
	base, err := BaseOf(o.URL)
	if err != nil {
		return nil, err
	}
	loopback := network.IsLoopback(base.String())
	if o.Key != nil && base.Scheme == "http" && !loopback {
		return nil, fmt.Errorf("with llm.url %s, a key would be sent unencrypted: use https, or remove "+
			"llm.keyEnv and llm.keyCommand", base)
	}
	client, err := network.NewService(network.Service{URL: base.String(), Roots: o.Roots})
	if err != nil {
		return nil, err
	}
	o.Context = cmp.Or(o.Context, 4096)
	o.FirstToken, o.Total = cmp.Or(o.FirstToken, time.Minute), cmp.Or(o.Total, 5*time.Minute)
	return &Client{opts: o, base: base, net: client, secret: secret{read: o.Key},
		approving: make(chan struct{}, 1), approved: loopback, refused: make(map[parameter]bool)}, nil
}

// BaseOf parses a service's URL and returns its base URL.
func BaseOf(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, errors.New("llm.url is not a valid URL: use one such as http://localhost:11434/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("llm.url may contain only a host and a path: remove the rest, and set any key with " +
			"llm.keyEnv or llm.keyCommand")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1"
	}
	return u, nil
}

// Host returns the model's host and port.
func (c *Client) Host() string { return c.base.Host }

// Model returns the model's name in the settings.
func (c *Client) Model() string { return c.opts.Model }

// IsLoopback reports whether the model runs on this machine.
func (c *Client) IsLoopback() bool { return network.IsLoopback(c.base.String()) }

// approve asks the user to approve the first request to a remote host.
func (c *Client) approve(ctx context.Context, r Request) error {
	select {
	case c.approving <- struct{}{}:
		defer func() { <-c.approving }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if c.approved {
		return nil
	}
	if c.opts.Approve == nil {
		return c.fail(NotApproved, 0, "")
	}
	if err := c.opts.Approve(ctx, r); err != nil {
		return c.fail(NotApproved, 0, err.Error())
	}
	c.approved = true
	return nil
}

// headers returns the headers of a request.
func (c *Client) headers(ctx context.Context, accept string) (map[string]string, error) {
	headers := map[string]string{"Accept": accept, "Content-Type": "application/json", "User-Agent": "scilit-lsp"}
	key, err := c.secret.get(ctx)
	if err != nil {
		return nil, c.fail(NoKey, 0, err.Error())
	}
	if key != "" {
		headers["Authorization"] = "Bearer " + key
	}
	return headers, nil
}

// send sends a request and retries while the host is busy.
func (c *Client) send(ctx context.Context, next func() network.Request) (*network.Answer, error) {
	answer, err := patience.Ask(ctx, func(ctx context.Context) (*network.Answer, error) { return c.net.Send(ctx, next()) })
	if busy, ok := errors.AsType[network.BusyError](err); ok {
		failed := c.fail(Busy, 0, "")
		failed.After = busy.Again
		return nil, failed
	}
	return answer, c.interrupted(ctx, err)
}

// interrupted returns the error for an incomplete request. If the caller canceled the request, it
// returns the caller's error.
func (c *Client) interrupted(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(cause, errFirstToken), errors.Is(cause, errTotal):
		return c.fail(Late, 0, cause.Error())
	case cause != nil:
		return cause
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	return c.fail(Unreachable, 0, err.Error())
}

// A secret is a host's key. It is read when first needed.
type secret struct {
	read func(context.Context) (string, error)

	mu  sync.Mutex
	key string
}

// get returns the key, or "" if the host needs none. It does not cache failures, since the user may
// unlock a password store later.
func (s *secret) get(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil || s.key != "" {
		return s.key, nil
	}
	key, err := s.read(ctx)
	s.key = key
	return key, err
}

const (
	// maxDetail is the maximum length of a host's message in an error, in bytes.
	maxDetail = 200
	// shortest is the minimum length, in bytes, of a part of the key that must not appear in a message.
	shortest = 6
)

// line returns the beginning of a host's message on one line, or "" if the message contains part of
// the key.
func (s *secret) line(detail string) string {
	if s.in(detail) {
		return ""
	}
	line := strings.Join(strings.Fields(text.Clean(text.Cut(detail, 4*maxDetail))), " ")
	if len(line) > maxDetail {
		line = text.Cut(line, maxDetail) + "..."
	}
	return line
}

// in reports whether a text contains part of the key.
func (s *secret) in(said string) bool {
	s.mu.Lock()
	key := s.key
	s.mu.Unlock()
	if key == "" {
		return false
	}
	for i := 0; i == 0 || i+shortest <= len(key); i++ {
		if strings.Contains(said, key[i:min(i+shortest, len(key))]) {
			return true
		}
	}
	return false
}

// whole reports whether a text contains the whole key. It ignores keys so short that they could be
// a word.
func (s *secret) whole(said string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.key) > shortest && strings.Contains(said, s.key)
}
