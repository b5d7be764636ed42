package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorded returns the recorded response of a real server.
func recorded(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("llmtest", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A host answers every request with the function answer, and records the requests.
type host struct {
	URL  string
	sent []sent
}

type sent struct {
	path, body string
	header     http.Header
}

func newHost(t *testing.T, answer func(w http.ResponseWriter, asked sent, n int)) *host {
	h := &host{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked := sent{r.URL.Path, string(body), r.Header}
		h.sent = append(h.sent, asked)
		answer(w, asked, len(h.sent))
	}))
	t.Cleanup(server.Close)
	h.URL = server.URL
	return h
}

// replying returns a host that always returns the same status and body.
func replying(t *testing.T, status int, contentType, body string) *host {
	return newHost(t, func(w http.ResponseWriter, _ sent, _ int) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

func open(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var hello = Prompt{Instruction: "Be brief.", Question: "Hello?"}

// stream returns a reply as server-sent events.
func stream(finish string, words ...string) string {
	var b strings.Builder
	for _, word := range words {
		raw, _ := json.Marshal(word)
		b.WriteString(`data: {"choices":[{"delta":{"content":` + string(raw) + "}}]}\n\n")
	}
	return b.String() + `data: {"choices":[{"finish_reason":"` + finish + `","delta":{}}]}` + "\n\ndata: [DONE]\n\n"
}

const sse = "text/event-stream"

func TestAnAnswerThatIsCutIsNone(t *testing.T) {
	for name, contentType := range map[string]string{"stream.sse": sse, "chat.json": "application/json; charset=utf-8", "schema-route.json": "application/json"} {
		said := ""
		c := open(t, Options{URL: replying(t, 200, contentType, recorded(t, name)).URL})
		answer, err := c.Ask(t.Context(), hello, func(words string) { said += words })
		if KindOf(err) != Cut || answer.Text != "" || said == "" {
			t.Errorf("%s: %+v, %v; streamed %q", name, answer, err, said)
		}
	}
}

func TestARecordedStreamIsReadWordByWord(t *testing.T) {
	whole := strings.Replace(recorded(t, "stream.sse"), `"finish_reason":"length"`, `"finish_reason":"stop"`, 1)
	for name, body := range map[string]string{"line feeds": whole, "carriage returns": strings.ReplaceAll(whole, "\n", "\r\n"), "without the last event": strings.TrimSuffix(whole, "data: [DONE]\n\n")} {
		var words []string
		c := open(t, Options{URL: replying(t, 200, sse, body).URL})
		answer, err := c.Ask(t.Context(), hello, func(w string) { words = append(words, w) })
		if err != nil || answer.Text != "Hello! I'm here to help with any kind of creative" || len(words) != 12 {
			t.Errorf("%s: %q, %q, %v", name, answer, words, err)
		}
	}
}

func TestARecordedAnswerInJSONIsRead(t *testing.T) {
	c := open(t, Options{URL: replying(t, 200, "application/json", recorded(t, "schema-keywords.json")).URL})
	p := hello
	p.Schema = Object(map[string]*Schema{"keywords": List("", Text("", 60), 12)})
	var got struct{ Keywords []string }
	if err := c.JSON(t.Context(), p, &got); err != nil || len(got.Keywords) != 5 || got.Keywords[2] != "28-day mortality" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRecordedErrorsSayWhatToDo(t *testing.T) {
	long := open(t, Options{URL: replying(t, 400, "application/json", recorded(t, "context-exceeded-400.json")).URL})
	_, err := long.Ask(t.Context(), hello, nil)
	var e *Error
	if !errors.As(err, &e) || e.Kind != TooLong || e.Window != 4096 || !strings.Contains(err.Error(), "set llm.context to 4096") {
		t.Error(err)
	}
	models := open(t, Options{URL: replying(t, 200, "application/json", recorded(t, "v1-models.json")).URL})
	if names, err := models.Models(t.Context()); err != nil || len(names) != 1 || !strings.HasSuffix(names[0], "SmolLM2-135M-Instruct.Q4_1.gguf") {
		t.Error(names, err)
	}
}

// If a host rejects the schema, the request is repeated without it, and the prose is searched for JSON.
func TestASchemaThatAHostRefusesIsAskedForInWords(t *testing.T) {
	h := newHost(t, func(w http.ResponseWriter, asked sent, n int) {
		if strings.Contains(asked.body, `"response_format"`) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, recorded(t, "bad-schema-400.json"))
			return
		}
		w.Header().Set("Content-Type", sse)
		_, _ = io.WriteString(w, stream("stop", "<think>A {\"set\": ", "of braces}</th", "ink>Sure! Here it is:\n```json\n{\"answer\": \"", "yes\",}\n```\nAnything else?"))
	})
	c := open(t, Options{URL: h.URL})
	p := hello
	p.Schema = Object(map[string]*Schema{"answer": OneOf("", "yes", "no")})
	for range 2 {
		var got struct{ Answer string }
		if err := c.JSON(t.Context(), p, &got); err != nil || got.Answer != "yes" {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if len(h.sent) != 3 || strings.Contains(h.sent[2].body, "json_object") || !strings.Contains(h.sent[1].body, "schema is") {
		t.Errorf("%d requests: %+v", len(h.sent), h.sent)
	}
}

func TestParametersThatAHostRefusesAreLeftOut(t *testing.T) {
	h := newHost(t, func(w http.ResponseWriter, asked sent, n int) {
		for _, name := range []string{"temperature", "max_tokens"} {
			if strings.Contains(asked.body, `"`+name+`"`) {
				w.WriteHeader(400)
				_, _ = io.WriteString(w, `{"error":{"message":"Unsupported parameter","param":"`+name+`"}}`)
				return
			}
		}
		if strings.Contains(asked.body, `"system"`) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, `{"object":"error","message":"System role not supported"}`)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"Good "},{"type":"text","text":"day."}]}}]}`)
	})
	answer, err := open(t, Options{URL: h.URL}).Ask(t.Context(), hello, nil)
	if err != nil || answer.Text != "Good day." || len(h.sent) != 4 {
		t.Fatalf("%+v, %v after %d requests", answer, err, len(h.sent))
	}
	if last := h.sent[3].body; !strings.Contains(last, `"max_completion_tokens":512`) || !strings.Contains(last, `Be brief.\n\nHello?`) {
		t.Error(last)
	}
}

func TestCancellingHangsUp(t *testing.T) {
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // lets the server notice the disconnection
		w.Header().Set("Content-Type", sse)
		_, _ = io.WriteString(w, `data: {"choices":[{"delta":{"content":"One"}}]}`+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	}))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := open(t, Options{URL: server.URL}).Ask(ctx, hello, func(string) { cancel() })
	<-gone
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTheUserSeesTheBytesThatAreSentToAnotherMachine(t *testing.T) {
	h := replying(t, 200, sse, stream("stop", "Good day."))
	p := Prompt{Instruction: "Say <hello> & wait.", Data: []Data{{"the paper", "Ünïcode\n\n“quotes”"}}, Question: "Now?"}
	var shown []Request
	o := Options{URL: h.URL, Key: func(context.Context) (string, error) { return "sk-0123456789", nil }}
	o.Approve = func(_ context.Context, r Request) error { shown = append(shown, r); return nil }
	c := open(t, o)
	c.approved = false // the stand-in is on this machine
	for range 2 {
		if _, err := c.Ask(t.Context(), p, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(shown) != 1 || string(shown[0].Body) != h.sent[0].body || h.sent[0].path != "/v1/chat/completions" || shown[0].URL != h.URL+h.sent[0].path {
		t.Fatalf("shown %+v, sent %+v", shown, h.sent)
	}
	text := shown[0].String()
	if !strings.Contains(text, h.sent[0].body) || !strings.Contains(text, "<hello> & wait") || !strings.Contains(text, "(your key)") || strings.Contains(text, "sk-") {
		t.Error(text)
	}
	if h.sent[0].body != h.sent[1].body {
		t.Error("the same question was sent with different bytes")
	}
	r, _ := c.Request(p)
	if _, err := c.Send(t.Context(), r); err != nil || h.sent[2].body != string(r.Body) {
		t.Errorf("%v: sent %q", err, h.sent[2].body)
	}
	for name, value := range h.sent[0].header {
		if !strings.Contains("Accept Authorization Content-Length Content-Type User-Agent Connection", name) {
			t.Errorf("%s: %q is sent and not shown", name, value)
		}
	}
}

func TestAnotherMachineGetsNothingWithoutTheUsersWord(t *testing.T) {
	for name, approve := range map[string]func(context.Context, Request) error{
		"not asked": nil, "refused": func(context.Context, Request) error { return errors.New("not now") },
	} {
		h := replying(t, 200, sse, stream("stop", "Good day."))
		c := open(t, Options{URL: h.URL, Approve: approve})
		c.approved = false
		if _, err := c.Ask(t.Context(), hello, nil); KindOf(err) != NotApproved || len(h.sent) > 0 {
			t.Errorf("%s: %v, sent %+v", name, err, h.sent)
		}
	}
	if c := open(t, Options{URL: "https://models.example/v1"}); c.approved || c.IsLoopback() {
		t.Error("another machine is approved by itself")
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"http://localhost:11434": "http://localhost:11434/v1", "http://localhost:11434/": "http://localhost:11434/v1",
		"https://models.example/api/openai/v1": "https://models.example/api/openai/v1",
	} {
		if got, err := BaseOf(address); err != nil || got.String() != want {
			t.Errorf("%s: %v, %v", address, got, err)
		}
	}
	for _, address := range []string{"", "localhost:11434", "file:///etc/passwd", "https://user:secret@models.example/", "https://models.example/?key=secret", "http://"} {
		if _, err := BaseOf(address); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	key := func(context.Context) (string, error) { return "secret", nil }
	if _, err := Open(Options{URL: "http://models.example/v1", Key: key}); err == nil || !strings.Contains(err.Error(), "https") {
		t.Errorf("a key travels unencrypted: %v", err)
	}
}

func TestAnAnswerEndsBehindTheLinesThatAreWanted(t *testing.T) {
	p := hello
	p.Lines = 2
	for name, tt := range map[string]struct {
		words []string
		want  string
		kind  Kind
	}{
		"two of three": {[]string{"\n \nOne.\n", "\nTwo", ".\nThr", "ee."}, "One.\n\nTwo.", 0},
		"one":          {[]string{"One."}, "One.", 0},
		"an endless":   {[]string{"One.\n", strings.Repeat("and so on ", 300)}, "", Malformed},
	} {
		finish := "length" // as if the model had more to say
		if name == "one" {
			finish = "stop"
		}
		answer, err := open(t, Options{URL: replying(t, 200, sse, stream(finish, tt.words...)).URL}).Ask(t.Context(), p, nil)
		if answer.Text != tt.want || KindOf(err) != tt.kind {
			t.Errorf("%s: %q, %v", name, answer.Text, err)
		}
	}
}
