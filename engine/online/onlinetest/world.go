// Package onlinetest replays recorded responses from online services in tests. A local server replaces
// all hosts.
package onlinetest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Folder returns the folder of recorded responses from any package in the module.
var Folder = sync.OnceValue(func() string {
	folder, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for ; ; folder = filepath.Dir(folder) {
		replies := filepath.Join(folder, "engine", "online", "testdata", "replies")
		if _, err := os.Stat(replies); err == nil {
			return replies
		}
		if folder == filepath.Dir(folder) {
			panic("the tests are running outside the module")
		}
	}
})

// A recording is a recorded response listed in the manifest.
type recording struct {
	File    string
	Status  int
	Headers map[string]string
}

var manifest = sync.OnceValue(func() map[string]recording {
	raw, err := os.ReadFile(filepath.Join(Folder(), "manifest.json"))
	if err != nil {
		panic(err)
	}
	var all []recording
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(err)
	}
	by := make(map[string]recording)
	for _, r := range all {
		by[strings.TrimSuffix(r.File, ".gz")] = r
	}
	return by
})

// Reply returns the body of a recorded response.
func Reply(t testing.TB, name string) []byte {
	t.Helper()
	r, known := manifest()[name]
	if !known {
		t.Fatalf("%s is not in the manifest", name)
	}
	file, err := os.Open(filepath.Join(Folder(), filepath.FromSlash(r.File)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(r.File, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	body, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// A World is a server that replaces all hosts and records their requests.
type World struct {
	Roots *x509.CertPool // pool with the server's certificate
	PEM   []byte         // the server's certificate, for other processes

	each func(Request)

	t      testing.TB
	server *httptest.Server

	mu     sync.Mutex
	routes []route
	asked  []Request
}

// A route serves requests whose unescaped host and path start with at and whose query contains all
// words.
type route struct {
	at    string
	words []string
	serve http.HandlerFunc
}

// A Request is a received request with its body.
type Request struct {
	URL    *url.URL // URL with the original host
	Method string
	Header http.Header
	Body   []byte
}

// New starts a World for the given hosts. It is closed at the end of the test.
func New(t testing.TB, hosts ...string) *World {
	w := &World{t: t}
	w.server = httptest.NewUnstartedServer(http.HandlerFunc(w.answer))
	w.server.Config.ErrorLog = log.New(io.Discard, "", 0) // discards errors, since clients disconnect early in these tests
	w.server.TLS = &tls.Config{Certificates: []tls.Certificate{w.certificate(hosts)}}
	w.server.StartTLS()
	t.Cleanup(w.server.Close)
	return w
}

// Addr returns the host:port on which the server listens.
func (w *World) Addr() string { return w.server.Listener.Addr().String() }

// Close stops the server before the end of the test.
func (w *World) Close() { w.server.Close() }

// certificate returns a self-signed certificate for the given hosts.
func (w *World) certificate(hosts []string) tls.Certificate {
	w.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: hosts,
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Roots, w.PEM = x509.NewCertPool(), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	w.Roots.AppendCertsFromPEM(w.PEM)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func (w *World) answer(rw http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Errorf("a request for %s broke off: %v", r.Host, err)
	}
	w.mu.Lock()
	address := *r.URL
	address.Host = r.Host
	asked := Request{&address, r.Method, r.Header.Clone(), bytes.Clone(sent)}
	w.asked = append(w.asked, asked)
	var serve http.HandlerFunc
	for i := len(w.routes) - 1; i >= 0 && serve == nil; i-- {
		if w.routes[i].takes(r) {
			serve = w.routes[i].serve
		}
	}
	each := w.each
	w.mu.Unlock()
	if each != nil {
		each(asked)
	}
	if serve == nil {
		w.t.Errorf("nothing is recorded for %s%s", r.Host, r.URL)
		rw.WriteHeader(http.StatusNotImplemented)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	serve(rw, r)
}

func (o route) takes(r *http.Request) bool {
	query, _ := url.QueryUnescape(r.URL.RawQuery)
	return strings.HasPrefix(r.Host+r.URL.Path, o.at) &&
		!slices.ContainsFunc(o.words, func(word string) bool { return !strings.Contains(query, word) })
}

// Each calls f with each request before it is served.
func (w *World) Each(f func(Request)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each = f
}

// On registers a function that serves requests to an address. Later routes take precedence.
func (w *World) On(at string, serve http.HandlerFunc, words ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.routes = append(w.routes, route{at, words, serve})
}

// Replay serves a recorded response with its status and headers.
func (w *World) Replay(at, name string, words ...string) {
	w.t.Helper()
	body, r := Reply(w.t, name), manifest()[name]
	w.say(at, r.Status, r.Headers, body, words)
}

// Say serves the given response.
func (w *World) Say(at string, status int, contentType, body string, words ...string) {
	w.say(at, status, map[string]string{"Content-Type": contentType}, []byte(body), words)
}

func (w *World) say(at string, status int, headers map[string]string, body []byte, words []string) {
	w.On(at, func(rw http.ResponseWriter, _ *http.Request) {
		for header, value := range headers {
			rw.Header().Set(header, value)
		}
		rw.WriteHeader(status)
		_, _ = rw.Write(body)
	}, words...)
}

// Requests returns the requested URLs in order.
func (w *World) Requests() (all []string) {
	for _, a := range w.Asked() {
		all = append(all, a.URL.Host+a.URL.RequestURI())
	}
	return all
}

// Asked returns all requests in order.
func (w *World) Asked() []Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// Routes adds the routes listed in a text. Each line has the host and path of a request, followed by
// the name of a recorded response or a status. Any remaining words must occur in the query.
//
//	export.arxiv.org/api/query arxiv/search-page1.atom.xml deep
//	api.crossref.org/works 500
func (w *World) Routes(text string) {
	w.t.Helper()
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			w.t.Fatalf("the route %q has fewer than two fields", line)
		}
		status, err := strconv.Atoi(fields[1])
		if err != nil {
			w.Replay(fields[0], fields[1], fields[2:]...)
			continue
		}
		w.On(fields[0], func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(status) }, fields[2:]...)
	}
}

// Environment variables for the address of a World and the path of its certificate.
const (
	StandInVariable     = "TEST_STAND_IN"
	CertificateVariable = "TEST_CERTIFICATE"
)

// FromEnvironment returns the address and certificate of a World served by another process. standIn is
// "" if the environment does not name a World.
func FromEnvironment() (standIn string, roots *x509.CertPool, err error) {
	standIn = os.Getenv(StandInVariable)
	if standIn == "" {
		return "", nil, nil
	}
	certificate, err := os.ReadFile(os.Getenv(CertificateVariable))
	if err != nil {
		return "", nil, err
	}
	roots = x509.NewCertPool()
	if !roots.AppendCertsFromPEM(certificate) {
		return "", nil, fmt.Errorf("%s: no certificate", os.Getenv(CertificateVariable))
	}
	return standIn, roots, nil
}
