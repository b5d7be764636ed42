// Package llmtest simulates the host of a language model in tests. It sends replies chosen by the
// test in the recorded format of llama.cpp's server, whole or streamed.
package llmtest

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Chat and Stream are replies recorded from llama.cpp's server.
var (
	//go:embed testdata/chat.json
	Chat string
	//go:embed testdata/stream.sse
	Stream string
)

// A Host replies to every request and records it.
type Host struct {
	URL string

	mu     sync.Mutex
	asked  []string
	status int
}

// NewHost starts a host that always replies with the same text.
func NewHost(t testing.TB, text string) *Host {
	return Answering(t, func(string) string { return text })
}

// Answering starts a host whose reply depends on the request body.
func Answering(t testing.TB, answer func(asked string) string) *Host {
	h := &Host{}
	h.serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked := string(body)
		if status := h.ask(asked); status != 0 {
			w.WriteHeader(status)
			return
		}
		reply(w, asked, answer(asked))
	})
	return h
}

func (h *Host) serve(t testing.TB, handler http.HandlerFunc) {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	h.URL = server.URL
}

// Hanging starts a host that starts a reply but never ends it. It closes began after the first
// words, and left when the client disconnects.
func Hanging(t testing.TB, words string) (h *Host, began, left <-chan struct{}) {
	h = &Host{}
	begins, leaves := make(chan struct{}), make(chan struct{})
	h.serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // lets the server notice the disconnection
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, event(chunk(words, nil)))
		w.(http.Flusher).Flush()
		close(begins)
		<-r.Context().Done()
		close(leaves)
	})
	return h, begins, leaves
}

// ask records a request. It returns the error status to send, or 0 for a normal reply.
func (h *Host) ask(asked string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, asked)
	return h.status
}

// Fail makes the host fail with the given status. A status of 0 makes it reply again.
func (h *Host) Fail(status int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status = status
}

// Asked returns the bodies of all requests, concatenated.
func (h *Host) Asked() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.asked, "\n")
}

// Count returns the number of requests.
func (h *Host) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.asked)
}

// reply sends a text, streamed if requested.
func reply(w http.ResponseWriter, asked, text string) {
	var request struct{ Stream bool }
	if json.Unmarshal([]byte(asked), &request) == nil && request.Stream {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, streamed(text))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, whole(text))
}

// whole returns the recorded reply with its text replaced.
func whole(text string) string {
	return edited(Chat, func(choice map[string]any) {
		choice["finish_reason"] = "stop"
		choice["message"].(map[string]any)["content"] = text
	})
}

const piece = 7 // letters per streamed event

func streamed(text string) string {
	var b strings.Builder
	for part := range slices.Chunk([]rune(text), piece) {
		b.WriteString(event(chunk(string(part), nil)))
	}
	b.WriteString(event(chunk("", "stop")))
	return b.String() + "data: [DONE]\n\n"
}

// chunk returns the recorded event with its words replaced.
func chunk(words string, finish any) string {
	first, _, _ := strings.Cut(Stream, "\n")
	return edited(strings.TrimPrefix(first, "data: "), func(choice map[string]any) {
		choice["finish_reason"] = finish
		choice["delta"] = map[string]any{"content": words}
	})
}

func event(data string) string { return "data: " + data + "\n\n" }

// edited modifies the choice in a recorded reply.
func edited(recorded string, edit func(choice map[string]any)) string {
	var reply map[string]any
	if err := json.Unmarshal([]byte(recorded), &reply); err != nil {
		panic("llmtest: " + err.Error()) // unreachable unless a recorded file is invalid
	}
	edit(reply["choices"].([]any)[0].(map[string]any))
	out, err := json.Marshal(reply)
	if err != nil {
		panic("llmtest: " + err.Error())
	}
	return string(out)
}
