//go:build attack

package attack

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A group is a running `scilit-lsp serve`.
type group struct {
	url    string
	cmd    *exec.Cmd
	log    *output
	client *http.Client
}

func serving(t *testing.T, args ...string) *group {
	t.Helper()
	home := t.TempDir()
	g := &group{cmd: exec.Command(program, append([]string{"serve", "--engine", "plain", "--listen", "127.0.0.1:0"}, args...)...), log: new(output)}
	g.cmd.Dir, g.cmd.Env, g.cmd.Stderr = home, cleanEnv(home), g.log
	out, err := g.cmd.StdoutPipe()
	if err == nil {
		err = g.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, g.log)
	}
	g.url = strings.TrimSpace(strings.TrimPrefix(line, "serving at "))
	g.client = &http.Client{Timeout: deadline, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: &http.Transport{DisableKeepAlives: true}}
	return g
}

// ask sends a request and returns the response with its body. headers are names and values in turn.
func (g *group) ask(method, path, body string, headers ...string) (*http.Response, string, error) {
	r, err := http.NewRequest(method, g.url, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	r.URL.Opaque = path // sent unescaped
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := g.client.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	return answer, string(raw), err
}

// stop checks that the server is healthy and shuts down gracefully after the attacks.
func (g *group) stop(t *testing.T) {
	t.Helper()
	what := held
	if answer, body, err := g.ask("GET", "/healthz", ""); err != nil || answer.StatusCode != 200 || body != "ok\n" {
		what = hung
	}
	g.cmd.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- g.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil || isCrash(g.log.String()) || strings.Contains(g.log.String(), "panic=") {
			what = crashed
		}
		if usage, ok := g.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && int(usage.Maxrss)<<10 > maxPeak {
			what = wrong
		}
	case <-time.After(deadline):
		what = hung
	}
	score.add(t, "requests of hostile clients", what, "the end of the server: "+g.log.String())
}

// A guest is a hostile HTTP request with the acceptable statuses.
type guest struct {
	method, path, body string
	headers            []string
	statuses           []int
}

const (
	suggestion = `{"text":"Iron in rice.","limit":3}`
	evil       = "http://evil.example"
)

func guests() (all []guest) {
	refused := []int{400, 404, 307, 301, 421}
	for _, path := range []string{"/../../etc/passwd", "/assets/../../../etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/v1/corpora/../../etc/info", "/v1/corpora/..%2f..%2fetc%2fpasswd/info", "/v1/corpora/demo/export/..%2f..%2fx/CURRENT", "/paper/..%2f..%2fetc/passwd", "/paper/demo/..%2f..%2f..%2fetc%2fpasswd", "/v1/papers/demo/%00", "/v1/papers/%2fetc/passwd", "//evil.example/", "/%5c%5cevil.example", "/v1/corpora/" + strings.Repeat("a/", 2000), "/v1/papers/demo/" + strings.Repeat("%61", 4000), "/export?format=..%2f..%2fetc&paper=a/b"} {
		all = append(all, guest{"GET", path, "", nil, refused})
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/json-seq", "application/xml", "text/html", "application/json; charset", strings.Repeat("a", 8000)} {
		all = append(all, guest{"POST", "/v1/suggest", suggestion, []string{"Content-Type", kind}, []int{415}})
	}
	for _, body := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), `{"text":` + strings.Repeat("[", 1<<19), `{"text":"a","limit":1e400}`, `{"text":"a","limit":-9223372036854775809}`, `{"text":"\ud800"}`, "\ufeff{}", "\x1f\x8b\x08\x00", `{"corpora":["` + strings.Repeat("a", 1<<20) + `"],"text":"a"}`, `{"text":"a","corpora":[` + strings.Repeat(`"x",`, 1000) + `"x"]}`, `{"__proto__":{},"text":"a"}`} {
		all = append(all, guest{"POST", "/v1/suggest", body, nil, []int{400, 404}})
	}
	for _, from := range [][]string{{"Origin", evil}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site", "Origin", "http://127.0.0.1:1"}, {"Origin", "http://localhost.evil.example"}} {
		for _, path := range []string{"/v1/suggest", "/", "/ask", "/related", "/v1/ask"} {
			all = append(all, guest{"POST", path, suggestion, from, []int{403}})
		}
	}
	for _, dest := range []string{"image", "script", "iframe", "empty"} {
		for _, path := range []string{"/?text=Patient+Maria+Kowalczyk", "/paper/demo/x", "/v1/corpora", "/related?keywords=a"} {
			all = append(all, guest{"GET", path, "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", dest}, []int{403}})
		}
	}
	for _, host := range []string{"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.1@evil.example", "evil.example:8391", "0.0.0.0", "10.0.0.1", "[::ffff:10.0.0.1]", "2130706433", "localhost.", "127.1"} {
		for _, path := range []string{"/", "/v1/corpora", "/metrics", "/healthz", "/assets/page.js", "/v1/openapi.json"} {
			all = append(all, guest{"GET", path, "", []string{"Host", host, "X-Forwarded-Host", "localhost", "Forwarded", "host=localhost"}, []int{400, 421}})
		}
	}
	for _, method := range []string{"PUT", "DELETE", "TRACE", "PROPFIND", "PATCH", "OPTIONS", "X"} {
		for _, path := range []string{"/v1/suggest", "/", "/ask", "/v1/corpora", "/metrics"} {
			all = append(all, guest{method, path, "", nil, []int{405, 403}})
		}
	}
	return all
}

