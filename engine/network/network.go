// Package network makes all of the program's connections (invariant 3). A [Client] connects only to
// loopback and to the hosts that the user allowed, even after redirects.
package network

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// ErrNotAllowed is returned for a host that the user has not allowed.
var ErrNotAllowed = errors.New("this host is not allowed")

// A Client sends HTTP requests to allowed hosts. It is safe for concurrent use.
type Client struct {
	allow  []string
	public bool // whether the client is for services on the internet; loopback must then be allowed too
	plain  bool // whether http is allowed
	http   http.Client
}

// New returns a client for loopback and the hosts in allow. An entry is "host", or "host:port" to allow
// a single port.
func New(allow []string) *Client {
	c := &Client{allow: allow}
	c.http.Transport = c.transport(newDialer().DialContext)
	return c
}

func newDialer() *net.Dialer { return &net.Dialer{Timeout: 10 * time.Second} }

// transport returns a transport that connects only to allowed hosts.
func (c *Client) transport(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		Proxy:               nil, // a proxy could read the requests
		MaxIdleConnsPerHost: 4,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if err := c.check(address); err != nil {
				return nil, err
			}
			return dial(ctx, network, address)
		},
	}
}

// Check returns an error if the host of a URL is not allowed. It sends nothing.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is not a valid address: use the form http://host:port", address)
	}
	return c.check(net.JoinHostPort(u.Hostname(), portOf(u)))
}

// check returns an error if the host of host:port is not allowed.
func (c *Client) check(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if c.allowed(address, host) {
		return nil
	}
	if c.public { // the setting network.allow does not apply
		return fmt.Errorf("%s: %w", host, ErrNotAllowed)
	}
	return fmt.Errorf("%s: %w: add it to the setting network.allow", host, ErrNotAllowed)
}

func (c *Client) allowed(address, host string) bool {
	same := func(allowed string) bool {
		return strings.EqualFold(allowed, host) || strings.EqualFold(allowed, address)
	}
	return !c.public && isLoopback(host) || slices.ContainsFunc(c.allow, same)
}

// isLoopback reports whether a host is this machine. It trusts the name localhost, since only someone
// who controls the machine can redirect it.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// An Answer is an HTTP response. The caller must close Body.
type Answer struct {
	Status     int
	RetryAfter time.Duration // requested wait before a retry; 0 if unknown
	Body       io.ReadCloser

	header http.Header
}

// Header returns the value of a header, or "".
func (a *Answer) Header(name string) string { return a.header.Get(name) }

// Get sends a GET request.
func (c *Client) Get(ctx context.Context, address string) (*Answer, error) {
	return c.Send(ctx, Request{URL: address})
}

// Post sends a POST request.
func (c *Client) Post(ctx context.Context, address, contentType string, body io.Reader) (*Answer, error) {
	return c.Send(ctx, Request{Method: http.MethodPost, URL: address, Body: body,
		Header: map[string]string{"Content-Type": contentType}})
}
