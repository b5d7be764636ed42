package online

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/time/rate"
)

const crossrefWorks = "api.crossref.org/works/"

var plos = ID{Scheme: DOI, Value: "10.1371/journal.pone.0033693"}

// anubis is the beginning of the page that DBLP has sent to clients other than browsers.
const anubis = `<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.min.css"><script id="anubis_version" type="application/json">"v1.21"</script></head><body>Loading...</body></html>`

// cut closes the connection in the middle of a reply.
func cut(rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Content-Length", "1000")
	rw.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(rw, `{"message":{`)
	panic(http.ErrAbortHandler)
}

func status(code int, header ...string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			rw.Header().Set(header[i], header[i+1])
		}
		rw.WriteHeader(code)
	}
}

func page(code int, body string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		rw.WriteHeader(code)
		_, _ = io.WriteString(rw, body)
	}
}

// TestFailuresAreMetByTheirKind checks which requests are retried and how often, and that no failure
// is mistaken for a result.
func TestFailuresAreMetByTheirKind(t *testing.T) {
	tests := []struct {
		name   string
		first  []http.HandlerFunc // followed by the recorded response
		always http.HandlerFunc   // instead of the recorded response
		kind   Kind               // 0 if the record is returned
		asked  int
	}{
		{"busy for a second", []http.HandlerFunc{status(429, "Retry-After", "1")}, nil, 0, 2},
		{"busy for an hour", nil, status(429, "Retry-After", "3600"), Busy, 1},
		{"busy without end", nil, status(429), Busy, 3},
		{"out of service for a second", []http.HandlerFunc{status(503, "Retry-After", "1")}, nil, 0, 2},
		{"failures that pass", []http.HandlerFunc{status(500), status(502)}, nil, 0, 3},
		{"failures that stay", nil, status(500), Unreachable, 3},
		{"a connection that breaks", []http.HandlerFunc{cut, cut}, nil, 0, 3},
		{"a connection that always breaks", nil, cut, Unreachable, 3},
		{"a request that is not taken", nil, status(400), Refused, 1},
		{"a key that is not taken", nil, status(401), Refused, 1},
		{"a page for robots", nil, page(200, anubis), BotPage, 1},
		{"a page for robots with an error", nil, page(500, anubis), BotPage, 1},
		{"Cloudflare's page", nil, page(403, "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>"), BotPage, 1},
		{"a page in place of JSON", nil, page(200, "<html><body>Welcome</body></html>"), Malformed, 1},
		{"a page without its type", nil, func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(rw, "<!DOCTYPE html><p>Maintenance")
		}, Malformed, 1},
		{"half of the JSON", nil, func(rw http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(rw, `{"message":{"DOI":"10.1371/`)
		}, Malformed, 1},
		{"JSON without an answer", nil, func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, `{}`) }, Malformed, 1},
		{"a redirect to another host", nil, status(302, "Location", "https://evil.example/"), Refused, 1},
		{"a redirect to a private address", nil, status(302, "Location", "https://10.0.0.1/"), Refused, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			var asked atomic.Int32
			real := onlinetest.Reply(t, "crossref/works-one.json")
			w.On(crossrefWorks, func(rw http.ResponseWriter, r *http.Request) {
				n := int(asked.Add(1))
				switch {
				case tt.always != nil:
					tt.always(rw, r)
				case n <= len(tt.first):
					tt.first[n-1](rw, r)
				default:
					rw.Header().Set("Content-Type", "application/json")
					_, _ = rw.Write(real)
				}
			})
			r, err := w.client(func(o *Options) { o.Email = "me@example.org" }).Lookup(t.Context(), "crossref", plos)
			if KindOf(err) != tt.kind || (err == nil) != (r != nil) || int(asked.Load()) != tt.asked {
				t.Errorf("%v, %v after %d requests, want kind %d after %d", r, err, asked.Load(), tt.kind, tt.asked)
			}
		})
	}
}

