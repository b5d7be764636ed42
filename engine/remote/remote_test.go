package remote_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
)

// serving is the address of a corpus; seen, where it is not nil, gets each question.
func serving(t *testing.T, r engine.Retriever, seen func(question string)) string {
	t.Helper()
	return answering(t, func(w http.ResponseWriter, request *http.Request) {
		var question strings.Builder
		request.Write(&question)
		if seen != nil {
			seen(question.String())
		}
		_, body, _ := strings.Cut(question.String(), "\r\n\r\n")
		reply, err := remote.Answer(request.Context(), r, request.URL.Path, strings.NewReader(body))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		json.NewEncoder(w).Encode(reply)
	})
}

func answering(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

func open(t *testing.T, address string, manuscript bool) *remote.Corpus {
	t.Helper()
	c, err := remote.Open(remote.Options{Address: address, Network: network.New(nil), Manuscript: manuscript})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestACorpusElsewhereIsARetriever(t *testing.T) {
	for name, manuscript := range map[string]bool{"that may know the manuscript": true, "that gets keywords alone": false} {
		t.Run(name, func(t *testing.T) {
			retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
				return open(t, serving(t, memory.New("m:1", "few", papers...), nil), manuscript)
			})
		})
	}
}

func TestTheManuscriptStaysHere(t *testing.T) {
	var sent strings.Builder
	far := open(t, serving(t, memory.New("m:1", "few", retrievertest.Papers()...), func(q string) { sent.WriteString(q) }), false)
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{far}})
	q := engine.Query{Context: []string{"My unpublished claim."}, Keywords: "iron", Manuscript: engine.Manuscript{Title: "My secret title"}, Limit: 3}
	if found, err := e.Discover(t.Context(), q); err != nil || len(found.Papers) != 1 {
		t.Errorf("%+v, %v", found.Papers, err)
	}
	for _, word := range []string{"unpublished", "claim", "secret"} {
		if strings.Contains(sent.String(), word) {
			t.Errorf("%q left the machine", word)
		}
	}
	if !strings.Contains(sent.String(), `"phrase":["iron"]`) {
		t.Errorf("the keywords did not arrive: %s", sent.String())
	}
}

func TestOnlyHostsThatTheUserNamedAreAsked(t *testing.T) {
	if _, err := remote.Open(remote.Options{Address: "https://papers.example", Network: network.New(nil)}); err == nil {
		t.Error("a host that is not allowed is asked")
	}
}

// The answers of another machine are data from a stranger.
func TestAStrangersRepliesAreErrorsOrHarmless(t *testing.T) {
	for name, reply := range map[string]string{
		"no JSON": "<html>", "cut short": `{"Matching": 3, "Candidates": [{"Paper"`, "another type": `[1, 2]`,
	} {
		c := open(t, answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(reply)) }), true)
		if found, err := c.Search(t.Context(), engine.Request{Limit: 5}); err == nil {
			t.Errorf("%s: %+v", name, found)
		}
	}
	loud := `{"Matching": -1, "Lexical": true, "Semantic": true, "Notices": [{"text": "pay"}], "Candidates": [
		{"Paper": {"ID": "1", "Title": "Buy", "Own": true}, "BM25": 1e300, "Cosine": -7, "Views": [1, 2, 3]}, {"Paper": null}, {}]}`
	c := open(t, answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(loud)) }), true)
	found, err := c.Search(t.Context(), engine.Request{Limit: 5, Vector: []float32{1}})
	if err != nil || len(found.Candidates) != 1 || found.Matching != 1 || found.Notices != nil {
		t.Fatalf("%+v, %v", found, err)
	}
	if only := found.Candidates[0]; only.BM25 != 1 || only.Cosine != -1 || len(only.Views) != 0 || only.Paper.Own {
		t.Errorf("%+v", only)
	}
	papers, err := c.Papers(t.Context(), []engine.WorkRef{{ID: "1"}})
	if err == nil {
		t.Errorf("%v", papers)
	}
}

