package network

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate is returned if a public host name resolves to a private address.
var ErrPrivate = errors.New("the host's name resolves to a private address, so no connection was made")

// ErrRedirect is wrapped by the error for a redirect that is not followed.
var ErrRedirect = errors.New("a redirect was not followed")

// Public configures a client for services on the internet.
type Public struct {
	Hosts []string // names of the allowed hosts, which are contacted over https only
	// StandIn is a loopback host:port that replaces every host in tests. Its certificate must be
	// signed by Roots.
	StandIn string
	Roots   *x509.CertPool
}

const (
	maxRedirects   = 5
	maxHeaderBytes = 64 << 10
	headerTimeout  = 15 * time.Second
	tlsTimeout     = 10 * time.Second
)

// NewPublic returns a client that connects only to p.Hosts, and not to loopback or private networks.
// After a redirect to another of these hosts, it sends only the Accept and User-Agent headers, so that
// an API key reaches only its own host.
func NewPublic(p Public) *Client {
	c := &Client{allow: p.Hosts, public: true}
	dialer := newDialer()
	dialer.ControlContext = refusePrivate
	dial := dialer.DialContext
	if p.StandIn != "" {
		dial = p.dialStandIn
	}
	t := c.transport(dial)
	t.IdleConnTimeout, t.TLSHandshakeTimeout, t.ResponseHeaderTimeout = 30*time.Second, tlsTimeout, headerTimeout
	t.MaxResponseHeaderBytes, t.TLSClientConfig = maxHeaderBytes, tlsConfig(p.Roots)
	c.http.CheckRedirect, c.http.Transport = c.checkRedirect, t
	return c
}

func tlsConfig(roots *x509.CertPool) *tls.Config {
	return &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
}

// dialStandIn connects to the stand-in instead of the host.
func (p Public) dialStandIn(ctx context.Context, _, _ string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(p.StandIn)
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("%s: the server that stands in for other hosts must be on this machine", p.StandIn)
	}
	return newDialer().DialContext(ctx, "tcp", p.StandIn)
}

// refusePrivate rejects private addresses. It checks the resolved address right before connecting, so
// that a second lookup cannot return a different one.
func refusePrivate(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !isPublic(at.Addr()) {
		return fmt.Errorf("%s: %w", at.Addr(), ErrPrivate)
	}
	return nil
}

// notPublic lists the address ranges that net/netip does not classify as private: shared, reserved and
// documentation addresses, and those that embed an IPv4 address.
var notPublic = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
	"198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32",
	"2002::/16", "fec0::/10", "::/96")

func prefixes(all ...string) (parsed []netip.Prefix) {
	for _, s := range all {
		parsed = append(parsed, netip.MustParsePrefix(s))
	}
	return parsed
}

func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func (c *Client) checkRedirect(next *http.Request, before []*http.Request) error {
	host := next.URL.Hostname()
	switch {
	case len(before) > maxRedirects:
		return fmt.Errorf("%w, because %d were already followed", ErrRedirect, maxRedirects)
	case next.URL.Scheme != "https":
		return fmt.Errorf("%w, because the connection to %s would be unencrypted", ErrRedirect, host)
	case !c.allowed(next.URL.Host, host):
		return fmt.Errorf("%w, because it leads to %s: %w", ErrRedirect, host, ErrNotAllowed)
	}
	next.Header.Del("Referer") // the header may contain the query and an API key
	if !strings.EqualFold(next.URL.Host, before[0].URL.Host) {
		for name := range next.Header {
			if name != "Accept" && name != "User-Agent" {
				next.Header.Del(name)
			}
		}
	}
	return nil
}

// A Request is an HTTP request. Method defaults to POST if Body is set, else to GET.
type Request struct {
	Method string
	URL    string
	Header map[string]string
	Body   io.Reader
}

// Send sends a request. A client from NewPublic requires https.
func (c *Client) Send(ctx context.Context, r Request) (*Answer, error) {
	method := cmp.Or(r.Method, http.MethodGet)
	if r.Method == "" && r.Body != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, r.URL, r.Body)
	if err != nil {
		return nil, err
	}
	if c.public && !c.plain && request.URL.Scheme != "https" {
		return nil, fmt.Errorf("%s: %w without encryption", request.URL.Host, ErrNotAllowed)
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	return &Answer{response.StatusCode, retryAfter(response.Header, time.Now()), response.Body, response.Header}, nil
}

// A Service is a server that the user configured. It may receive an API key.
type Service struct {
	URL   string         // http or https URL; the client connects only to its host and port
	Roots *x509.CertPool // additional root certificates, for tests
	// Kept keeps connections open. It also allows HTTP/2 and, except on loopback, compressed responses,
	// which are decompressed while being read, within the reader's limit.
	Kept bool
}

// NewService returns a client for the host and port of s. It does not follow redirects, since the body
// and the key are meant only for this host. It requests compressed responses only if s.Kept is set.
func NewService(s Service) (*Client, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("%q is not a valid URL: use the form http://host:port", s.URL)
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
