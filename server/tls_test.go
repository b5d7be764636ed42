package server_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/server"
)

// certify writes a certificate and its key for a host name, and returns a pool that contains the
// certificate.
func certify(t *testing.T, cert, key, name string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	roots := x509.NewCertPool()
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots.AddCert(parsed)
	return roots
}

func TestTLSWithHTTP2AndANewCertificate(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	roots := certify(t, cert, key, "first")
	path, alice, _ := tokenFile(t, "")
	s, _ := newServer(t, server.Options{Engines: real(t), TokenFile: path, TLSCert: cert, TLSKey: key})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	get := func(roots *x509.CertPool, config *tls.Config) (*http.Response, error) {
		config.RootCAs = roots
		transport := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}
		defer transport.CloseIdleConnections()
		r, err := http.NewRequestWithContext(t.Context(), "GET", "https://"+l.Addr().String()+"/v1/corpora", nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+alice)
		answer, err := transport.RoundTrip(r)
		if err == nil {
			io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
		return answer, err
	}
	if answer, err := get(roots, &tls.Config{}); err != nil || answer.StatusCode != 200 || answer.ProtoMajor != 2 {
		t.Errorf("%+v, %v", answer, err)
	}
	if answer, err := get(roots, &tls.Config{MaxVersion: tls.VersionTLS11}); err == nil {
		t.Errorf("TLS 1.1 is spoken: %+v", answer)
	}
	renewed := certify(t, cert, key, "second")
	if err := s.Reload(t.Context()); err != nil {
		t.Error(err)
	}
	if answer, err := get(renewed, &tls.Config{}); err != nil || answer.TLS.PeerCertificates[0].Subject.CommonName != "second" {
		t.Errorf("%+v, %v", answer, err)
	}
	write(t, key, "no key")
	if err := s.Reload(t.Context()); err == nil {
		t.Error("a broken key is taken")
	}
	if _, err := get(renewed, &tls.Config{}); err != nil {
		t.Errorf("a broken key ends what was served: %v", err)
	}
	plain, err := http.Get("http://" + l.Addr().String() + "/healthz")
	if err != nil || plain.StatusCode != 400 {
		t.Errorf("%+v, %v", plain, err)
	} else {
		plain.Body.Close()
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Only requests from this machine are served without TLS and tokens.
func TestAnAddressOfOtherMachinesNeedsTokensAndTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certify(t, cert, key, "first")
	path, _, _ := tokenFile(t, "")
	for name, test := range map[string]struct {
		options server.Options
		address string
		want    string
	}{
		"this machine":           {server.Options{}, "127.0.0.1", ""},
		"this machine by IPv6":   {server.Options{}, "::1", ""},
		"its tokens":             {server.Options{TokenFile: path}, "127.0.0.1", ""},
		"all addresses":          {server.Options{}, "0.0.0.0", "token_file"},
		"all addresses of IPv6":  {server.Options{}, "::", "token_file"},
		"TLS without tokens":     {server.Options{TLSCert: cert, TLSKey: key}, "192.0.2.1", "token_file"},
		"tokens without TLS":     {server.Options{TokenFile: path}, "192.0.2.1", "tls_cert"},
		"both":                   {server.Options{TokenFile: path, TLSCert: cert, TLSKey: key}, "192.0.2.1", ""},
		"a key that others read": {server.Options{TLSCert: cert, TLSKey: readable(t, key)}, "", "chmod 600"},
		"half a key pair":        {server.Options{TLSCert: cert}, "", "both a certificate and its key"},
	} {
		test.options.Engines = real(t)
		s, err := server.New(test.options)
		if err == nil {
			err = s.CheckAddress(&net.TCPAddr{IP: net.ParseIP(test.address)})
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// readable returns the path of a copy of a file that other users can read.
func readable(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := write(t, path+".readable", string(raw))
	if err := os.Chmod(other, 0o644); err != nil {
		t.Fatal(err)
	}
	return other
}