func TestAServerThatFailsIsANotice(t *testing.T) {
	broken := open(t, answering(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no disk", 500) }), true)
	waiting := make(chan struct{})
	silent := open(t, answering(t, func(http.ResponseWriter, *http.Request) { <-waiting }), true)
	t.Cleanup(func() { close(waiting) }) // before the server waits for its answers
	here := memory.New("m:1", "here", retrievertest.Papers()...)
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{broken, silent, here}, Patience: 300 * time.Millisecond})
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Iron."}, Limit: 3})
	if err != nil || len(found.Papers) != 3 || len(found.Notices) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	if failed, late := found.Notices[0], found.Notices[1]; failed.Code != engine.NoticeFailed || !strings.Contains(failed.Text, "no disk") || late.Code != engine.NoticeLate {
		t.Errorf("%+v", found.Notices)
	}
}

func TestAQuestionIsBounded(t *testing.T) {
	long := *retrievertest.Papers()[0]
	long.ID, long.Abstract = "long", strings.Repeat("x", 9<<20)
	r := memory.New("m:1", "few", &long)
	for name, test := range map[string]struct{ path, question, says string }{
		"a limit of a million":      {"/search", `{"limit": 1000000}`, "at most 1000"},
		"many papers":               {"/papers", "[" + strings.Repeat("{},", 2000) + "{}]", "at most 1000"},
		"views of another embedder": {"/search", `{"limit":1,"vector":[1,0],"views":[[1,0],[],[1]]}`, "a view of 1 numbers beside a vector of 2"},
		"many views":                {"/search", `{"limit":1,"views":[[],[],[],[],[],[],[],[],[]]}`, "9 views"},
		"a whole book":              {"/search", `{"limit":1,"context":["` + strings.Repeat("word ", 20000) + `"]}`, "at most 1000 of 65536"},
		"many keywords":             {"/search", `{"limit":1,"keywords":[` + strings.Repeat(`"a",`, 1000) + `"a"]}`, "at most 1000 of 65536"},
		"a large reply":             {"/papers", `[{"ID":"long"},{"ID":"long"}]`, "more than 16 MB: ask for fewer"},
		"a large question":          {"/papers", `"` + strings.Repeat("x", 5<<20), "a question of more than 4 MB"},
		"another type":              {"/papers", `{}`, "cannot unmarshal"},
		"no such question":          {"/other", "", "no such question"},
		"a path that climbs":        {"/info/..", "", "no such question"},
	} {
		reply, err := remote.Answer(t.Context(), r, test.path, strings.NewReader(test.question))
		var wrong *remote.QuestionError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %.100v, %v", name, reply, err)
		}
	}
}

// What the owner of a corpus wrote in a .bib, and where it is, stays there.
func TestWhatIsTheOwnersIsNotShared(t *testing.T) {
	owned := *retrievertest.Papers()[0]
	owned.Entry, owned.File = "@misc{a, note={my secret}}", "/home/me/secret.pdf"
	r := memory.New("m:1", "few", &owned)
	for path, question := range map[string]string{"/search": `{"limit":1}`, "/papers": `[{"ID":"` + owned.ID + `"}]`, "/info": ""} {
		reply, err := remote.Answer(t.Context(), r, path, strings.NewReader(question))
		raw, failed := json.Marshal(reply)
		if err != nil || failed != nil || strings.Contains(string(raw), "secret") || path != "/info" && !strings.Contains(string(raw), owned.Title) {
			t.Errorf("%s: %s, %v", path, raw, err)
		}
	}
	if papers, err := r.Papers(t.Context(), []engine.WorkRef{{ID: owned.ID}}); err != nil || papers[0].Entry == "" {
		t.Errorf("the corpus itself lost it: %v", err)
	}
}

func FuzzAnswer(f *testing.F) {
	r := memory.New("m:1", "few", retrievertest.Papers()...)
	f.Add("/search", `{"expr":{"phrase":["iron"]},"years":{"From":2000},"keywords":["iron"],"limit":3}`)
	f.Add("/papers", `[{"ID":"iron"},{"DOI":"10.3390/iron"}]`)
	f.Add("/info", "null")
	f.Fuzz(func(t *testing.T, path, question string) {
		reply, err := remote.Answer(t.Context(), r, path, strings.NewReader(question))
		if err != nil {
			return
		}
		if _, err := json.Marshal(reply); err != nil {
			t.Error(err)
		}
	})
}
