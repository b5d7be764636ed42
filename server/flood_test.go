package server_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// A countingBody counts the bytes that the server reads.
type countingBody struct {
	io.Reader
	read int
}

func (b *countingBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.read += n
	return n, err
}

func TestRoutesWithoutATokenReadNoBody(t *testing.T) {
	path, _, _ := tokenFile(t, "")
	s, _ := newServer(t, server.Options{Engines: real(t), TokenFile: path})
	for _, test := range []struct {
		method, path string
		most, status int
	}{
		{"POST", "/v1/none", 0, 404}, {"POST", "/logout", 0, 303}, {"GET", "/healthz", 0, 200}, {"GET", "/login", 0, 200},
		{"GET", "/v1/openapi.json", 0, 200}, {"POST", "/v1/suggest", 0, 401}, {"POST", "/login", 16 << 10, 413},
	} {
		body := &countingBody{Reader: strings.NewReader("token=" + strings.Repeat("a", 4<<20))}
		r := httptest.NewRequest(test.method, test.path, body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if body.read > test.most || w.Code != test.status {
			t.Errorf("%s %s: %d bytes read, status %d", test.method, test.path, body.read, w.Code)
		}
	}
}

// A stalledBody signals when all of it has been read, and then blocks until the test releases it.
type stalledBody struct {
	rest         int
	ended, letGo chan struct{}
}

func (b *stalledBody) Read(p []byte) (int, error) {
	if b.rest == 0 {
		close(b.ended)
		<-b.letGo
		return 0, io.EOF
	}
	n := min(len(p), b.rest)
	b.rest -= n
	return n, nil
}

func TestBodiesInMemoryAreBounded(t *testing.T) {
	s, _ := newServer(t, server.Options{Engines: real(t)})
	const size, all = 4 << 20, 20
	refused, answers, letGo := 0, make(chan int, all), make(chan struct{})
	for range all {
		body := &stalledBody{size, make(chan struct{}), letGo}
		go func() {
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/v1/suggest", body))
			answers <- w.Code
		}()
		select {
		case <-body.ended:
		case status := <-answers:
			if refused++; status != 503 {
				t.Errorf("status %d", status)
			}
		}
	}
	if refused != all-(64<<20)/size {
		t.Errorf("%d of %d bodies were refused", refused, all)
	}
	close(letGo)
	for range all - refused {
		<-answers
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/v1/suggest", strings.NewReader("{}")))
	if w.Code != 415 {
		t.Errorf("after the flood: %d", w.Code)
	}
}

// Many slow searches with one token leave a slot for other tokens.
func TestSlowSearchesOfOneTokenDelayNoOthers(t *testing.T) {
	slow := newSlowCorpus()
	path, alice, bob := tokenFile(t, "concurrent=8")
	d := open(t, server.Options{Engines: over(t, slow), TokenFile: path, Searches: 2, Patience: time.Hour})
	answers := many(t, d, 8, "Authorization", "Bearer "+bob)
	for !strings.Contains(d.ask(t, "GET", "/metrics", "", "Authorization", "Bearer "+alice).body, "scilit_searches_waiting 7") {
		if len(slow.begun) > 1 {
			t.Fatal("one token has all slots")
		}
		time.Sleep(100 * time.Millisecond) // wait until alice's rate limit permits another request
	}
	others := many(t, d, 1, "Authorization", "Bearer "+alice)
	for range 2 {
		<-slow.begun
	}
	close(slow.letGo)
	for _, replies := range []<-chan reply{others, answers} {
		for got := range replies {
			if got.StatusCode != 200 {
				t.Errorf("%d %s", got.StatusCode, got.body)
			}
		}
	}
}

func TestAMegabyteOfDistinctWordsIsAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector, the deadline would be too short for a slow machine")
	}
	var words strings.Builder
	for i := 0; words.Len() < 900<<10; i++ {
		words.WriteString(" w" + string(rune('a'+i%26)) + strings.Repeat("x", i%7) + time.Duration(i).String())
	}
	d := open(t, asked(t))
	for _, test := range [][2]string{
		{"/v1/suggest", `{"text":"%"}`}, {"/v1/suggest", `{"text":"Iron.","title":"%"}`}, {"/v1/suggest", `{"text":"Iron.","keywords":"%"}`},
		{"/v1/suggest", `{"named":"%"}`}, {"/v1/explain", `{"paper":"` + anyPaper(t, d) + `","corpus":"biomed","text":"%"}`},
		{"/v1/draft", `{"paper":"` + anyPaper(t, d) + `","corpus":"biomed","text":"%","keywords":"%"}`}, {"/v1/related", `{"topics":["iron","%"],"text":"%"}`},
		{"/v1/ask", `{"question":"%"}`}, {"/v1/ask", `{"question":"Which iron?","claim":"%","about":"%","history":[{"question":"%","answer":"%"}]}`},
	} {
		got := d.ask(t, "POST", test[0], strings.ReplaceAll(test[1], "%", words.String()))
		if got.StatusCode >= 500 { // the server's deadline ends requests that try to process the whole text
			t.Errorf("%s %.20s: %d: %.200s", test[0], test[1], got.StatusCode, got.body)
		}
	}
}

