//go:build attack

package attack

import (
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Texts that must be escaped on terminals and web pages, and a token that no other host may
// receive.
const (
	escapes     = "\x1b]0;owned\x07\x1b[31m\u009b2J\u202e"
	markup      = `<script>alert(1)</script><img src=x onerror=alert(1)>![x](http://evil.example/x)`
	remoteToken = "scilit_ATTACKEDTOKEN"
)

// A hostileServer is a remote index server whose replies are sound except for one hostile endpoint.
type hostileServer struct {
	name   string
	at     string // suffix of the hostile endpoint's path; "" matches all
	answer http.HandlerFunc
}

// respond returns a handler that replies with a status and a formatted body.
func respond(status int, format string, args ...any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		fmt.Fprintf(w, format, args...)
	}
}

// endless returns a handler that writes begin, then piece after each pause, until the client
// disconnects.
func endless(begin, piece string, pause time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, begin)
		for {
			if _, err := io.WriteString(w, piece); err != nil {
				return
			}
			if pause > 0 {
				http.NewResponseController(w).Flush()
				time.Sleep(pause)
			}
		}
	}
}

// bomb replies with a few megabytes of gzip data that expand to 4 GiB.
func bomb(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	packed := gzip.NewWriter(w)
	packed.Write([]byte(`[{"id":"`))
	zeros := make([]byte, 1<<20)
	for range 4 << 10 {
		if _, err := packed.Write(zeros); err != nil {
			return
		}
	}
}

// raw returns a handler that writes parts to the bare connection, so that they can violate HTTP,
// and closes it.
func raw(parts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		for _, part := range parts {
			io.WriteString(c, part)
		}
	}
}

const rawHead = "HTTP/1.1 200 OK\r\nScilit-Api: 1\r\nContent-Type: application/json\r\n"

