package llm

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// endless sends text until the client disconnects, and records its length.
func endless(contentType, text string, wrote *int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		block := strings.Repeat(text, 1+(64<<10)/len(text))
		for *wrote < 10<<30 {
			n, err := io.WriteString(w, block)
			if *wrote += n; err != nil {
				return
			}
		}
	}
}

func TestAHostThatNeverEndsIsLeft(t *testing.T) {
	event := `data: {"choices":[{"delta":{"content":"word "}}]}` + "\n\n"
	for name, tt := range map[string]struct{ contentType, text string }{
		"events": {sse, event}, "one line": {sse, "data: aaaa"}, "comments": {sse, ": wait\n\n"}, "lines of one event": {sse, "data: a\n"},
		"blank lines": {sse, "\n"}, "a document": {"application/json", `{"choices":[` + "\n"}, "figures": {sse, "data: {}\n\n"},
		"thoughts": {sse, `data: {"choices":[{"delta":{"reasoning_content":"hm "}}]}` + "\n\n"},
	} {
		if testing.Short() && name != "events" && name != "a document" { // each is read by a single goroutine
			continue
		}
		t.Run(name, func(t *testing.T) {
			wrote := 0
			server := httptest.NewServer(endless(tt.contentType, tt.text, &wrote))
			_, err := open(t, Options{URL: server.URL}).Ask(t.Context(), hello, nil)
			server.Close()
			if KindOf(err) != Malformed || wrote > 64<<20 {
				t.Errorf("%v after %d MB", err, wrote>>20)
			}
		})
	}
	wrote := 0
	server := httptest.NewServer(endless("application/json", `{"data":[`, &wrote))
	defer server.Close()
	if _, err := open(t, Options{URL: server.URL}).Models(t.Context()); KindOf(err) != Malformed {
		t.Error(err)
	}
}

func TestRepliesThatAreNoAnswer(t *testing.T) {
	chunk := func(inner string) string { return "data: " + inner + "\n\ndata: [DONE]\n\n" }
	tests := []struct {
		name        string
		status      int
		contentType string
		body        string
		kind        Kind
		says        string
	}{
		{"a page", 200, "text/html", "<html>Log in</html>", Malformed, "it is a web page"},
		{"a page that fails", 502, "text/html", "<html><h1>Bad gateway</h1></html>", Unreachable, "HTTP 502): start it"},
		{"nothing", 200, sse, "", Malformed, "is incomplete"},
		{"no stream", 200, "text/plain", `{"choices":[]}`, Malformed, "is incomplete"},
		{"no end", 200, sse, `data: {"choices":[{"delta":{"content":"One"}}]}` + "\n\n", Malformed, "is incomplete"},
		{"no JSON", 200, sse, chunk("One\x1b[31m\u202e"), Malformed, "it is not JSON: One[31m"},
		{"an empty answer", 200, sse, stream("stop", " ", "\x1b"), Malformed, "empty"},
		{"only thoughts", 200, sse, stream("stop", "<think>Hm"), Malformed, "empty"},
		{"too long an answer", 200, sse, stream("stop", strings.Repeat("a", 200<<10), strings.Repeat("b", 200<<10)), Malformed, "is too long"},
		{"filtered", 200, sse, stream("content_filter", "One"), Refused, "refused"},
		{"an error inside", 200, sse, chunk(`{"error":{"message":"out of memory"}}`), Unreachable, "out of memory"},
		{"another error inside", 200, sse, chunk(`{"error":"model \"x\" not found"}`), NoModel, `has no model "m"`},
		{"other types", 200, sse, chunk(`{"choices":{"a":1}}`), Malformed, "it is not JSON"},
		{"a redirect", 307, "", "", Malformed, "redirects"},
		{"no key", 401, "application/json", `{"error":{"message":"Incorrect API key"}}`, KeyRefused, "check llm.keyEnv or llm.keyCommand"},
		{"another key", 403, "", "no", KeyRefused, "llm.keyEnv"},
		{"no path", 404, "text/plain", "404 page not found", NoModel, "llm.url"},
		{"no model", 400, "application/json", `{"error":{"message":"The model x does not exist","code":"model_not_found"}}`, NoModel, "scilit-lsp llm check"},
		{"too long", 400, "application/json", `{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}`, TooLong, "8192"},
		{"too long, by the old server", 500, "application/json", `{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size"}}`, TooLong, "set llm.context"},
		{"too large", 413, "", "", TooLong, "llm.context"},
		{"an odd request", 422, "application/json", `{"detail":[{"msg":"field required"}]}`, Refused, "field required"},
		{"a teapot", 418, "", "", Refused, "HTTP 418"},
		{"a failure", 500, "application/json", `{"error":{"message":"CUDA error"}}`, Unreachable, "CUDA error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, err := open(t, Options{URL: replying(t, tt.status, tt.contentType, tt.body).URL, Model: "m"}).Ask(t.Context(), hello, nil)
			if KindOf(err) != tt.kind || answer.Text != "" || err == nil || !strings.Contains(err.Error(), tt.says) || strings.ContainsAny(err.Error(), "\x1b\u202e\n") {
				t.Errorf("%+v, %v", answer, err)
			}
		})
	}
}

