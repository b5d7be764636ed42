package server_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// A slowCorpus blocks each search until the test releases it or the search is cancelled.
type slowCorpus struct {
	*memory.Corpus
	begun   chan struct{} // receives a value when a search starts
	letGo   chan struct{} // releases one search per value, or all if closed
	givenUp chan struct{} // receives a value when a search is cancelled
}

func newSlowCorpus() slowCorpus {
	return slowCorpus{memory.New("m:1", "few", retrievertest.Papers()...), make(chan struct{}, 1000), make(chan struct{}), make(chan struct{}, 1000)}
}

func (c slowCorpus) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	c.begun <- struct{}{}
	select {
	case <-c.letGo:
		return c.Corpus.Search(ctx, req)
	case <-ctx.Done():
		c.givenUp <- struct{}{}
		return engine.Result{}, ctx.Err()
	}
}

const ironQuestion = `{"text":"Iron."}`

// many sends n requests concurrently and returns the responses as they arrive.
func many(t *testing.T, d door, n int, headers ...string) <-chan reply {
	t.Helper()
	answers := make(chan reply, n)
	var all sync.WaitGroup
	for range n {
		all.Go(func() { answers <- d.ask(t, "POST", "/v1/suggest", ironQuestion, headers...) })
	}
	go func() {
		all.Wait()
		close(answers)
	}()
	return answers
}

// Of ten concurrent requests, two are processed and three wait. The others are refused immediately,
// and every accepted request is answered.
func TestTooManyQuestionsAreRefusedAtOnce(t *testing.T) {
	slow := newSlowCorpus()
	d := open(t, server.Options{Engines: over(t, slow), Searches: 2, Queue: 3, Patience: time.Hour})
	answers := many(t, d, 10)
	for range 5 { // all searches are still blocked
		refused := <-answers
		if refused.problem() != "busy" || refused.StatusCode != 503 || refused.Header.Get("Retry-After") != "1" {
			t.Errorf("%d %s", refused.StatusCode, refused.body)
		}
	}
	if free := d.ask(t, "GET", "/v1/corpora", ""); free.StatusCode != 200 {
		t.Errorf("what costs nothing waits: %d", free.StatusCode)
	}
	for _, want := range []string{"\nscilit_searches 2\n", "\nscilit_searches_waiting 3\n", `scilit_refusals_total{reason="busy"} 5`} {
		if metrics := d.ask(t, "GET", "/metrics", "").body; !strings.Contains(metrics, want) {
			t.Errorf("no %q in %s", want, metrics)
		}
	}
	close(slow.letGo)
	for answer := range answers {
		if answer.StatusCode != 200 {
			t.Errorf("%d %s", answer.StatusCode, answer.body)
		}
	}
	if again := d.ask(t, "POST", "/v1/suggest", ironQuestion); again.StatusCode != 200 {
		t.Errorf("it does not recover: %d", again.StatusCode)
	}
}

func TestOneTokenDoesNotTakeAllTurns(t *testing.T) {
	slow := newSlowCorpus()
	path, alice, bob := tokenFile(t, "concurrent=2")
	d := open(t, server.Options{Engines: over(t, slow), TokenFile: path, Searches: 20, Patience: time.Hour})
	answers := many(t, d, 5, "Authorization", "Bearer "+bob)
	for range 3 {
		if refused := <-answers; refused.StatusCode != 429 || refused.problem() != "concurrent" || refused.Header.Get("Retry-After") == "" {
			t.Errorf("%d %s", refused.StatusCode, refused.body)
		}
	}
	others := many(t, d, 1, "Authorization", "Bearer "+alice)
	close(slow.letGo)
	if other := <-others; other.StatusCode != 200 {
		t.Errorf("%d %s", other.StatusCode, other.body)
	}
	for answer := range answers {
		if answer.StatusCode != 200 {
			t.Errorf("%d %s", answer.StatusCode, answer.body)
		}
	}
}