// headers returns a handler that replies with an empty list and the given header fields, as names
// and values in turn.
func headers(status int, pairs ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(pairs); i += 2 {
			w.Header().Set(pairs[i], pairs[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, "[]")
	}
}

func candidate(id, title, scores string) string {
	return fmt.Sprintf(`{"Paper":{"ID":%q,"Title":%q,"Abstract":%q,"Authors":[{"Family":%[2]q}],"Year":2020},%s}`, id, title, title+" iron rice salt.", scores)
}

func found(candidates ...string) http.HandlerFunc {
	return respond(200, `{"Matching":-5,"Lexical":true,"Semantic":true,"Notices":[{"code":"x","text":%q}],"Candidates":[%s]}`, escapes, strings.Join(candidates, ","))
}

const whole = `"BM25":.5,"Cosine":.5`

// hostileServers returns all hostile servers. Redirects and IDs point to canary, which no client may
// contact.
func hostileServers(canary string) []hostileServer {
	all := []hostileServer{
		{"an endless body", "", endless(`[{"id":"`, strings.Repeat("a", 1<<16), 0)},
		{"an endless list", "", endless(`[`, strings.Repeat(`{"id":"x","name":"y"},`, 1000), 0)},
		{"a packed bomb", "", bomb},
		{"a byte now and then", "", endless(`[`, " ", 200*time.Millisecond)},
		{"nothing at all", "/search", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		{"a cut reply", "/search", raw(rawHead+"Content-Length: 100000\r\n\r\n", `{"Candidates":[`)},
		{"a cut chunk", "/search", raw(rawHead+"Transfer-Encoding: chunked\r\n\r\n", "ffff\r\n{")},
		{"a chunk of a wrong length", "", raw(rawHead+"Transfer-Encoding: chunked\r\n\r\n", "-1\r\n{}\r\n0\r\n\r\n")},
		{"a huge header", "", raw("HTTP/1.1 200 OK\r\nX: ", strings.Repeat("a", 20<<20), "\r\n\r\n[]")},
		{"early hints without end", "", raw(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n", 100_000))},
		{"a second reply, unasked", "", raw(rawHead+"Content-Length: 2\r\n\r\n[]", rawHead+"Content-Length: 6\r\n\r\n[\"bad\"")},
		{"another protocol", "", raw("SSH-2.0-x\r\n" + escapes)},
		{"lengths that differ", "", raw(rawHead + "Content-Length: 2\r\nContent-Length: 30\r\n\r\n[]")},
		{"another version", "", headers(200, "Scilit-Api", "999"+escapes)},
		{"no version", "", headers(200, "Scilit-Api", "")},
		{"a page", "", headers(200, "Content-Type", "text/html", "Scilit-Api", "")},
		{"a wait of years", "", headers(503, "Retry-After", "100000000")},
		{"a wait that is no number", "/search", headers(429, "Retry-After", "-1e9")},
		{"nesting without end", "", respond(200, "%s", strings.Repeat("[", 10<<20))},
		{"an object in the place of a list", "", respond(200, `{"a":{"b":null}}`)},
		{"broken characters", "", respond(200, "[{\"id\":\"\xff\xfe\",\"name\":\"\xc0\x80\"}]")},
		{"escapes in an error", "/search", respond(500, `{"error":{"code":"x","message":%q}}`, escapes+markup)},
		{"escapes in a body that is no JSON", "/search", respond(400, "%s", escapes)},
		{"the token, sent back", "/search", func(w http.ResponseWriter, r *http.Request) {
			respond(400, `{"error":{"message":%q}}`, r.Header.Get("Authorization"))(w, r)
		}},
		{"a token that it does not know", "", respond(401, `{"error":{"message":"give it as %s"}}`, escapes)},
		{"a hundred thousand corpora", "/corpora", respond(200, "[%s]", strings.Repeat(`{"id":"a"},`, 100_000)+`{"id":"b"}`)},
		{"sixty corpora", "/corpora", respond(200, "[%s]", sixty())},
		{"IDs that look like paths", "/corpora", respond(200, `[{"id":"../../../etc/passwd"},{"id":".."},{"id":"."},{"id":"%%2e%%2e%%2fv1"},{"id":"a?b#c"},{"id":"//%s/x"},{"id":"@%[1]s/"}]`, strings.TrimPrefix(canary, "http://"))},
		{"names with escapes", "/corpora", respond(200, `[{"id":"evil","name":%q}]`, escapes+markup)},
		{"one corpus twice", "/corpora", respond(200, `[{"id":"evil"},{"id":"evil"},{"id":""},{"id":null}]`)},
		{"papers without number", "/info", respond(200, `{"ID":"demo","Name":"demo","Papers":9223372036854775807,"FullTexts":-1,"Embedder":%q,"Path":"/etc","Host":"x"}`, escapes)},
		{"escapes and markup in papers", "/search", found(candidate("a", escapes+markup, whole), candidate("b", escapes, whole))},
		{"IDs of papers that look like paths", "/search", found(candidate("../../../etc/passwd", "Iron", whole), candidate("\x00\x1b[31m", "Iron", whole), candidate(strings.Repeat("a", 1<<20), "Iron", whole))},
		{"scores beyond bounds", "/search", found(candidate("a", "Iron", `"BM25":1e308,"Cosine":-1e308,"Views":[1e300]`), candidate("b", "Iron", `"BM25":-1,"Cosine":5,"Views":[1,2,3,4,5,6,7,8,9]`))},
		{"scores that are no numbers", "/search", found(candidate("a", "Iron", `"BM25":NaN,"Cosine":Infinity`))},
		{"scores of more than a double", "/search", found(candidate("a", "Iron", `"BM25":1e999,"Cosine":-1e999`))},
		{"a paper a hundred thousand times", "/search", found(strings.TrimSuffix(strings.Repeat(candidate("a", "Iron", whole)+",", 100_000), ","))},
		{"candidates without papers", "/search", found(`{"Paper":null}`, `null`, `{}`)},
		{"a title of ten megabytes", "/search", found(candidate("a", strings.Repeat("iron ", 2<<20), whole))},
		{"papers that were not asked for", "/papers", respond(200, `[{"ID":"other","Title":"Other","DOI":"10.1000/other"}]`)},
		{"more papers than were asked for", "/papers", respond(200, "[%s{}]", strings.Repeat(`{"ID":"a","Title":"Iron"},`, 10_000))},
		{"no papers", "/papers", respond(200, `null`)},
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{canary + "/x", "//" + strings.TrimPrefix(canary, "http://") + "/x", "/v1/corpora/evil/info", "file:///etc/passwd"} {
			all = append(all, hostileServer{fmt.Sprint("a redirect ", status, " to ", to), "", headers(status, "Location", to)})
		}
	}
	return all
}

func sixty() string {
	var all []string
	for i := range 60 {
		all = append(all, fmt.Sprintf(`{"id":"c%d","name":"c%[1]d","papers":1}`, i))
	}
	return strings.Join(all, ",")
}

// ServeHTTP replies like a server with one corpus, except at the hostile endpoint.
func (e hostileServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Scilit-Api", "1")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.HasSuffix(r.URL.Path, e.at):
		e.answer(w, r)
	case strings.HasSuffix(r.URL.Path, "/corpora"):
		io.WriteString(w, `[{"id":"evil","name":"evil","papers":2}]`)
	case strings.HasSuffix(r.URL.Path, "/info"):
		io.WriteString(w, `{"ID":"evil","Name":"evil","Papers":2}`)
	case strings.HasSuffix(r.URL.Path, "/search"):
		found(candidate("a", "Iron in rice", whole))(w, r)
	default:
		io.WriteString(w, `[{"ID":"a","Title":"Iron in rice"}]`)
	}
}

// A trap is a listener that records connections. Any connection is a failure.
type trap struct {
	url string
	mu  sync.Mutex
	hit []string
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &trap{url: "http://" + listener.Addr().String()}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.mu.Lock()
			c.hit = append(c.hit, "a connection")
			c.mu.Unlock()
			conn.Close()
		}
	}()
	return c
}

func (c *trap) hits() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.hit)
}