// TestGuestsAreRefused checks the status of each hostile request.
func TestGuestsAreRefused(t *testing.T) {
	g := serving(t, "--index", corpus)
	spread(guests(), func(a guest) {
		answer, body, err := g.ask(a.method, a.path, a.body, a.headers...)
		what, detail := held, fmt.Sprintf("%s %.80s %q: ", a.method, a.path, a.headers)
		switch {
		case err != nil && a.method == "CONNECT":
		case err != nil:
			what, detail = hung, detail+err.Error()
		case !slices.Contains(a.statuses, answer.StatusCode), strings.Contains(body, "root:"), strings.Contains(answer.Header.Get("Location"), "evil"):
			what, detail = wrong, detail+answer.Status+" "+answer.Header.Get("Location")+" "+head(body)
		}
		score.add(t, "requests of hostile clients", what, detail)
	})
	for _, sent := range broken() {
		score.add(t, "requests of hostile clients", g.sendRaw(sent), head(sent))
	}
	slow(t, g)
	g.stop(t)
}

// broken returns malformed requests and attempts at request smuggling.
func broken() []string {
	post := "POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	return []string{
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 4<<20) + "\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X: y\r\n", 100_000) + "\r\n",
		"GET /" + strings.Repeat("a", 4<<20) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
		post + "Content-Length: 5\r\nContent-Length: 50\r\n\r\n{}", post + "Content-Length: -1\r\n\r\n{}", post + "Content-Length: 99999999999999999999\r\n\r\n{}",
		post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n",
		post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
		post + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("ffff\r\n"+strings.Repeat("a", 0xffff)+"\r\n", 200),
		"GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n X: folded\r\n\r\n", "GET / HTTP/1.1\nHost: evil.example\n\n",
		"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: localhost\x00evil\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n\x00\x00",
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "\x00\x00\x00\x00", "GET / HTTP/0.9\r\n\r\n", strings.Repeat("\r\n", 1<<20), "G", "",
	}
}

// sendRaw writes bytes to a connection and reads to its end. A response with papers is wrong.
func (g *group) sendRaw(sent string) outcome {
	c, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
	if err != nil {
		return crashed
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(deadline))
	go func() {
		io.WriteString(c, sent)
		c.(*net.TCPConn).CloseWrite()
	}()
	got, err := io.ReadAll(c)
	switch {
	case os.IsTimeout(err):
		return hung
	case bytes.Contains(got, []byte("go_goroutines")), bytes.Contains(got, []byte(`"papers"`)):
		return wrong
	}
	return held
}

