// Package network is the only way out of this machine (invariant 3). A [Client]
// reaches loopback and the hosts that its user allowed; to anything else it does
// not even open a connection, whoever asks and wherever a redirect points.
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

// ErrNotAllowed marks a host that the user did not allow.
var ErrNotAllowed = errors.New("this host is not allowed: name it in the setting network.allow")

// A Client talks HTTP to allowed hosts. It is safe for concurrent use.
type Client struct {
	allow  []string
	public bool // loopback is not allowed by itself
	plain  bool // http is spoken, too, as the user wrote it
	http   http.Client
}

// New returns a client for loopback and for the hosts in allow: "host", or
// "host:port" for one port of it.
func New(allow []string) *Client {
	c := &Client{allow: allow}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	c.http.Transport = &http.Transport{
		Proxy:               nil, // a proxy would be one more host that learns what is asked
		MaxIdleConnsPerHost: 4,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if err := c.check(address); err != nil {
				return nil, err
			}
			return dialer.DialContext(ctx, network, address)
		},
	}
	return c
}

// Check reports whether the host of an address may be asked, without asking it.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is no address: write http://host:port", address)
	}
	return c.check(net.JoinHostPort(u.Hostname(), portOf(u)))
}

// check takes host:port.
func (c *Client) check(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if c.allowed(address, host) {
		return nil
	}
	return fmt.Errorf("%s: %w", host, ErrNotAllowed)
}

func (c *Client) allowed(address, host string) bool {
	same := func(allowed string) bool {
		return strings.EqualFold(allowed, host) || strings.EqualFold(allowed, address)
	}
	return !c.public && isLoopback(host) || slices.ContainsFunc(c.allow, same)
}

// isLoopback takes the name localhost for what it says: who can change what it
// resolves to has the machine already.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// An Answer is what a host said. Body must be closed.
type Answer struct {
	Status     int
	RetryAfter time.Duration // 0 where the host did not say
	Body       io.ReadCloser

	header http.Header
}

// Header is what the host said under a name, "" where nothing.
func (a *Answer) Header(name string) string { return a.header.Get(name) }

// Get asks for what is at an address.
func (c *Client) Get(ctx context.Context, address string) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return c.do(request)
}

// Post sends a body to an address.
func (c *Client) Post(ctx context.Context, address, contentType string, body io.Reader) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	return c.do(request)
}

func (c *Client) do(request *http.Request) (*Answer, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	return &Answer{response.StatusCode, retryAfter(response.Header, time.Now()), response.Body, response.Header}, nil
}