func TestAPackedReplyIsNotUnpacked(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine packs and reads 100 MB")
	}
	var bomb bytes.Buffer
	packer := gzip.NewWriter(&bomb)
	for range 100 {
		_, _ = packer.Write(make([]byte, 1<<20))
	}
	packer.Close()
	h := newHost(t, func(w http.ResponseWriter, _ sent, _ int) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	if _, err := open(t, Options{URL: h.URL}).Ask(t.Context(), hello, nil); KindOf(err) != Malformed || !strings.Contains(err.Error(), "compressed") {
		t.Error(err)
	}
}

func TestARedirectGetsNeitherTextNorKey(t *testing.T) {
	other := replying(t, 200, sse, stream("stop", "Thanks."))
	h := newHost(t, func(w http.ResponseWriter, _ sent, _ int) {
		w.Header().Set("Location", other.URL+"/v1/chat/completions")
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	key := func(context.Context) (string, error) { return "sk-0123456789", nil }
	if _, err := open(t, Options{URL: h.URL, Key: key}).Ask(t.Context(), hello, nil); err == nil || len(other.sent) > 0 {
		t.Errorf("%v, the other host got %+v", err, other.sent)
	}
}

// echo contains handlers that return the request's key in different parts of the response.
var echo = map[string]func(w http.ResponseWriter, key string){
	"an error": func(w http.ResponseWriter, key string) { fail(w, 400, `{"error":{"message":"bad header `+key+`"}}`) },
	"a refusal": func(w http.ResponseWriter, key string) {
		fail(w, 401, `{"error":"Incorrect API key provided: `+key+`"}`)
	},
	"a part of it":    func(w http.ResponseWriter, key string) { fail(w, 500, `{"error":"key `+key[3:12]+`*** is unknown"}`) },
	"plain text":      func(w http.ResponseWriter, key string) { fail(w, 500, "Authorization: Bearer "+key) },
	"no JSON":         func(w http.ResponseWriter, key string) { succeed(w, "data: "+key+"\n\n") },
	"an error inside": func(w http.ResponseWriter, key string) { succeed(w, `data: {"error":"`+key+`"}`+"\n\n") },
	"the answer":      func(w http.ResponseWriter, key string) { succeed(w, stream("stop", key[:8], key[8:])) },
	"a status line":   func(w http.ResponseWriter, key string) { hijacked(w, "HTTP/1.1 2"+key+" OK\r\n\r\n") },
	"a broken header": func(w http.ResponseWriter, key string) { hijacked(w, "HTTP/1.1 200 OK\r\n"+key+"\r\n\r\n") },
	"an unasked reply": func(w http.ResponseWriter, key string) {
		hijacked(w, "HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n"+key)
	},
}

func fail(w http.ResponseWriter, status int, body string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func succeed(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", sse)
	_, _ = io.WriteString(w, body)
}

func hijacked(w http.ResponseWriter, bytes string) {
	conn, out, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = out.WriteString(bytes)
	_ = out.Flush()
	_ = conn.Close()
}

func TestAKeyComesOutOfNoErrorAndNoLog(t *testing.T) {
	const key = "sk-proj-Zq81mVt0rXw7"
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(io.Discard)
	for name, answer := range echo {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, func(w http.ResponseWriter, asked sent, _ int) {
				answer(w, strings.TrimPrefix(asked.header.Get("Authorization"), "Bearer "))
			})
			c := open(t, Options{URL: h.URL, Key: func(context.Context) (string, error) { return key, nil }})
			answer, err := c.Ask(t.Context(), hello, nil)
			if err == nil || len(h.sent) == 0 || h.sent[0].header.Get("Authorization") != "Bearer "+key {
				t.Fatalf("%v: %+v", err, h.sent)
			}
			said := fmt.Sprintf("%v %+v %#v %+v", err, errors.Unwrap(err), err, answer)
			for i := range len(key) - shortest {
				if part := key[i : i+shortest]; strings.Contains(said, part) || strings.Contains(logged.String(), part) {
					t.Fatalf("%s, logged %s", said, logged.String())
				}
			}
		})
	}
	unread := open(t, Options{URL: "http://localhost:1", Key: func(context.Context) (string, error) { return "", errors.New("pass: not found") }})
	if _, err := unread.Ask(t.Context(), hello, nil); KindOf(err) != NoKey || !strings.Contains(err.Error(), "pass: not found") {
		t.Error(err)
	}
}

