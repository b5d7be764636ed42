package server_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

func TestAQuestionThatCannotBeAnsweredIsRefusedWithItsPlace(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	for name, test := range map[string]struct {
		path, body string
		status     int
		says       string
	}{
		"no body":             {"/v1/suggest", "", 400, "the body is empty"},
		"no object":           {"/v1/suggest", `[1]`, 400, "not a JSON object"},
		"cut short":           {"/v1/suggest", `{"text":"a`, 400, "line 1, column"},
		"on its second line":  {"/v1/suggest", "{\n \"text\": nothing}", 400, "line 2, column 11"},
		"two values":          {"/v1/suggest", `{"text":"a"}{}`, 400, "line 1, column 13"},
		"a field twice":       {"/v1/suggest", `{"text":"a","text":"b"}`, 400, "line 1, column 13"},
		"an unknown field":    {"/v1/suggest", `{"text":"a","limt":3}`, 400, `unknown field "/limt"`},
		"in another case":     {"/v1/suggest", `{"Text":"a"}`, 400, `unknown field "/Text"`},
		"a hostile field":     {"/v1/suggest", `{"text":"a","\u001b[31m\u202e":3}`, 400, `"/\x1b[31m\u202e"`},
		"another type":        {"/v1/suggest", `{"text":"a","limit":"3"}`, 400, `"/limit" must be a whole number`},
		"nothing to go by":    {"/v1/suggest", `{}`, 400, "the request is empty"},
		"too many papers":     {"/v1/suggest", `{"text":"a","limit":101}`, 400, "papers per response are limited to 100"},
		"before the first":    {"/v1/suggest", `{"text":"a","offset":-1}`, 400, "offset"},
		"years in no order":   {"/v1/suggest", `{"text":"a","from":2020,"to":2010}`, 400, "the first year, 2020, is after the last, 2010"},
		"nested without end":  {"/v1/suggest", strings.Repeat(`{"a":`, 100000), 400, "line 1"},
		"a broken character":  {"/v1/suggest", "{\"text\":\"\xff\"}", 400, "line 1"},
		"no paper":            {"/v1/draft", `{"text":"a"}`, 400, "the paper ID is missing"},
		"an unknown paper":    {"/v1/draft", `{"paper":"x","corpus":"biomed"}`, 404, "no index on this server contains the paper: check its ID and corpus, or search for other papers"},
		"many variants":       {"/v1/draft", `{"paper":"x","variants":7}`, 400, "request 1 to 6"},
		"no claim":            {"/v1/explain", `{"paper":"x","text":" "}`, 400, "no claim"},
		"no topic":            {"/v1/related", `{"topics":[]}`, 400, "send 1 to 20"},
		"another topic":       {"/v1/related", `{"topics":["a"],"papers":[{"topic":1,"paper":"x","corpus":""}]}`, 400, "topic 1 does not exist"},
		"an unknown format":   {"/v1/cite", `{"papers":[{"paper":"x"}],"format":"doc"}`, 400, `"doc" is not supported: use one of`},
		"an unknown corpus":   {"/v1/corpora/x/search", `{}`, 404, "unknown corpus"},
		"a limit of millions": {"/v1/corpora/biomed/search", `{"limit":1000000}`, 400, "send a limit from 0 to 1000"},
		"views of no vector":  {"/v1/corpora/biomed/search", `{"limit":1,"views":[[1]]}`, 400, "the same embedder"},
		"a path that climbs":  {"/v1/corpora/..%2f..%2fetc/search", `{}`, 404, "unknown corpus"},
		"no route":            {"/v1/nothing", `{}`, 404, "/v1/openapi.json"},
	} {
		answer := d.ask(t, "POST", test.path, test.body)
		if answer.StatusCode != test.status || !strings.Contains(answer.refusal().Message, test.says) {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.body)
		}
	}
	if strings.Contains(d.log.String(), "nothing belongs") || strings.Contains(d.log.String(), "panic") {
		t.Error(d.log)
	}
}

func TestABodyIsBounded(t *testing.T) {
	path, alice, bob := tokenFile(t, "body=4")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	body := `{"text":"` + strings.Repeat("a", 8<<10) + `"}`
	for token, status := range map[string]int{alice: 200, bob: 413} {
		if got := d.ask(t, "POST", "/v1/suggest", body, "Authorization", "Bearer "+token); got.StatusCode != status {
			t.Errorf("%d, want %d: %s", got.StatusCode, status, got.body)
		}
	}
	if got := d.ask(t, "POST", "/v1/suggest", `{"text":"a"}`, "Authorization", "Bearer "+alice, "Content-Type", "text/plain"); got.StatusCode != 415 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

// A page on another site gets no data, whether its name resolves to this server or it posts a form.
func TestAnotherSitesPageGetsNothing(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	for host, status := range map[string]int{"localhost": 200, "127.0.0.1:8391": 200, "[::1]:80": 200, "LOCALHOST:1": 200, "evil.example": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example:80": 421, "10.0.0.1": 421, "": 200} {
		if got := d.ask(t, "GET", "/v1/corpora", "", "Host", host); got.StatusCode != status {
			t.Errorf("%q: %d, want %d", host, got.StatusCode, status)
		}
	}
	for name, test := range map[string]struct {
		headers []string
		want    string
	}{
		"another site":   {[]string{"Sec-Fetch-Site", "cross-site"}, "origin"},
		"its subdomain":  {[]string{"Sec-Fetch-Site", "same-site"}, "origin"},
		"another origin": {[]string{"Origin", "https://evil.example"}, "origin"},
		"no origin":      {[]string{"Origin", "null"}, "origin"},
		"our own page":   {[]string{"Sec-Fetch-Site", "same-origin", "Origin", d.URL}, ""},
		"no browser":     {nil, ""},
	} {
		if got := d.ask(t, "POST", "/v1/suggest", `{"text":"Cells divide."}`, test.headers...); got.problem() != test.want {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.body)
		}
	}
}

