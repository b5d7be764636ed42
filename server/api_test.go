package server_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// A document contains the parts of an OpenAPI document that the tests read.
type document struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]map[string]any }

	compiler *jsonschema.Compiler
}

type operation struct {
	RequestBody struct{ Content map[string]media }
	Responses   map[string]struct{ Content map[string]media }
}

type media struct{ Schema map[string]any }

// read returns the server's OpenAPI document. Its schemas reject unknown fields.
func read(t *testing.T, d door) document {
	t.Helper()
	var all document
	raw := d.ask(t, "GET", "/v1/openapi.json", "").body
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all.Components.Schemas {
		s["additionalProperties"] = false
	}
	strict, err := jsonschema.UnmarshalJSON(strings.NewReader(jsonOf(t, map[string]any{"components": map[string]any{"schemas": all.Components.Schemas}})))
	if err != nil {
		t.Fatal(err)
	}
	all.compiler = jsonschema.NewCompiler()
	if err := all.compiler.AddResource("mem:///document", strict); err != nil {
		t.Fatal(err)
	}
	return all
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// fits fails the test if a JSON body does not match a schema.
func (d document) fits(t *testing.T, what string, s map[string]any, body string) {
	t.Helper()
	source := strings.ReplaceAll(jsonOf(t, s), `"#/`, `"mem:///document#/`)
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	name := "mem:///" + strings.NewReplacer(" ", "-", "/", "-", "{", "", "}", "").Replace(what)
	if err := d.compiler.AddResource(name, parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := d.compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err == nil {
		err = compiled.Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %v\n%.500s", what, err, body)
	}
}

// questions contains a valid request for each JSON route, by method and path as in the OpenAPI
// document.
var questions = map[string]struct{ path, body string }{
	"get /v1/corpora":                  {},
	"get /v1/corpora/{corpus}/info":    {path: "/v1/corpora/biomed/info"},
	"post /v1/corpora/{corpus}/info":   {path: "/v1/corpora/biomed/info", body: "null"},
	"post /v1/corpora/{corpus}/search": {path: "/v1/corpora/biomed/search", body: `{"expr":{"phrase":["cell"]},"years":{"From":2000,"To":0},"context":["Cells divide."],"limit":3}`},
	"post /v1/corpora/{corpus}/papers": {path: "/v1/corpora/biomed/papers", body: `[{"ID":"PAPER"},{"ID":"none"}]`},
	"post /v1/suggest":                 {body: `{"text":"Tumour cells divide without control.","keywords":"cell; (","from":1990,"to":2030,"offset":1,"limit":4}`},
	"get /v1/papers/{corpus}/{paper}":  {path: "/v1/papers/biomed/PAPER"},
	"post /v1/explain":                 {body: `{"paper":"PAPER","corpus":"biomed","text":"Earlier. Cells divide."}`},
	"post /v1/draft":                   {body: `{"paper":"PAPER","corpus":"biomed","text":"Cells divide.","variants":2}`},
	"post /v1/related":                 {body: `{"topics":["cell","protein"],"text":"Cells divide.","write":true}`},
	"post /v1/cite":                    {body: `{"papers":[{"paper":"PAPER","corpus":"biomed"},{"paper":"PAPER","corpus":""}],"format":"biblatex"}`},
	"post /v1/ask":                     {body: `{"question":"Which nanoparticles suppress downy mildew of pearl millet?","corpora":["biomed"],"history":[{"question":"a","answer":"b"}],"topK":3}`},
	"get /v1/openapi.json":             {},
	"get /healthz":                     {},
	"get /readyz":                      {},
	"get /metrics":                     {},
	"get /login.css":                   {},
}

// Each route is described in the document and each described route exists. Requests and replies
// match their schemas, and no reply is empty.
func TestTheDocumentSaysWhatIsAskedAndAnswered(t *testing.T) {
	d := open(t, asked(t))
	all := read(t, d)
	paper := anyPaper(t, d)
	var listed []string
	for path, methods := range all.Paths {
		for method, o := range methods {
			listed = append(listed, method+" "+path)
			t.Run(method+path, func(t *testing.T) { checkRoute(t, d, all, paper, method, path, o) })
		}
	}
	slices.Sort(listed)
	if asked := slices.Sorted(maps.Keys(questions)); !slices.Equal(listed, asked) {
		t.Errorf("the document has\n%v, and the test asks\n%v", listed, asked)
	}
}

// checkRoute sends a request to one route, with the ID of a paper, and checks the response.
func checkRoute(t *testing.T, d door, all document, paper, method, path string, o operation) {
	what := method + " " + path
	q := questions[what]
	if q.path == "" {
		q.path = path
	}
	body, at := strings.ReplaceAll(q.body, "PAPER", paper), strings.ReplaceAll(q.path, "PAPER", paper)
	if s, ok := o.RequestBody.Content["application/json"]; ok {
		all.fits(t, what+" question", s.Schema, body)
	}
	answer := d.ask(t, strings.ToUpper(method), at, body)
	kind, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
	if answer.StatusCode != http.StatusOK || len(answer.body) < 3 {
		t.Fatalf("%d: %s", answer.StatusCode, answer.body)
	}
	for media, s := range o.Responses["200"].Content {
		if named, _, _ := strings.Cut(media, ";"); named == "text/event-stream" {
			continue // the route is only served on request
		} else if named != kind {
			t.Errorf("%s, and the document says %s", kind, media)
		} else if kind == "application/json" && path != "/v1/openapi.json" {
			all.fits(t, what+" answer", s.Schema, answer.body)
		}
	}
	refused := d.ask(t, strings.ToUpper(method), at, body, "Host", "evil.example")
	all.fits(t, what+" refusal", o.Responses["default"].Content["application/json"].Schema, refused.body)
}

// anyPaper returns the ID of a paper in the index.
func anyPaper(t *testing.T, d door) string {
	t.Helper()
	var found struct{ Papers []struct{ ID string } }
	raw := d.ask(t, "POST", "/v1/suggest", `{"text":"Tumour cells divide without control.","limit":1}`).body
	if err := json.Unmarshal([]byte(raw), &found); err != nil || len(found.Papers) != 1 {
		t.Fatalf("%v: %s", err, raw)
	}
	return found.Papers[0].ID
}

func TestAnswersAreAboutTheQuestion(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	paper := anyPaper(t, d)
	for name, test := range map[string]struct {
		method, path, body string
		want               []string
	}{
		"a page of papers":  {"POST", "/v1/suggest", `{"text":"Cells divide.","limit":2}`, []string{`"matching":60`, `"highlights":[{`}},
		"years are kept":    {"POST", "/v1/suggest", `{"text":"Cells divide.","from":2199}`, []string{`"matching":0`, `"papers":[]`}},
		"a paper by name":   {"POST", "/v1/suggest", `{"named":"` + paper + `"}`, []string{`"id":"` + paper + `"`, `"total":1`}},
		"what is known":     {"GET", "/v1/papers/biomed/" + paper, ``, []string{`"known":"full text"`, `"abstract":"`}},
		"a claim":           {"POST", "/v1/explain", `{"paper":"` + paper + `","corpus":"biomed","text":"Cells divide."}`, []string{`"claim":"Cells divide."`, `"passages":[{`}},
		"a sentence":        {"POST", "/v1/draft", `{"paper":"` + paper + `","corpus":"biomed","text":""}`, []string{`#CIT`, `"evidence":{"text":"`}},
		"topics":            {"POST", "/v1/related", `{"topics":["cell"]}`, []string{`"keywords":"cell"`, `"sentences":[]`}},
		"one key a work":    {"POST", "/v1/cite", `{"papers":[{"paper":"` + paper + `","corpus":"biomed"},{"paper":"` + paper + `","corpus":""}]}`, []string{`"format":"bibtex"`, `@`}},
		"a plain reference": {"POST", "/v1/cite", `{"papers":[{"paper":"` + paper + `","corpus":""}],"format":"plain","style":"ieee"}`, []string{`"style":"ieee"`}},
		"a corpus by name":  {"GET", "/v1/corpora/biomed/info", ``, []string{`"Name":"biomed"`, `"Path":""`}},
	} {
		answer := d.ask(t, test.method, test.path, test.body)
		for _, want := range test.want {
			if answer.StatusCode != 200 || !strings.Contains(answer.body, want) {
				t.Errorf("%s: no %s in %d %.800s", name, want, answer.StatusCode, answer.body)
			}
		}
	}
}

// The API is the server's side of engine/remote: a corpus on a server fulfills the contract of a
// retriever.
func TestACorpusIsARetrieverForOtherMachines(t *testing.T) {
	retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
		d := open(t, server.Options{Engines: over(t, memory.New("m:1", "few", papers...))})
		c, err := remote.Open(remote.Options{Address: d.URL + "/v1/corpora/few", Network: network.New(nil), Manuscript: true})
		if err != nil {
			t.Fatal(err)
		}
		return c
	})
}