func TestOnlyNavigationComesFromAnotherSite(t *testing.T) {
	d := open(t, server.Options{Engines: real(t), Page: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "the page") })})
	for _, test := range []struct {
		site, mode, dest, purpose string
		status                    int
	}{
		{"cross-site", "no-cors", "image", "", 403}, {"cross-site", "no-cors", "script", "", 403}, {"cross-site", "cors", "empty", "", 403},
		{"cross-site", "navigate", "iframe", "", 403}, {"cross-site", "navigate", "embed", "", 403}, {"cross-site", "", "", "", 403},
		{"same-site", "no-cors", "image", "", 403}, {"cross-site", "navigate", "document", "prefetch;prerender", 403},
		{"cross-site", "navigate", "document", "", 200}, {"same-site", "navigate", "document", "", 200},
		{"same-origin", "no-cors", "image", "", 200}, {"none", "navigate", "document", "", 200}, {"", "", "", "", 200},
	} {
		for _, path := range []string{"/?text=Patient+Maria", "/v1/corpora"} {
			got := d.ask(t, "GET", path, "", "Sec-Fetch-Site", test.site, "Sec-Fetch-Mode", test.mode, "Sec-Fetch-Dest", test.dest, "Sec-Purpose", test.purpose)
			if got.StatusCode != test.status {
				t.Errorf("%s %+v: %d", path, test, got.StatusCode)
			}
		}
	}
}

// Logging in many times with one token does not end the sessions of another token.
func TestLoginsOfOneTokenEndItsOwnSessions(t *testing.T) {
	path, alice, bob := tokenFile(t, "")
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "the page") })
	s, _ := newServer(t, server.Options{Engines: real(t), TokenFile: path, Page: page})
	login := func(token string) (cookie string) {
		r := httptest.NewRequest("POST", "/login", strings.NewReader(url.Values{"token": {token}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		cookie, _, _ = strings.Cut(w.Header().Get("Set-Cookie"), ";")
		return cookie
	}
	status := func(cookie string) int {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	hers, first := login(alice), login(bob)
	var last string
	for range 10_440 {
		last = login(bob)
	}
	if a, b, c := status(hers), status(first), status(last); a != 200 || b != 401 || c != 200 {
		t.Errorf("alice's session %d, bob's first %d, bob's last %d", a, b, c)
	}
}

func TestAServerIsNotReadyWhileEachSearchFails(t *testing.T) {
	broken := brokenCorpus{memory.New("m:1", "few", retrievertest.Papers()...)}
	d := open(t, server.Options{Engines: over(t, broken)})
	if got := d.ask(t, "GET", "/readyz", ""); got.StatusCode != 503 || strings.Contains(got.body, "secret") {
		t.Errorf("before the first search: %d %s", got.StatusCode, got.body)
	}
	d.ask(t, "POST", "/v1/suggest", ironQuestion)
	if got := d.ask(t, "GET", "/readyz", ""); got.StatusCode != 503 {
		t.Errorf("after a failed search: %d %s", got.StatusCode, got.body)
	}
	d = open(t, server.Options{Engines: over(t, memory.New("m:1", "few", retrievertest.Papers()...), broken)})
	if got := d.ask(t, "GET", "/readyz", ""); got.StatusCode != 200 {
		t.Errorf("with one good corpus: %d %s", got.StatusCode, got.body)
	}
}

func TestABrokenTokenFileIsInTheMetrics(t *testing.T) {
	path, alice, _ := tokenFile(t, "")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	for content, stale := range map[string]string{"alice\n": "1", server.Line("alice", alice) + "\n": "0"} {
		write(t, path, content)
		_ = d.server.Reload(t.Context())
		want := `scilit_stale_file{file="tokens"} ` + stale
		if got := d.ask(t, "GET", "/metrics", "", "Authorization", "Bearer "+alice); !strings.Contains(got.body, want) {
			t.Errorf("%q: no %s", content, want)
		}
	}
}
