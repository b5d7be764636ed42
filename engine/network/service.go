package network

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A Service is a server that the user configured. It may receive an API key.
type Service struct {
	URL   string         // http or https URL; the client connects only to its host and port
	Roots *x509.CertPool // additional root certificates, for tests
	// Kept keeps connections open. It also allows HTTP/2 and, except on loopback, compressed responses,
	// which are decompressed while being read, within the reader's limit.
	Kept bool
}

// NewService returns a client for the host and port of s. It does not follow redirects, since body and
// key are meant only for this host. It requests compressed responses only if s.Kept is set.
func NewService(s Service) (*Client, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("%q is not a valid address: use the form http://host:port", s.URL)
	}
	c := &Client{allow: []string{net.JoinHostPort(u.Hostname(), portOf(u))}, public: true, plain: u.Scheme == "http"}
	t := c.transport(newDialer().DialContext)
	t.TLSHandshakeTimeout, t.MaxResponseHeaderBytes, t.TLSClientConfig = tlsTimeout, maxHeaderBytes, tlsConfig(s.Roots)
	t.MaxIdleConnsPerHost, t.IdleConnTimeout = maxKept, keptFor
	t.ForceAttemptHTTP2 = s.Kept
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second}
	t.DisableCompression = !s.Kept || isLoopback(u.Hostname())
	t.DisableKeepAlives = !s.Kept // net/http logs unsolicited data on idle connections, which may contain a key
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http.Transport = t
	return c, nil
}

// Limits on idle connections.
const (
	maxKept = 8
	keptFor = 10 * time.Minute
)

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// IsLoopback reports whether the host of a URL is this machine.
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