func TestPagesAreKeptSafe(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	for path, id := range map[string]string{"/healthz": "from-a-proxy.1", "/v1/none": "two words", "/": "\x1b"} {
		got := d.ask(t, "GET", path, "", "X-Request-Id", strings.ReplaceAll(id, "\x1b", "%1b"))
		for header, want := range map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"} {
			if !strings.HasPrefix(got.Header.Get(header), want) {
				t.Errorf("%s: %s: %q", path, header, got.Header.Get(header))
			}
		}
		if given := got.Header.Get("X-Request-Id"); (given == id) != (id == "from-a-proxy.1") || given == "" {
			t.Errorf("%s: %q", path, given)
		}
	}
}

func TestAPanicEndsARequestAlone(t *testing.T) {
	broken := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic("the shelf fell: " + r.URL.Path) })
	d := open(t, server.Options{Engines: real(t), Page: broken})
	got := d.ask(t, "GET", "/x", "")
	if got.StatusCode != 500 || strings.Contains(got.body, "shelf") || got.problem() != "internal" {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	page := d.ask(t, "GET", "/x", "", "Accept", "text/html")
	if id := page.Header.Get("X-Request-Id"); !strings.HasPrefix(page.body, "<!DOCTYPE html>") || !strings.Contains(page.body, id) || !strings.Contains(d.log.String(), "id="+id) {
		t.Errorf("%s\n%s", page.body, d.log)
	}
	if got := d.ask(t, "GET", "/metrics", "").body; !strings.Contains(got, "\nscilit_panics_total 2\n") {
		t.Error(got)
	}
}

// The log contains the details of an error on the server, but the response does not.
func TestAnErrorOfThisMachineIsNotTold(t *testing.T) {
	broken := brokenCorpus{memory.New("m:1", "few", retrievertest.Papers()...)}
	d := open(t, server.Options{Engines: over(t, broken, memory.New("m:2", "more", retrievertest.Papers()...))})
	for path, body := range map[string]string{"/v1/corpora/few/search": `{"limit":3}`, "/v1/suggest": `{"text":"Iron."}`} {
		if got := d.ask(t, "POST", path, body); strings.Contains(got.body, "/srv/secret") {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	if !strings.Contains(d.log.String(), "/srv/secret") {
		t.Errorf("the log does not say why: %s", d.log)
	}
}

// A brokenCorpus fails all searches.
type brokenCorpus struct{ *memory.Corpus }

func (brokenCorpus) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, fmt.Errorf("/srv/secret/index: no disk")
}

func TestNoQuestionIsLoggedUnlessAskedFor(t *testing.T) {
	const secret = "unpublished"
	for logged, want := range map[bool]bool{false: false, true: true} {
		d := open(t, server.Options{Engines: real(t), LogQuestions: logged})
		d.ask(t, "POST", "/v1/suggest", `{"text":"An `+secret+` claim."}`)
		d.ask(t, "GET", "/v1/none?"+url.QueryEscape(secret), "")
		d.ask(t, "POST", "/v1/draft", `{"paper":"`+secret+`"}`)
		d.ask(t, "POST", "/v1/suggest", `{"`+secret+`":1}`)
		if got := strings.Contains(d.log.String(), secret); got != want || !strings.Contains(d.log.String(), `route="POST /v1/suggest" status=200`) {
			t.Errorf("LogQuestions %t: %s", logged, d.log)
		}
		if metrics := d.ask(t, "GET", "/metrics", "").body; strings.Contains(metrics, secret) {
			t.Errorf("the metrics have the question")
		}
	}
}

// Bytes that are not an HTTP request end only their own connection.
func TestWhatIsNoRequestEndsItsConnection(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	for _, sent := range []string{
		"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
		"POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\nConnection: close\r\n\r\nzz\r\n",
		"GET /v1/corpora HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n", "GET http://evil.example/v1/corpora HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 2<<20) + "\r\n\r\n",
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(d.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		go io.WriteString(c, sent)
		line, _ := bufio.NewReader(c).ReadString('\n')
		c.Close()
		if strings.Contains(line, " 200 ") {
			t.Errorf("%.60q: %s", sent, line)
		}
	}
	if got := d.ask(t, "GET", "/healthz", ""); got.body != "ok\n" {
		t.Error(got.body)
	}
}
