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
	"strconv"
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
		return fmt.Errorf("%q is not a valid URL: use the form http://host:port", address)
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
	if c.public { // the network.allow setting does not apply
		return fmt.Errorf("%s: %w", host, ErrNotAllowed)
	}
	return fmt.Errorf("%s: %w: add it to your network.allow setting", host, ErrNotAllowed)
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

// Patience configures retries if a host is busy. It allows at most Tries requests. The wait doubles
// from First up to Longest, unless the host requests a longer one.
type Patience struct {
	Tries   int
	First   time.Duration
	Longest time.Duration
}

// A BusyError is returned if a host stays busy.
type BusyError struct {
	Tries int
	Again time.Duration // time until a retry; 0 if unknown
}

func (e BusyError) Error() string {
	when := "later"
	if e.Again > 0 {
		when = "in " + e.Again.Round(time.Second).String()
	}
	return fmt.Sprintf("it is busy (requests sent: %d): try again %s", e.Tries, when)
}

// Ask calls ask until the response has a status other than 429 and 503. It closes the bodies of busy
// responses. It returns a BusyError instead of waiting longer than Longest.
func (p Patience) Ask(ctx context.Context, ask func(context.Context) (*Answer, error)) (*Answer, error) {
	wait := p.First
	for try := 1; ; try++ {
		answer, err := ask(ctx)
		if err != nil || answer.Status != http.StatusTooManyRequests && answer.Status != http.StatusServiceUnavailable {
			return answer, err
		}
		_ = answer.Body.Close()
		if try >= p.Tries || answer.RetryAfter > p.Longest {
			return nil, BusyError{try, answer.RetryAfter}
		}
		if err := Sleep(ctx, max(wait, answer.RetryAfter)); err != nil {
			return nil, err
		}
		wait = min(2*wait, p.Longest)
	}
}

// Sleep waits for the given duration. If ctx is done first, it returns the cause.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// retryAfter parses a Retry-After header, which contains seconds or a date. It compares a date with
// the response's Date header if present, and otherwise with now.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return max(at.Sub(now), 0)
}
