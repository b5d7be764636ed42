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
)

// Options say which model is asked, and how.
type Options struct {
	URL   string // base of the service, http://localhost:11434/v1; a path of /v1 where it has none
	Model string // may be empty for hosts that have one model
	// Key reads the key of the host; nil where it needs none.
	Key func(context.Context) (string, error)
	// Context is how many tokens the model reads and writes at most; 4096 where 0.
	Context    int
	FirstToken time.Duration // until the first word, one minute where 0
	Total      time.Duration // until the last, five minutes where 0
	// Approve sees the first request to a model on another machine before it is sent, and
	// returns why it must not be. Where it is nil, such a model is not asked at all.
	Approve func(context.Context, Request) error
	Roots   *x509.CertPool // as in network.Service
}

// The defaults of Options.
const (
	DefaultContext    = 4096
	DefaultFirstToken = time.Minute
	DefaultTotal      = 5 * time.Minute
)

// A Client asks one model. It is safe for concurrent use.
type Client struct {
	opts   Options
	base   *url.URL
	host   string
	net    *network.Client
	secret secret

	approving chan struct{} // has a token while the user decides
	approved  bool

	mu      sync.Mutex
	refused map[parameter]bool // what the host does not know
}

// patience is how a busy host is asked again.
var patience = network.Patience{Tries: 3, First: time.Second, Longest: 30 * time.Second}

// Open makes a client. It asks nothing, and so is quick.
func Open(o Options) (*Client, error) {
	base, err := BaseOf(o.URL)
	if err != nil {
		return nil, err
	}
	loopback := network.IsLoopback(base.String())
	if o.Key != nil && base.Scheme == "http" && !loopback {
		return nil, fmt.Errorf("llm.url %s: a key would travel unencrypted: use https, or leave llm.keyEnv and llm.keyCommand out", base)
	}
	client, err := network.NewService(network.Service{URL: base.String(), Roots: o.Roots})
	if err != nil {
		return nil, err
	}
	o.Context = cmp.Or(o.Context, DefaultContext)
	o.FirstToken, o.Total = cmp.Or(o.FirstToken, DefaultFirstToken), cmp.Or(o.Total, DefaultTotal)
	return &Client{opts: o, base: base, host: base.Host, net: client, secret: secret{read: o.Key}, approving: make(chan struct{}, 1), approved: loopback, refused: make(map[parameter]bool)}, nil
}

// BaseOf is the base of a service as it is asked.
func BaseOf(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, errors.New("llm.url is no address: write one such as http://localhost:11434/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("llm.url has more than host and path: name the key by llm.keyEnv or llm.keyCommand")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1"
	}
	return u, nil
}

// Host is the host of the model, with its port.
func (c *Client) Host() string { return c.host }

// Model is the name of the model as the settings have it.
func (c *Client) Model() string { return c.opts.Model }

// IsLoopback reports whether the model runs on this machine, and so costs nothing but
// time.
func (c *Client) IsLoopback() bool { return network.IsLoopback(c.base.String()) }

// approve lets the user see the first request to another machine.
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

// headers are those of every request; nothing in them is the user's but the key.
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

// send asks until the host is not busy.
func (c *Client) send(ctx context.Context, next func() network.Request) (*network.Answer, error) {
	answer, err := patience.Ask(ctx, func(ctx context.Context) (*network.Answer, error) { return c.net.Send(ctx, next()) })
	var busy network.BusyError
	if errors.As(err, &busy) {
		failed := c.fail(Busy, 0, "")
		failed.After = busy.Again
		return nil, failed
	}
	return answer, c.interrupted(ctx, err)
}

// interrupted is the error of a request that did not come to its end: the caller's own
// where the caller gave up.
func (c *Client) interrupted(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	var inner *url.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(cause, errFirstToken), errors.Is(cause, errTotal):
		return c.fail(Late, 0, cause.Error())
	case cause != nil:
		return cause
	case errors.As(err, &inner):
		return c.fail(Unreachable, 0, inner.Err.Error())
	}
	return c.fail(Unreachable, 0, err.Error())
}