func TestATokenHasSoManyRequestsASecond(t *testing.T) {
	path, alice, bob := tokenFile(t, "rate=0.001 burst=3")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	for i := range 5 {
		got := d.ask(t, "GET", "/v1/corpora", "", "Authorization", "Bearer "+bob)
		if limited := got.problem() == "rate"; limited != (i >= 3) || limited && (got.StatusCode != 429 || len(got.Header.Get("Retry-After")) < 3 || got.refusal().RetryAfter < 100) {
			t.Errorf("%d: %d %v %s", i, got.StatusCode, got.Header, got.body)
		}
	}
	if got := d.ask(t, "GET", "/v1/corpora", "", "Authorization", "Bearer "+alice); got.StatusCode != 200 {
		t.Errorf("another token suffers from it: %d", got.StatusCode)
	}
}

func TestATokenGetsSoManyPapers(t *testing.T) {
	path, _, bob := tokenFile(t, "papers=3")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	for body, status := range map[string]int{`{"text":"Cells divide.","limit":4}`: 400, `{"text":"Cells divide.","limit":3}`: 200, `{"text":"Cells divide."}`: 200} {
		got := d.ask(t, "POST", "/v1/suggest", body, "Authorization", "Bearer "+bob)
		if got.StatusCode != status || strings.Count(got.body, `"byline"`) > 3 {
			t.Errorf("%s: %d %s", body, got.StatusCode, got.body)
		}
	}
}

func TestAClientThatLeavesEndsItsSearch(t *testing.T) {
	slow := newSlowCorpus()
	d := open(t, server.Options{Engines: over(t, slow), Searches: 1, Queue: 1, Patience: time.Hour})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := d.client().Do(d.request(t, ctx, "POST", "/v1/suggest", ironQuestion))
		left <- err
	}()
	<-slow.begun
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-slow.givenUp
	close(slow.letGo)
	if next := d.ask(t, "POST", "/v1/suggest", ironQuestion); next.StatusCode != 200 {
		t.Errorf("its turn is not given to the next: %d %s", next.StatusCode, next.body)
	}
	d.log.wait(t, "status=499")
	if log := d.log.String(); strings.Contains(log, "ERROR") {
		t.Error(log)
	}
}

// served serves until stop is called. ended receives the result of Serve.
func served(t *testing.T, o server.Options) (d door, stop func(), ended <-chan error) {
	t.Helper()
	s, log := newServer(t, o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	d = doorAt("http://"+l.Addr().String(), s, log)
	return d, stop, done
}

func TestWhatRunsIsFinishedWhenTheServerStops(t *testing.T) {
	slow := newSlowCorpus()
	d, stop, ended := served(t, server.Options{Engines: over(t, slow), Searches: 3})
	answers := many(t, d, 3)
	for range 3 {
		<-slow.begun
	}
	stop()
	for {
		if _, err := net.Dial("tcp", strings.TrimPrefix(d.URL, "http://")); err != nil {
			break // the server accepts no new connection
		}
	}
	close(slow.letGo)
	for answer := range answers {
		if answer.StatusCode != 200 {
			t.Errorf("%d %s", answer.StatusCode, answer.body)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWhatNeverEndsIsEndedWhenTheServerStops(t *testing.T) {
	slow := newSlowCorpus()
	d, stop, ended := served(t, server.Options{Engines: over(t, slow), Grace: time.Millisecond})
	go d.client().Do(d.request(t, t.Context(), "POST", "/v1/suggest", ironQuestion))
	<-slow.begun
	stop()
	<-slow.givenUp
	if err := <-ended; err != nil || !strings.Contains(d.log.String(), "aborted before they were answered") {
		t.Errorf("%v %s", err, d.log)
	}
}

// A client that sends its body slowly occupies no slot.
func TestASlowWriterKeepsNoOneWaiting(t *testing.T) {
	d, stop, ended := served(t, server.Options{Engines: real(t), Searches: 1, Queue: 1})
	var slow []net.Conn
	for range 20 {
		c, err := net.Dial("tcp", strings.TrimPrefix(d.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
		c.Write([]byte("POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"))
	}
	if got := d.ask(t, "POST", "/v1/suggest", `{"text":"Cells divide."}`); got.StatusCode != http.StatusOK {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	for _, c := range slow {
		c.Close()
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
