package online

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

const repliesFolder = "testdata/replies"

// A recorded reply is one of the manifest.
type recorded struct {
	File    string
	Status  int
	Headers map[string]string
}

var manifest = sync.OnceValue(func() map[string]recorded {
	raw, err := os.ReadFile(filepath.Join(repliesFolder, "manifest.json"))
	if err != nil {
		panic(err)
	}
	var all []recorded
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(err)
	}
	by := make(map[string]recorded)
	for _, r := range all {
		by[strings.TrimSuffix(r.File, ".gz")] = r
	}
	return by
})

// reply is the body of a recorded reply.
func reply(t testing.TB, name string) []byte {
	t.Helper()
	r, known := manifest()[name]
	if !known {
		t.Fatalf("%s is not in the manifest", name)
	}
	file, err := os.Open(filepath.Join(repliesFolder, filepath.FromSlash(r.File)))
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

// A world is the internet as far as it was recorded: one server on this machine
// that stands in for all hosts.
type world struct {
	t      testing.TB
	server *httptest.Server
	roots  *x509.CertPool

	mu     sync.Mutex
	routes []route
	asked  []asked
}

// A route answers the requests whose host and path, unescaped, begin with at, and
// whose query has all of the words.
type route struct {
	at    string
	words []string
	serve http.HandlerFunc
}

type asked struct {
	url    *url.URL
	header http.Header
}

func newWorld(t testing.TB) *world {
	w := &world{t: t}
	w.server = httptest.NewUnstartedServer(http.HandlerFunc(w.answer))
	w.server.Config.ErrorLog = log.New(io.Discard, "", 0) // clients hang up in these tests
	certificate, roots := worldCertificate(t)
	w.server.TLS, w.roots = &tls.Config{Certificates: []tls.Certificate{certificate}}, roots
	w.server.StartTLS()
	t.Cleanup(w.server.Close)
	return w
}

// worldCertificate names all hosts of all services, and those that tests redirect to.
func worldCertificate(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"evil.example"},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	for _, a := range apis {
		template.DNSNames = append(template.DNSNames, a.host)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

func (w *world) answer(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	address := *r.URL
	address.Host = r.Host
	w.asked = append(w.asked, asked{&address, r.Header.Clone()})
	var serve http.HandlerFunc
	for i := len(w.routes) - 1; i >= 0 && serve == nil; i-- {
		if w.routes[i].takes(r) {
			serve = w.routes[i].serve
		}
	}
	w.mu.Unlock()
	if serve == nil {
		w.t.Errorf("nothing is recorded for %s%s", r.Host, r.URL)
		rw.WriteHeader(http.StatusNotImplemented)
		return
	}
	serve(rw, r)
}

func (o route) takes(r *http.Request) bool {
	query, _ := url.QueryUnescape(r.URL.RawQuery)
	if !strings.HasPrefix(r.Host+r.URL.Path, o.at) {
		return false
	}
	for _, word := range o.words {
		if !strings.Contains(query, word) {
			return false
		}
	}
	return true
}

// on serves what comes to an address by a function. Later ones come first.
func (w *world) on(at string, serve http.HandlerFunc, words ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.routes = append(w.routes, route{at, words, serve})
}

// replay serves a recorded reply with its status and headers.
func (w *world) replay(at, name string, words ...string) {
	w.t.Helper()
	body, r := reply(w.t, name), manifest()[name]
	w.on(at, func(rw http.ResponseWriter, _ *http.Request) {
		for header, value := range r.Headers {
			rw.Header().Set(header, value)
		}
		rw.WriteHeader(r.Status)
		_, _ = rw.Write(body)
	}, words...)
}

// say serves a reply that is written here.
func (w *world) say(at string, status int, contentType, body string, words ...string) {
	w.on(at, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", contentType)
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, body)
	}, words...)
}

// requests are the addresses that were asked for, in order.
func (w *world) requests() (all []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.asked {
		all = append(all, a.url.Host+a.url.RequestURI())
	}
	return all
}

func (w *world) headers() (all []http.Header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.asked {
		all = append(all, a.header)
	}
	return all
}

// quick is patience that tests can afford; its order is that of the real one.
var quick = patience{tries: 3, first: time.Millisecond, longest: 2 * time.Second, whole: 20 * time.Second}

// client is one of its own process: no other test has used its limits.
func (w *world) client(change func(*Options), sources ...string) *Client {
	w.t.Helper()
	if len(sources) == 0 {
		sources = Sources()
	}
	opts := Options{Sources: sources, StandIn: w.server.Listener.Addr().String(), Roots: w.roots, gates: new(gates), patience: quick, Version: "test"}
	if change != nil {
		change(&opts)
	}
	c, err := New(opts)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}