// TestABusySourceIsLeftAlone checks that the error states the end of the wait, and that no request is
// sent before then.
func TestABusySourceIsLeftAlone(t *testing.T) {
	w := newWorld(t)
	w.On(crossrefWorks, status(429, "Retry-After", "61200"))
	c := w.client(nil)
	for range 3 {
		_, err := c.Lookup(t.Context(), "crossref", plos)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Busy || time.Until(e.Until) < 16*time.Hour || !strings.Contains(err.Error(), " until ") {
			t.Fatal(err)
		}
	}
	if n := len(w.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestArXivSaysBusyInItsOwnWays(t *testing.T) {
	w := newWorld(t)
	feed := string(onlinetest.Reply(t, "arxiv/id-one.atom.xml"))
	const at = "export.arxiv.org/api/query"
	id := ID{Scheme: ArXiv, Value: "1605.08386"}
	w.Say(at, 200, "text/plain", "Rate exceeded.")
	if _, err := w.client(func(o *Options) { o.patience = quick; o.patience.tries = 1 }).Lookup(t.Context(), "arxiv", id); KindOf(err) != Busy {
		t.Error(err)
	}
	w.Say(at, 406, "application/atom+xml", feed)
	if r, err := w.client(nil).Lookup(t.Context(), "arxiv", id); err != nil || r.ArXiv != id.Value {
		t.Error(r, err)
	}
}

func TestAStalledSourceEndsWithItsTime(t *testing.T) {
	w := newWorld(t)
	hung := make(chan struct{})
	t.Cleanup(func() { close(hung) })
	w.On(crossrefWorks, func(rw http.ResponseWriter, r *http.Request) {
		rw.WriteHeader(200)
		_, _ = io.WriteString(rw, "{")
		rw.(http.Flusher).Flush()
		select {
		case <-hung:
		case <-r.Context().Done():
		}
	})
	var err error
	for whole := 100 * time.Millisecond; len(w.Requests()) == 0 && whole < time.Hour; whole *= 2 { // until the limit leaves time for the request
		_, err = w.client(func(o *Options) { o.patience.whole = whole }).Lookup(t.Context(), "crossref", plos)
	}
	if KindOf(err) != Unreachable || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w.On(crossrefWorks, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	if _, err := w.client(nil).Lookup(ctx, "crossref", plos); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// endless writes until the client disconnects.
func endless(out io.Writer) {
	block := []byte(strings.Repeat(" ", 1<<20))
	for range 10 << 10 {
		if _, err := out.Write(block); err != nil {
			return
		}
	}
}

func TestALargeReplyIsCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine unpacks the reply")
	}
	w := newWorld(t)
	w.On(crossrefWorks, func(rw http.ResponseWriter, _ *http.Request) { endless(rw) })
	if _, err := w.client(nil).Lookup(t.Context(), "crossref", plos); KindOf(err) != Malformed || !strings.Contains(err.Error(), "larger") {
		t.Error(err)
	}
	w.On(crossrefWorks, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(rw)
		endless(packed)
	})
	if _, err := w.client(nil).Lookup(t.Context(), "crossref", plos); KindOf(err) != Malformed || !strings.Contains(err.Error(), "larger") {
		t.Error(err)
	}
}

func TestRepliesInOtherEncodings(t *testing.T) {
	const work = `{"message":{"DOI":"10.1371/journal.pone.0033693","title":["Übermäßig große Motten"],"author":[{"family":"Gómez"}]}}`
	const feed = `<?xml version="1.0" encoding="ISO-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/1605.08386v1</id><title>Übermäßig große Motten</title></entry></feed>`
	latin, _ := charmap.ISO8859_1.NewEncoder().String(work)
	latinFeed, _ := charmap.ISO8859_1.NewEncoder().String(feed)
	wide, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(work)
	for name, tt := range map[string]struct{ source, at, contentType, body string }{
		"Latin-1 by the header":       {"crossref", crossrefWorks, "application/json; charset=ISO-8859-1", latin},
		"UTF-8 under another name":    {"crossref", crossrefWorks, "application/json; charset=ISO-8859-1", work},
		"UTF-16 by its mark":          {"crossref", crossrefWorks, "application/json", wide},
		"UTF-8 with a mark":           {"crossref", crossrefWorks, "application/json", "\ufeff" + work},
		"Latin-1 by the declaration":  {"arxiv", "export.arxiv.org/", "application/atom+xml", latinFeed},
		"UTF-8, declared as Latin-1":  {"arxiv", "export.arxiv.org/", "application/atom+xml; charset=utf-8", feed},
		"a declaration after the BOM": {"arxiv", "export.arxiv.org/", "application/atom+xml", "\ufeff" + strings.Replace(feed, "ISO-8859-1", "utf-8", 1)},
	} {
		w := newWorld(t)
		w.Say(tt.at, 200, tt.contentType, tt.body)
		id := plos
		if tt.source == "arxiv" {
			id = ID{Scheme: ArXiv, Value: "1605.08386"}
		}
		r, err := w.client(nil).Lookup(t.Context(), tt.source, id)
		if err != nil || r.Title != "Übermäßig große Motten" {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	w := newWorld(t)
	w.Say(crossrefWorks, 200, "application/json; charset=x-unknown", latin)
	if _, err := w.client(nil).Lookup(t.Context(), "crossref", plos); KindOf(err) != Malformed {
		t.Error(err)
	}
}

// TestKeysGoWhereTheyBelong checks that keys are sent only to their own service, and do not appear in
// errors, the cache or displayed URLs.
func TestKeysGoWhereTheyBelong(t *testing.T) {
	w := newWorld(t)
	w.Replay("api.openalex.org/works/", "openalex/work.json")
	w.Replay("api.semanticscholar.org/", "semanticscholar/paper-by-doi.json")
	w.Replay(crossrefWorks, "crossref/works-one.json")
	dir := t.TempDir()
	secrets := func(o *Options) {
		o.Keys, o.Email, o.Dir = map[string]string{"openalex": "secret-o", "semanticscholar": "secret-s"}, "secret@example.org", dir
	}
	c := w.client(secrets)
	for source, doi := range map[string]string{"openalex": "10.7717/peerj.4375", "semanticscholar": "10.1038/s42256-024-00832-8", "crossref": plos.Value} {
		if _, err := c.Lookup(t.Context(), source, ID{Scheme: DOI, Value: doi}); err != nil {
			t.Fatal(err)
		}
	}
	all := fmt.Sprint(w.Requests(), w.headers())
	for secret, want := range map[string]int{"secret-o": 1, "secret-s": 1, "secret%40example.org": 1} {
		if got := strings.Count(all, secret); got != want {
			t.Errorf("%s was sent %d times: %s", secret, got, all)
		}
	}
	if held := readAll(t, dir); strings.Contains(held, "secret") {
		t.Error("a key is in the cache")
	}
	w.Close()
	for _, source := range []string{"openalex", "crossref"} {
		_, err := c.Lookup(t.Context(), source, ID{Scheme: DOI, Value: "10.1000/x"})
		if KindOf(err) != Unreachable || strings.Contains(err.Error(), "secret") {
			t.Error(err)
		}
	}
}

// A service may repeat the request in its error message. The error that is shown and logged must not.
func TestAnEchoOfTheRequestIsRedacted(t *testing.T) {
	w := newWorld(t)
	w.Say("eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi", 200, "text/xml",
		"<eFetchResult><ERROR>cannot fetch api_key=secret-p&amp;email=secret%40example.org</ERROR></eFetchResult>")
	h, err := w.client(func(o *Options) {
		o.Keys, o.Email = map[string]string{"pubmed": "secret-p"}, "secret@example.org"
	}).Harvester("pubmed")
	if err != nil {
		t.Fatal(err)
	}
	at := listing{spans: wholeListing(2020).spans, session: "10:1:MCID_1"}
	if _, err := h.Harvest(t.Context(), Harvest{Keywords: []string{"motor learning"}}, at.String()); err == nil ||
		strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "cannot fetch") {
		t.Error(err)
	}
}

// TestOneLimiterAServiceForTheWholeProcess sends requests through two clients at once.
func TestOneLimiterAServiceForTheWholeProcess(t *testing.T) {
	w := newWorld(t)
	var now, most atomic.Int32
	body := onlinetest.Reply(t, "crossref/works-one.json")
	w.On(crossrefWorks, func(rw http.ResponseWriter, _ *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(5 * time.Millisecond)
		now.Add(-1)
		_, _ = rw.Write(body)
	})
	shared := new(gates)
	done := make(chan error)
	for range 2 {
		c := w.client(func(o *Options) { o.gates = shared })
		for range 3 {
			go func() {
				_, err := c.Lookup(t.Context(), "crossref", plos)
				done <- err
			}()
		}
	}
	for range 6 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d requests were sent at once", most.Load())
	}
}

// TestAFasterPaceRaisesAllLimits opens a client with an email address after one without, which has
// sent a request.
func TestAFasterPaceRaisesAllLimits(t *testing.T) { synctest.Test(t, testRaisedLimits) }

func testRaisedLimits(t *testing.T) {
	shared := new(gates)
	open := func(email string) *gate {
		if _, err := New(Options{Sources: []string{"crossref"}, Email: email, gates: shared}); err != nil {
			t.Fatal(err)
		}
		return shared.by["crossref"]
	}
	enter := func() (leave func(), err error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		return open("").enter(ctx)
	}
	leave, err := enter()
	if _, full := enter(); err != nil || !errors.Is(full, errWait) {
		t.Fatal(err, full)
	}
	if burst := open("me@example.org").limiter.Burst(); burst != 3 {
		t.Errorf("a burst has %d requests", burst)
	}
	for range 2 {
		if _, err := enter(); err != nil {
			t.Fatal("not three requests at once: ", err)
		}
	}
	if _, err := enter(); !errors.Is(err, errWait) {
		t.Error("four requests at once: ", err)
	}
	leave()
	if _, err := enter(); err != nil {
		t.Error("the first request did not leave: ", err)
	}
}

// TestARequestThatCannotComeInTimeSaysSo sends two requests that must be an hour apart. The second
// fails.
func TestARequestThatCannotComeInTimeSaysSo(t *testing.T) {
	w := newWorld(t)
	w.Replay("export.arxiv.org/", "arxiv/id-one.atom.xml")
	shared := new(gates)
	c := w.client(func(o *Options) { o.gates = shared })
	pace := shared.by["arxiv"].limiter
	if pace.Limit() != rate.Every(3*time.Second) {
		t.Errorf("%v requests per second", pace.Limit())
	}
	pace.SetLimit(rate.Every(time.Hour))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	id := ID{Scheme: ArXiv, Value: "1605.08386"}
	if _, err := c.Lookup(ctx, "arxiv", id); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Lookup(ctx, "arxiv", id); KindOf(err) != Busy || !errors.Is(err, errWait) {
		t.Error(err)
	}
	if n := len(w.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestASourceThatIsOffIsNotAsked(t *testing.T) {
	w := newWorld(t)
	c := w.client(nil, "arxiv")
	if _, err := c.Lookup(t.Context(), "crossref", plos); KindOf(err) != Off {
		t.Error(err)
	}
	if _, err := New(Options{Sources: []string{"scihub"}}); err == nil || !strings.Contains(err.Error(), "use one of arxiv, crossref") {
		t.Error(err)
	}
	if n := len(w.Requests()); n != 0 {
		t.Error(strconv.Itoa(n) + " requests")
	}
}

// TestAServiceThatProcessesShareIsLeftAgain checks that a client with a folder, which takes turns with
// other processes, releases its turn.
func TestAServiceThatProcessesShareIsLeftAgain(t *testing.T) {
	w := newWorld(t)
	w.Replay("export.arxiv.org/api/query", "arxiv/id-one.atom.xml")
	c := w.client(func(o *Options) { o.Dir = t.TempDir() }, "arxiv")
	if r, err := c.Lookup(t.Context(), "arxiv", ID{Scheme: ArXiv, Value: "1605.08386"}); err != nil || r.ArXiv != "1605.08386" {
		t.Error(r, err)
	}
}
