//go:build attack

package attack

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const floods = "floods of a server"

// maxFloodPeak bounds the peak memory of a flooded server, in bytes. An idle one takes about
// 50 MB, and request bodies up to 64 MB.
const maxFloodPeak = 400 << 20

// TestBodiesFillNoMemory sends bodies of 4 MB without a token on 100 connections, and checks the
// peak memory.
func TestBodiesFillNoMemory(t *testing.T) {
	file, _ := tokenOf(t)
	for _, args := range [][]string{nil, {"--token-file", file}} {
		g := serving(t, append([]string{"--index", corpus}, args...)...)
		for _, path := range []string{"/v1/none", "/login", "/v1/suggest", "/logout"} {
			post := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, 4<<20)
			g.hold(150, post+strings.Repeat("a", 4<<20-1), func() {
				answer, body, err := g.ask("GET", "/healthz", "")
				what := held
				if err != nil {
					what = hung
				} else if answer.StatusCode != 200 {
					what = wrong
				}
				score.add(t, floods, what, fmt.Sprint(path, " ", body, err))
			})
		}
		what, peak := held, g.peak()
		if peak > maxFloodPeak {
			what = wrong
		}
		score.add(t, floods, what, fmt.Sprintf("a peak of %d MB with %q", peak>>20, args))
		g.stop(t)
	}
}

// peak returns the peak resident memory of the server in bytes, or 0 on systems other than Linux.
// Rusage does not serve here, since it includes the memory of this process before exec.
func (g *group) peak() (bytes int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", g.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(rest, &bytes)
	return bytes << 10
}

// hold opens n connections, writes sent to each, and calls beside while they are open.
func (g *group) hold(n int, sent string, beside func()) {
	var all sync.WaitGroup
	var open []net.Conn
	for range n {
		c, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
		if err != nil {
			continue
		}
		open = append(open, c)
		all.Go(func() {
			c.SetDeadline(time.Now().Add(5 * time.Second))
			io.WriteString(c, sent)
		})
	}
	all.Wait()
	beside()
	for _, c := range open {
		c.Close()
	}
}

// prompt returns the time limit of a search beside attacks: five seconds, or more if an ordinary
// search shows that the machine is slow.
func (g *group) prompt(headers ...string) time.Duration {
	_, _, _ = g.ask("POST", "/v1/suggest", suggestion, headers...) // the first one takes longer
	begun := time.Now()
	_, _, _ = g.ask("POST", "/v1/suggest", suggestion, headers...)
	return max(5*time.Second, 50*time.Since(begun))
}

// tokenOf creates a token file for the user alice and returns its path and the token.
func tokenOf(t *testing.T) (file, token string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "tokens")
	printed, result := command(t, t.TempDir(), "", "token", "--file", file, "alice")
	token = regexp.MustCompile(`scilit_\w+`).FindString(printed)
	if result.code != 0 || token == "" {
		t.Fatal(printed)
	}
	return file, token
}

// certificate writes a self-signed certificate for 127.0.0.1 and its key, and returns their paths.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	if err := os.Chmod(key, 0o600); err != nil {
		t.Fatal(err)
	}
	return cert, key
}

// frame returns an HTTP/2 frame.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return append(binary.BigEndian.AppendUint32(head, stream), payload...)
}

// fields encodes names and values as HPACK literals without indexing.
func fields(pairs ...string) (block []byte) {
	for i := 0; i < len(pairs); i += 2 {
		block = append(append(block, 0, byte(len(pairs[i]))), pairs[i]...)
		block = append(append(block, byte(len(pairs[i+1]))), pairs[i+1]...)
	}
	return block
}