func TestABusyHostIsAskedAgainWhenItSays(t *testing.T) {
	h := newHost(t, func(w http.ResponseWriter, _ sent, n int) {
		if n == 1 {
			w.Header().Set("Retry-After", "0")
			fail(w, 429, "")
			return
		}
		w.Header().Set("Retry-After", "3600")
		fail(w, 503, "")
	})
	_, err := open(t, Options{URL: h.URL}).Ask(t.Context(), hello, nil)
	var e *Error
	if !errors.As(err, &e) || e.Kind != Busy || e.After != time.Hour || len(h.sent) != 2 || !strings.Contains(err.Error(), "try again in 1h0m0s") {
		t.Errorf("%v after %d requests", err, len(h.sent))
	}
}

func TestAHostThatIsNotThere(t *testing.T) {
	h := httptest.NewServer(http.NotFoundHandler())
	h.Close()
	if _, err := open(t, Options{URL: h.URL}).Ask(t.Context(), hello, nil); KindOf(err) != Unreachable || !strings.Contains(err.Error(), "start it, or correct llm.url") {
		t.Error(err)
	}
}

// TestAHostThatIsLate does not depend on the clock: the host waits until the request ends, so it always
// exceeds the time limits.
func TestAHostThatIsLate(t *testing.T) {
	waits := func(before string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			succeed(w, before)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	word := `data: {"choices":[{"delta":{"content":"One"}}]}` + "\n\n"
	for name, tt := range map[string]struct {
		before string
		o      Options
		says   string
	}{
		"no word":        {": thinking\n\n", Options{FirstToken: time.Millisecond}, "llm.firstTokenTimeout"},
		"no end":         {word, Options{Total: 200 * time.Millisecond}, "llm.timeout"},
		"nothing at all": {"", Options{Total: time.Millisecond}, "llm.timeout"},
	} {
		tt.o.URL = waits(tt.before)
		if _, err := open(t, tt.o).Ask(t.Context(), hello, nil); KindOf(err) != Late || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNamesOfModelsAreClean(t *testing.T) {
	h := replying(t, 200, "application/json", `{"data":[{"id":"b\u001b[31m"},{"id":"a"},{"id":"a"},{"id":""},{"id":"`+strings.Repeat("x", 500)+`"},{}]}`)
	names, err := open(t, Options{URL: h.URL}).Models(t.Context())
	if diff := cmp.Diff([]string{"a", "b[31m"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Of two concurrent requests, the first waits for the user and the second for the first.
func TestTheUserIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := open(t, Options{URL: "https://models.example", Approve: func(context.Context, Request) error {
			time.Sleep(time.Minute)
			asked++
			return nil
		}})
		var waiting sync.WaitGroup
		for range 2 {
			waiting.Go(func() { _ = c.approve(t.Context(), Request{}) })
		}
		synctest.Wait()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := c.approve(gone, Request{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		waiting.Wait()
		if asked != 1 || !c.approved {
			t.Errorf("asked %d times", asked)
		}
	})
}
