package network

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A Service is one address that the user's own settings name, which may get a key.
type Service struct {
	URL   string         // http or https; its host and port are all that is connected to
	Roots *x509.CertPool // certificates beside those of the system; nil outside tests
	// Kept has connections stay open for the next request, HTTP/2 spoken where the host can,
	// and replies packed on their way from another machine. They are unpacked as they are read,
	// so that the reader's limit bounds them.
	Kept bool
}

// NewService returns a client for the host and port of s and nothing else. It follows
// no redirect, since the body and the key of a request are meant for this host alone, and
// unpacks nothing, so that no small reply becomes a large one.
func NewService(s Service) (*Client, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("%q is no address: write http://host:port", s.URL)
	}
	c := &Client{allow: []string{net.JoinHostPort(u.Hostname(), portOf(u))}, public: true, plain: u.Scheme == "http"}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http.Transport = &http.Transport{
		Proxy:                  nil, // as in New
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConnsPerHost:    maxKept,
		IdleConnTimeout:        keptFor,
		ForceAttemptHTTP2:      s.Kept,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		DisableCompression:     !s.Kept || isLoopback(u.Hostname()),
		DisableKeepAlives:      !s.Kept, // net/http logs what a host sends unasked on an idle connection, which may be a key
		TLSClientConfig:        &tls.Config{RootCAs: s.Roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if err := c.check(address); err != nil {
				return nil, err
			}
			return dialer.DialContext(ctx, network, address)
		},
	}
	return c, nil
}

// Bounds on connections that are kept.
const (
	maxKept = 8
	keptFor = 10 * time.Minute
)

// Close closes the connections that are kept and not in use.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// IsLoopback reports whether an address is one of this machine.
func IsLoopback(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isLoopback(u.Hostname())
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
