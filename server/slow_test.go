package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// Types of HTTP/2 frames.
const dataFrame, headersFrame, settingsFrame = 0, 1, 4

// frame returns an HTTP/2 frame.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return append(binary.BigEndian.AppendUint32(head, stream), payload...)
}

// fields encodes header fields without compression.
func fields(pairs ...string) (block []byte) {
	for i := 0; i < len(pairs); i += 2 {
		block = append(block, 0, byte(len(pairs[i])))
		block = append(append(block, pairs[i]...), byte(len(pairs[i+1])))
		block = append(block, pairs[i+1]...)
	}
	return block
}

// A frame's flags.
const endStream, endHeaders = 1, 4

// stalledReader sends frames on a connection whose streams have windows of 0, so that the server
// can send no body.
func stalledReader(t *testing.T, h *httptest.Server, frames ...[]byte) {
	t.Helper()
	roots := h.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	c, err := tls.Dial("tcp", h.Listener.Addr().String(), &tls.Config{RootCAs: roots, NextProtos: []string{"h2"}, ServerName: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	sent := [][]byte{[]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(settingsFrame, 0, 0, []byte{0, 4, 0, 0, 0, 0})}
	if _, err := c.Write(bytes.Join(append(sent, frames...), nil)); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, c)
}

// pageHandler serves a one-megabyte page and sends a value to begun for each request.
func pageHandler(begun chan struct{}) http.Handler {
	page := bytes.Repeat([]byte("page "), 200_000)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- struct{}{}
		_, _ = w.Write(page)
	})
}

func TestASlowReaderHoldsNoTurn(t *testing.T) {
	begun := make(chan struct{}, 10)
	s, _ := newServer(t, server.Options{Engines: real(t), Searches: 2, Queue: 1, Patience: 5 * time.Second, Page: pageHandler(begun)})
	h := httptest.NewUnstartedServer(s.Handler())
	h.EnableHTTP2 = true
	h.StartTLS()
	t.Cleanup(h.Close)
	get := fields(":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/")
	stalledReader(t, h, frame(headersFrame, endStream|endHeaders, 1, get), frame(headersFrame, endStream|endHeaders, 3, get))
	for range 2 {
		<-begun
	}
	d := door{URL: h.URL, http: h.Client(), server: s}
	if got := d.ask(t, "POST", "/v1/suggest", ironQuestion); got.StatusCode != 200 {
		t.Errorf("beside a slow reader of two pages: %d %s", got.StatusCode, got.body)
	}
}

// A chattyAsker sends a step and waits until it may send the next one.
type chattyAsker struct {
	app.Asker
	steps chan struct{}
}

func (a chattyAsker) Ask(ctx context.Context, q wire.AskRequest, step func(wire.AskStep)) (wire.AskReply, error) {
	for range a.steps {
		step(wire.AskStep{Sentence: &wire.AnswerSentence{Text: strings.Repeat("iron ", 50_000)}})
	}
	return wire.AskReply{}, ctx.Err()
}

func TestASlowReaderOfEventsHoldsNoTurn(t *testing.T) {
	asker := chattyAsker{steps: make(chan struct{})}
	s, log := newServer(t, server.Options{Engines: real(t), Asker: asker, Searches: 1, Patience: 5 * time.Second})
	h := httptest.NewUnstartedServer(s.Handler())
	h.EnableHTTP2 = true
	h.StartTLS()
	t.Cleanup(h.Close)
	post := fields(":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", "/v1/ask",
		"content-type", "application/json", "accept", "text/event-stream")
	stalledReader(t, h, frame(headersFrame, endHeaders, 1, post), frame(dataFrame, endStream, 1, []byte(`{"question":"Which iron?"}`)))
	for range 20 { // the server sends five megabytes, none of which the client reads
		asker.steps <- struct{}{}
	}
	close(asker.steps)
	d := door{URL: h.URL, http: h.Client(), server: s, log: log}
	if got := d.ask(t, "POST", "/v1/ask", `{"question":"Which iron?"}`); got.StatusCode != 200 {
		t.Errorf("beside a slow reader of events: %d %s", got.StatusCode, got.body)
	}
}