// Two corpora with the same name have different IDs.
func TestACorpusIsNamedWithoutDoubt(t *testing.T) {
	d := open(t, server.Options{Engines: over(t, memory.New("m:1", "same", retrievertest.Papers()[0]), memory.New("m:2", "same", retrievertest.Papers()...))})
	for path, want := range map[string]string{"same": "no_corpus", "m:1": "", "m:2": "", "other": "no_corpus"} {
		if got := d.ask(t, "GET", "/v1/corpora/"+path+"/info", "").problem(); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestWhatIsKnownIsNotSentAgain(t *testing.T) {
	d := open(t, server.Options{Engines: real(t)})
	first := d.ask(t, "GET", "/v1/corpora", "")
	again := d.ask(t, "GET", "/v1/corpora", "", "If-None-Match", `"other", `+first.Header.Get("ETag"))
	if first.StatusCode != 200 || again.StatusCode != http.StatusNotModified || again.body != "" {
		t.Errorf("%d, %d %q", first.StatusCode, again.StatusCode, again.body)
	}
	packed := d.request(t, t.Context(), "GET", "/v1/openapi.json", "", "Accept-Encoding", "gzip")
	answer, err := d.http.Transport.RoundTrip(packed)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%v", answer.Header)
	}
}

func TestAnotherMethodIsRefusedWithThoseThatAreAllowed(t *testing.T) {
	tokens, _, _ := tokenFile(t, "")
	o := asked(t)
	o.TokenFile, o.Share = tokens, true
	o.Page = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotFound) })
	d := open(t, o)
	for path, allowed := range map[string]string{
		"/v1/suggest": "POST", "/v1/corpora": "GET, HEAD", "/v1/corpora/biomed/info": "GET, HEAD, POST", "/v1/corpora/biomed/export": "GET, HEAD",
		"/v1/papers/biomed/x": "GET, HEAD", "/v1/ask": "POST", "/healthz": "GET, HEAD", "/metrics": "GET, HEAD", "/login": "GET, HEAD, POST", "/logout": "POST",
	} {
		for _, method := range []string{"PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
			got := d.ask(t, method, path, "")
			if got.StatusCode != 405 || got.Header.Get("Allow") != allowed || got.problem() != "method" {
				t.Errorf("%s %s: %d, Allow %q, %s", method, path, got.StatusCode, got.Header.Get("Allow"), got.body)
			}
		}
	}
	for _, path := range []string{"/v1/nothing", "/v1/", "/v1/papers/biomed"} {
		if got := d.ask(t, "PUT", path, ""); got.StatusCode != 404 {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

func TestCorporaAreChosenByNameOrID(t *testing.T) {
	papers := retrievertest.Papers()
	d := open(t, server.Options{Engines: over(t, memory.New("m:1", "few", papers[:2]...), memory.New("m:2", "more", papers[2:]...))})
	for corpora, want := range map[string]int{``: len(papers), `"few"`: 2, `"m:2"`: len(papers) - 2, `"few","m:2"`: len(papers), `"m:1","few"`: 2} {
		var found wire.PaperPage
		got := d.ask(t, "POST", "/v1/suggest", `{"text":"Iron.","corpora":[`+corpora+`]}`)
		if err := json.Unmarshal([]byte(got.body), &found); err != nil || got.StatusCode != 200 || found.Total != want {
			t.Errorf("[%s]: %d %s", corpora, got.StatusCode, got.body)
		}
	}
	got := d.ask(t, "POST", "/v1/suggest", `{"text":"Iron.","corpora":["none"]}`)
	if got.StatusCode != 404 || got.problem() != "no_corpus" || !strings.Contains(got.body, "few, more") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}