// spread calls run for each attack, eight at a time.
func spread[A any](attacks []A, run func(A)) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, a := range attacks {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			run(a)
		})
	}
	wait.Wait()
}

// maxPeak bounds the peak memory of a command that searches a remote index, in bytes.
const maxPeak = 1 << 30

// TestAServerOfIndexesCannotHarm searches a local and a hostile remote index together, and checks
// that the local results are complete.
func TestAServerOfIndexesCannotHarm(t *testing.T) {
	canary := newTrap(t)
	for _, asked := range [][]string{{"query"}, {"ask"}} {
		spread(hostileServers(canary.url), func(e hostileServer) {
			var requests atomic.Int64
			there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				e.ServeHTTP(w, r)
			}))
			defer there.Config.Close() // Close of the Server would wait for endless handlers.
			home := t.TempDir()
			write(t, filepath.Join(home, "config", "scilit-lsp", "scilit.toml"), fmt.Sprintf("[remote]\ntoken_command = { %q = [\"echo\", %q] }\nmanuscript = [%[1]q]\n", there.URL, remoteToken))
			args := append([]string{"env", "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), program}, asked...)
			args = append(args, "--engine", "plain", "--index", corpus, "--index", there.URL)
			if asked[0] == "ask" {
				args = append(args, "Which genes does salt stress change in rice?")
			} else {
				args = append(args, "--keywords", "rice | salt | gene")
			}
			output, result := commandOf(t, home, question, args...)
			what := e.judge(result, output)
			if requests.Load() == 0 {
				what = wrong // the attack did not run
			}
			score.add(t, "tricks of a server of indexes", what, e.name+", "+strings.Join(asked, " ")+": "+head(output))
		})
	}
	if n := canary.hits(); n > 0 {
		score.add(t, "tricks of a server of indexes", wrong, fmt.Sprint("another host was asked ", n, " times"))
	}
}

// judge classifies a search. Any output that has control characters or the token, or lacks the
// local index, is wrong.
func (e hostileServer) judge(result cmdResult, output string) outcome {
	if o := result.outcome(output); o != held {
		return o
	}
	switch {
	case result.code != 0, result.peak > maxPeak, strings.Contains(output, remoteToken):
		return wrong
	case strings.ContainsAny(output, "\x00\x07\x1b\u009b\u202e"):
		return wrong
	case !strings.Contains(result.stdout, "demo"): // the local index
		return wrong
	}
	return held
}

func head(output string) string { return fmt.Sprintf("%.1500q", output) }

// TestAPageShowsWhatIsElsewhereAsText checks that web pages escape the records of a remote index.
func TestAPageShowsWhatIsElsewhereAsText(t *testing.T) {
	for _, e := range hostileServers("http://127.0.0.1:1") {
		if !strings.Contains(e.name, "escapes") && !strings.Contains(e.name, "paths") {
			continue
		}
		there := httptest.NewServer(e)
		g := serving(t, "--index", corpus, "--index", there.URL)
		for _, path := range []string{"/", "/?keywords=rice+%7C+iron", "/?text=Iron+in+rice.", "/ask", "/v1/corpora", "/metrics"} {
			answer, body, err := g.ask("GET", path, "", "Accept", "text/html")
			what := held
			switch {
			case err != nil:
				what = hung
			case answer.StatusCode != 200, strings.Contains(body, "<script>alert"), strings.Contains(body, "<img"), strings.ContainsAny(body, "\x00\x07\x1b"):
				what = wrong
			}
			score.add(t, "strangers' papers on pages", what, e.name+" at "+path+": "+head(body))
		}
		g.stop(t)
		there.Config.Close()
	}
}