// slow opens 300 connections that send slowly or read nothing, and checks that other requests are
// answered.
func slow(t *testing.T, g *group) {
	var wait sync.WaitGroup
	done := make(chan struct{})
	for i := range 300 {
		wait.Go(func() {
			c, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
			if err != nil {
				return
			}
			defer c.Close()
			io.WriteString(c, []string{"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{", strings.Repeat("GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 200)}[i%3])
			for {
				select {
				case <-done:
					return
				case <-time.After(300 * time.Millisecond):
					c.Write([]byte("a"))
				}
			}
		})
	}
	for range 10 {
		what, detail := held, "a search beside slow clients"
		answer, body, err := g.ask("POST", "/v1/suggest", suggestion)
		if err != nil {
			what, detail = hung, err.Error()
		} else if answer.StatusCode != 200 {
			what, detail = wrong, body
		}
		score.add(t, "requests of hostile clients", what, detail)
	}
	close(done)
	wait.Wait()
}

// TestRequestsInOneGoAreAnsweredInOrder sends pipelined requests and checks the responses.
func TestRequestsInOneGoAreAnsweredInOrder(t *testing.T) {
	g := serving(t, "--index", corpus)
	c, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(deadline))
	const n = 1000
	go func() {
		for i := range n {
			fmt.Fprintf(c, "GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: number-%d\r\n\r\n", i)
		}
	}()
	in, what, detail := bufio.NewReader(c), held, ""
	for i := range n {
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			what, detail = hung, err.Error()
			break
		}
		io.Copy(io.Discard, answer.Body)
		if got := answer.Header.Get("X-Request-Id"); got != fmt.Sprint("number-", i) || answer.StatusCode != 404 {
			what, detail = wrong, fmt.Sprint(i, ": ", got, " ", answer.Status)
		}
	}
	score.add(t, "requests of hostile clients", what, detail)
	g.stop(t)
}

// TestTokensAreNotGuessed checks that thousands of wrong tokens are rejected and do not lock out a
// valid one.
func TestTokensAreNotGuessed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	printed, result := command(t, t.TempDir(), "", "token", "--file", file, "alice")
	token := regexp.MustCompile(`scilit_\w+`).FindString(printed)
	if result.code != 0 || token == "" {
		t.Fatal(printed)
	}
	g := serving(t, "--index", corpus, "--token-file", file)
	var tries []string
	for i := range 2000 {
		tries = append(tries, []string{fmt.Sprint("scilit_", i), token[:len(token)-1], token + "x", strings.ToLower(token), strings.Repeat("a", 8000), "", "\u200b" + token}[i%7])
	}
	slowed := 0
	var mu sync.Mutex
	spread(tries, func(guess string) {
		answer, body, err := g.ask("GET", "/v1/corpora", "", "Authorization", "Bearer "+guess)
		what, detail := held, ""
		switch {
		case err != nil:
			what, detail = hung, err.Error()
		case answer.StatusCode == 429:
			mu.Lock()
			slowed++
			mu.Unlock()
		case answer.StatusCode != 401:
			what, detail = wrong, answer.Status+body
		}
		score.add(t, "guessed tokens", what, detail)
	})
	answer, body, err := g.ask("GET", "/v1/corpora", "", "Authorization", "Bearer "+token)
	if err != nil || answer.StatusCode != 200 || slowed < len(tries)/2 || strings.Contains(g.log.String(), token) {
		score.add(t, "guessed tokens", wrong, fmt.Sprint(err, body, slowed))
	}
	for _, session := range []string{"", "x", token, strings.Repeat("a", 4000)} {
		answer, body, err := g.ask("GET", "/v1/corpora", "", "Cookie", "scilit="+session)
		what := held
		if err != nil || answer.StatusCode != 401 {
			what = wrong
		}
		score.add(t, "guessed tokens", what, body)
	}
	g.stop(t)
}