// TestSlowReadersDelayNoOthers opens HTTP/2 streams with a window of 0, and checks that another
// user's search is not delayed.
func TestSlowReadersDelayNoOthers(t *testing.T) {
	cert, key := certificate(t)
	file, token := tokenOf(t)
	printed, _ := command(t, t.TempDir(), "", "token", "--file", file, "bob")
	other := regexp.MustCompile(`scilit_\w+`).FindString(printed)
	g := serving(t, "--index", corpus, "--token-file", file, "--tls-cert", cert, "--tls-key", key)
	config := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}
	g.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}
	address, limit := strings.TrimPrefix(g.url, "https://"), g.prompt("Authorization", "Bearer "+other)
	for _, path := range []string{"/?text=Iron+in+rice", "/v1/ask"} {
		c, err := tls.Dial("tcp", address, config)
		if err != nil {
			t.Fatal(err)
		}
		const endStream, endHeaders = 1, 4
		sent := append([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, 0, []byte{0, 4, 0, 0, 0, 0})...) // window 0
		for i := range 8 {
			head := fields(":method", "GET", ":scheme", "https", ":authority", address, ":path", path, "authorization", "Bearer "+token)
			stream, flags := uint32(2*i+1), byte(endStream|endHeaders)
			var body []byte
			if path == "/v1/ask" {
				head = fields(":method", "POST", ":scheme", "https", ":authority", address, ":path", path, "authorization", "Bearer "+token,
					"content-type", "application/json", "accept", "text/event-stream")
				flags, body = endHeaders, frame(0, endStream, stream, []byte(`{"question":"Which iron is in rice?"}`))
			}
			sent = bytes.Join([][]byte{sent, frame(1, flags, stream, head), body}, nil)
		}
		if _, err := c.Write(sent); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second) // time to compute the responses, which then block
		begun, what := time.Now(), held
		answer, body, err := g.ask("POST", "/v1/suggest", suggestion, "Authorization", "Bearer "+other)
		if err != nil || answer.StatusCode != 200 || time.Since(begun) > limit {
			what = wrong
		}
		score.add(t, floods, what, fmt.Sprint(path, " ", time.Since(begun), " ", head(body), err))
		c.Close()
	}
	g.stop(t)
}

// TestLoginsEndNoOtherSession checks that 10,000 logins of one user leave the session of another
// valid.
func TestLoginsEndNoOtherSession(t *testing.T) {
	file, alice := tokenOf(t)
	printed, _ := command(t, t.TempDir(), "", "token", "--file", file, "bob")
	bob := regexp.MustCompile(`scilit_\w+`).FindString(printed)
	g := serving(t, "--index", corpus, "--token-file", file)
	login := func(token string) string {
		answer, _, err := g.ask("POST", "/login", url.Values{"token": {token}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		if err != nil {
			return ""
		}
		cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
		return cookie
	}
	hers := login(alice)
	spread(make([]int, 10_440), func(int) { login(bob) })
	answer, body, err := g.ask("GET", "/v1/corpora", "", "Cookie", hers)
	what := held
	if err != nil || answer.StatusCode != 200 {
		what = wrong
	}
	score.add(t, floods, what, fmt.Sprint(body, err))
	g.stop(t)
}

// TestDistinctWordsTakeNoTime checks that a text of 1 MB of distinct words is answered in time.
func TestDistinctWordsTakeNoTime(t *testing.T) {
	g := serving(t, "--index", corpus)
	limit := g.prompt()
	var words strings.Builder
	for i := 0; words.Len() < 1<<20; i++ {
		fmt.Fprintf(&words, "w%dx ", i)
	}
	for _, field := range []string{"text", "keywords", "named"} {
		begun, what := time.Now(), held
		answer, body, err := g.ask("POST", "/v1/suggest", fmt.Sprintf(`{"limit":3,%q:%q}`, field, words.String()))
		if err != nil || answer.StatusCode >= 500 || time.Since(begun) > limit {
			what = wrong
		}
		score.add(t, floods, what, fmt.Sprint(field, " ", time.Since(begun), " ", head(body), err))
	}
	g.stop(t)
}
