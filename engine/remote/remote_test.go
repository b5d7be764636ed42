package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
)

// A host is the part of a server that retrievers use. It records the requests.
type host struct {
	corpora []engine.Retriever
	mu      sync.Mutex
	asked   []string // method, path and body of each request
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var whole strings.Builder
	r.Write(&whole)
	_, body, _ := strings.Cut(whole.String(), "\r\n\r\n")
	h.mu.Lock()
	h.asked = append(h.asked, r.Method+" "+r.URL.Path+" "+body)
	h.mu.Unlock()
	reply, err := h.answer(r, body)
	w.Header().Set(remote.VersionHeader, remote.Version)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	json.NewEncoder(w).Encode(reply)
}

func (h *host) answer(r *http.Request, body string) (any, error) {
	var infos []map[string]any
	for _, c := range h.corpora {
		info, err := c.Info(r.Context())
		if err != nil {
			return nil, err
		}
		infos = append(infos, map[string]any{"id": info.ID, "name": info.Name, "papers": info.Papers})
		for _, name := range []string{info.ID, info.Name} {
			if question, ok := strings.CutPrefix(r.URL.Path, remote.CorporaPath+"/"+name+"/"); ok {
				return remote.Answer(r.Context(), c, "/"+question, strings.NewReader(body))
			}
		}
	}
	return infos, nil
}

// questions returns the requests since the last call.
func (h *host) questions() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	asked := h.asked
	h.asked = nil
	return asked
}

func answering(t *testing.T, answer http.Handler) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

func open(t *testing.T, opts remote.Options) engine.Retriever {
	t.Helper()
	client, err := network.NewService(network.Service{URL: opts.Address, Kept: true})
	if err != nil {
		t.Fatal(err)
	}
	opts.Network = client
	r, err := remote.Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestACorpusElsewhereIsARetriever(t *testing.T) {
	for name, path := range map[string]string{"one of a server": "/v1/corpora/few", "all of a server": "", "with a slash": "/", "the list": "/v1/corpora"} {
		t.Run(name, func(t *testing.T) {
			retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
				address := answering(t, &host{corpora: []engine.Retriever{memory.New("m:1", "few", papers...)}})
				r := open(t, remote.Options{Address: address + path, Manuscript: true})
				if g, all := r.(*remote.Group); all {
					return named{g}
				}
				return r
			})
		})
	}
}

// named describes a server with one corpus by that corpus's name and ID, which its papers contain.
type named struct{ *remote.Group }

func (n named) Info(ctx context.Context) (engine.Info, error) {
	corpora, err := n.Corpora(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	return corpora[0].Info(ctx)
}

func TestAServerOfSeveralCorporaIsSearchedAsOne(t *testing.T) {
	all := retrievertest.Papers()
	h := &host{corpora: []engine.Retriever{memory.New("m:1", "few", all[:2]...), memory.New("m:2", "more", all[1:]...)}}
	address := answering(t, h)
	r := open(t, remote.Options{Address: address, Manuscript: true})
	found, err := r.Search(t.Context(), engine.Request{Years: engine.Years{From: 1900}, Limit: 10})
	if err != nil || found.Matching != 5 || len(found.Candidates) != 5 {
		t.Fatalf("%+v, %v", found, err)
	}
	for i, want := range []string{"few", "few", "more", "more", "more"} {
		if p := found.Candidates[i].Paper; p.Corpus != want ||
			!strings.HasPrefix(p.CorpusID, address+"/v1/corpora/m:") {
			t.Errorf("%s is of %s, %s", p.ID, p.Corpus, p.CorpusID)
		}
	}
	info, err := r.Info(t.Context())
	if err != nil || info.Papers != 6 || info.ID != address {
		t.Errorf("%+v, %v", info, err)
	}
	iron := found.Candidates[2].Paper
	papers, err := r.Papers(
		t.Context(),
		[]engine.WorkRef{
			{ID: iron.ID, Corpus: iron.CorpusID},
			{ID: "attention"},
			{ID: "attention", Corpus: "elsewhere"},
		},
	)
	if err != nil || papers[0].Corpus != "more" || papers[1] == nil || papers[2] != nil {
		t.Errorf("%v, %v", papers, err)
	}
}

// A single request finds papers and returns the records of those that are shown.
func TestAQuestionIsOneRoundTrip(t *testing.T) {
	h := &host{corpora: []engine.Retriever{memory.New("m:1", "few", retrievertest.Papers()...)}}
	r := open(t, remote.Options{Address: answering(t, h), Manuscript: true})
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{r, memory.New("here", "here")}})
	for round := range 2 {
		found, err := e.Discover(
			t.Context(), engine.Query{Context: []string{"Athletes lack iron."}, Keywords: "iron", Limit: 3},
		)
		if err != nil || len(found.Papers) != 1 {
			t.Fatalf("%+v, %v", found, err)
		}
		if asked := h.questions(); round > 0 && len(asked) != 1 {
			t.Errorf("the search asked %q", asked)
		}
		p := found.Papers[0].Paper
		whole, err := e.Papers(t.Context(), []engine.WorkRef{{ID: p.ID, Corpus: p.CorpusID}})
		if err != nil || whole[0] == nil {
			t.Fatal(whole, err)
		}
		if asked := h.questions(); len(asked) > 0 {
			t.Errorf("the sentence asked %q", asked)
		}
	}
}

func TestTheManuscriptStaysHereUnlessTheUserSaysSo(t *testing.T) {
	for _, manuscript := range []bool{false, true} {
		h := &host{corpora: []engine.Retriever{memory.New("m:1", "few", retrievertest.Papers()...)}}
		far := open(t, remote.Options{Address: answering(t, h), Manuscript: manuscript})
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{far}})
		q := engine.Query{
			Context:    []string{"My unpublished claim."},
			Keywords:   "iron",
			Manuscript: engine.Manuscript{Title: "My secret title"},
			Limit:      3,
		}
		if found, err := e.Discover(t.Context(), q); err != nil || len(found.Papers) != 1 {
			t.Errorf("%+v, %v", found.Papers, err)
		}
		refs := []engine.WorkRef{
			{DOI: "10.3390/iron", Title: "Secret entry", Author: "Colleague", ID: "home/me/thesis.bib"},
			{Title: "Another secret"},
		}
		if papers, err := far.Papers(t.Context(), refs); err != nil || papers[0] == nil || papers[1] != nil {
			t.Errorf("%v, %v", papers, err)
		}
		sent := strings.Join(h.questions(), "\n")
		for _, word := range []string{"unpublished", "claim", "ecret entry", "Colleague", "thesis", "Another"} {
			if strings.Contains(sent, word) != manuscript {
				t.Errorf("manuscript %v, and of %q: %s", manuscript, word, sent)
			}
		}
		if strings.Contains(sent, "secret title") || !strings.Contains(sent, `"phrase":["iron"]`) {
			t.Errorf("sent: %s", sent)
		}
	}
}

func TestWithoutKeywordsThereIsNothingToAskAServerThatMayNotKnowTheManuscript(t *testing.T) {
	h := &host{corpora: []engine.Retriever{memory.New("m:1", "few", retrievertest.Papers()...)}}
	address := answering(t, h)
	for _, path := range []string{"", "/v1/corpora/few"} {
		far := open(t, remote.Options{Address: address + path})
		e := engine.New(
			engine.Parts{Retrievers: []engine.Retriever{far, memory.New("here", "here", retrievertest.Papers()...)}},
		)
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Athletes lack iron."}, Limit: 3})
		if err != nil || len(found.Papers) != 3 || len(found.Notices) != 1 ||
			!strings.Contains(found.Notices[0].Text, "remote.manuscript") {
			t.Errorf("%+v, %v", found, err)
		}
		if _, _, err := e.Titled(t.Context(), "My secret title", engine.ByAuthor("Colleague"), 5); err != nil {
			t.Error(err)
		}
	}
	if sent := strings.Join(h.questions(), "\n"); strings.Contains(sent, "search") ||
		strings.Contains(sent, "olleague") {
		t.Error(sent)
	}
}

func TestOnlyHostsThatTheUserNamedAreAsked(t *testing.T) {
	if _, err := remote.Open(remote.Options{Address: "https://papers.example", Network: network.New(nil)}); err == nil {
		t.Error("a host that is not allowed is asked")
	}
}

func TestATokenIsSentAndNeverShown(t *testing.T) {
	const token = "sc-secret-1"
	h := &host{corpora: []engine.Retriever{memory.New("m:1", "few", retrievertest.Papers()...)}}
	var reads, refusals int
	address := answering(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token || refusals > 0 {
			refusals--
			w.Header().Set(remote.VersionHeader, remote.Version)
			w.WriteHeader(http.StatusUnauthorized)
			json.NewEncoder(w).
				Encode(map[string]any{"error": map[string]string{"message": "no: " + r.Header.Get("Authorization") + "\x1b[31m"}})
			return
		}
		h.ServeHTTP(w, r)
	}))
	read := func(context.Context) (string, error) { reads++; return token, nil }
	r := open(t, remote.Options{Address: address, Token: read, Manuscript: true})
	for range 2 {
		if _, err := r.Search(t.Context(), engine.Request{Keywords: []string{"iron"}, Limit: 1}); err != nil {
			t.Fatal(err)
		}
	}
	refusals = 1
	_, err := r.Search(t.Context(), engine.Request{Keywords: []string{"iron"}, Limit: 1})
	if err == nil || strings.Contains(err.Error(), token) || strings.ContainsRune(err.Error(), '\x1b') ||
		!strings.Contains(err.Error(), "remote.token_env") ||
		reads != 1 {
		t.Errorf("%v, read %d times", err, reads)
	}
	none := open(
		t,
		remote.Options{
			Address: address,
			Token:   func(context.Context) (string, error) { return "", errors.New("LAB_TOKEN is empty") },
		},
	)
	if _, err := none.Info(t.Context()); err == nil || !strings.Contains(err.Error(), "its token cannot be read: LAB_TOKEN is empty") {
		t.Error(err)
	}
}

// Replies from another machine are untrusted.
func TestAStrangersRepliesAreErrorsOrHarmless(t *testing.T) {
	replies := make(map[string]string)
	address := answering(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(remote.VersionHeader, remote.Version)
		w.Write([]byte(replies[r.URL.Path]))
	}))
	const path = "/v1/corpora/few"
	replies[path+"/info"] = `{"ID": "\u001b", "Name": "few\u001b[31m\u202e papers", "Papers": -5, "FullTexts": 9, "Path": "/etc"}`
	for name, reply := range map[string]string{
		"no JSON": "<html>", "cut short": `{"Matching": 3, "Candidates": [{"Paper"`, "another type": `[1, 2]`, "endless": strings.Repeat("[", 33<<20),
	} {
		replies[path+"/search"] = reply
		if found, err := open(t, remote.Options{Address: address + path, Manuscript: true}).Search(t.Context(), engine.Request{Limit: 5}); err == nil {
			t.Errorf("%s: %+v", name, found)
		}
	}
	replies[path+"/search"] = `{"Matching": -1, "Lexical": true, "Semantic": true, "Notices": [{"text": "pay"}], "Candidates": [
		{"Paper": {"ID": "1", "Title": "Buy", "Own": true, "Corpus": "library", "CorpusID": "disk:1", "Entry": "@misc{x}"}, "BM25": 1e300, "Cosine": -7, "Views": [1, 2, 3]},
		{"Paper": {"ID": "1"}}, {"Paper": {"ID": "2\u001b[2J"}}, {"Paper": {"ID": "` + strings.Repeat(
		"x",
		2000,
	) + `"}}, {"Paper": null}, {}]}`
	replies[path+"/papers"] = `[{"ID": "other", "Title": "Another paper"}, {"ID": "1", "Corpus": "library"}]`
	c := open(t, remote.Options{Address: address + path, Manuscript: true})
	info, err := c.Info(t.Context())
	if want := (engine.Info{ID: address + path, Path: address + path, Name: "few[31m papers"}); err != nil ||
		info != want {
		t.Errorf("%+v, %v", info, err)
	}
	found, err := c.Search(t.Context(), engine.Request{Limit: 5, Vector: []float32{1}})
	if err != nil || len(found.Candidates) != 1 || found.Matching != 1 || found.Notices != nil {
		t.Fatalf("%+v, %v", found, err)
	}
	if only := found.Candidates[0]; only.BM25 != 1 || only.Cosine != -1 || len(only.Views) != 0 || only.Paper.Own ||
		only.Paper.Corpus != info.Name ||
		only.Paper.CorpusID != info.ID ||
		only.Paper.Entry != "" {
		t.Errorf("%+v", only)
	}
	papers, err := c.Papers(t.Context(), []engine.WorkRef{{DOI: "10.3390/iron"}, {ID: "1"}})
	if err != nil || papers[0] != nil || papers[1].Corpus != info.Name {
		t.Errorf("%v, %v", papers, err)
	}
	if papers, err := c.Papers(t.Context(), []engine.WorkRef{{ID: "1"}}); err == nil {
		t.Errorf("%v", papers)
	}
}

func TestAServerThatCannotBeUsedSaysWhatToDo(t *testing.T) {
	for want, answer := range map[string]http.HandlerFunc{
		"check the address": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("[]")) },
		"uses version 2 of the API": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(remote.VersionHeader, "2")
			w.WriteHeader(400)
		},
		"redirects to http://127.0.0.1:1, but": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"try again in 1h0m0s": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(503)
		},
		"/v1/corpora on that server lists": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) },
		"use the address of one of them, such as http://127.0.0.": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(remote.VersionHeader, "1")
			w.Write([]byte("[" + strings.Repeat("{},", 64) + "{}]"))
		},
	} {
		r := open(t, remote.Options{Address: answering(t, answer), Manuscript: true})
		if _, err := r.Info(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestAServerThatFailsIsANoticeAndIsLeftAloneForAWhile(t *testing.T) {
	const pause = 2 * time.Second // the first pause; each further pause doubles
	var asked time.Time
	broken := open(
		t,
		remote.Options{
			Manuscript: true,
			Address: answering(
				t,
				http.HandlerFunc(
					func(w http.ResponseWriter, _ *http.Request) {
						if since := time.Since(asked); since < pause {
							t.Errorf("a server that failed was asked again after %v", since)
						}
						asked = time.Now()
						http.Error(w, "no disk", 500)
					},
				),
			),
		},
	)
	waiting := make(chan struct{})
	silent := open(
		t,
		remote.Options{
			Manuscript: true,
			Address: answering(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set(remote.VersionHeader, remote.Version)
				w.Write([]byte("["))
				http.NewResponseController(w).Flush()
				<-waiting
			})),
		},
	)
	t.Cleanup(func() { close(waiting) }) // runs before the server waits for its handlers
	here := memory.New("m:1", "here", retrievertest.Papers()...)
	e := engine.New(
		engine.Parts{Retrievers: []engine.Retriever{broken, brief{silent}, here}, Patience: time.Hour},
	)
	for range 3 {
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Iron."}, Limit: 3})
		if err != nil || len(found.Papers) != 3 || len(found.Notices) != 2 {
			t.Fatalf("%+v, %v", found, err)
		}
		if failed := found.Notices[0]; failed.Code != engine.NoticeFailed ||
			!strings.Contains(failed.Text, "no disk") ||
			!strings.HasPrefix(failed.Subject, "127.0.0.1:") {
			t.Errorf("%+v", failed)
		}
	}
	if asked.IsZero() {
		t.Error("the server that fails was not asked")
	}
}

// If a server answers searches but not record requests, searches fail immediately with the reason,
// until it is tried again.
func TestAServerWithoutRecordsIsLeftOutOfSearches(t *testing.T) {
	for name, papers := range map[string]http.HandlerFunc{
		"fails":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"too few":  func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("[]")) },
		"too many": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`[{"ID": "1"}, {"ID": "2"}]`)) },
		"silent":   func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		searches := 0
		c := open(
			t,
			remote.Options{
				Manuscript: true,
				Address: answering(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					w.Header().Set(remote.VersionHeader, remote.Version)
					switch path.Base(r.URL.Path) {
					case "info":
						w.Write([]byte(`{"Name": "few", "Papers": 1}`))
					case "search":
						searches++
						w.Write([]byte(`{"Matching": 1, "Candidates": [{"Paper": {"ID": "1", "Title": "Iron"}}]}`))
					default:
						papers(w, r)
					}
				})) + "/v1/corpora/few",
			},
		)
		if found, err := c.Search(t.Context(), engine.Request{Limit: 1}); err != nil || len(found.Candidates) != 1 {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if papers, err := c.Papers(ctx, []engine.WorkRef{{ID: "1"}}); err == nil {
			t.Errorf("%s: %v", name, papers)
		}
		cancel()
		found, err := c.Search(t.Context(), engine.Request{Limit: 1})
		if err == nil || !strings.Contains(err.Error(), "will be queried again within") || searches != 1 {
			t.Errorf("%s: %+v, %v after %d searches", name, found, err, searches)
		}
	}
}

// A brief retriever has a shorter time limit than usual, since the usual limit is too long for a
// test.
type brief struct{ engine.Retriever }

func (brief) Limits() engine.Limits { return engine.Limits{Patience: 10 * time.Millisecond} }

func TestAQuestionIsBounded(t *testing.T) {
	long := *retrievertest.Papers()[0]
	long.ID, long.Abstract = "long", strings.Repeat("x", 9<<20)
	r := memory.New("m:1", "few", &long)
	for name, test := range map[string]struct{ path, question, says string }{
		"a limit of a million":      {"/search", `{"limit": 1000000}`, "a limit from 0 to 1000"},
		"many papers":               {"/papers", "[" + strings.Repeat("{},", 2000) + "{}]", "at most 1000"},
		"views of another embedder": {"/search", `{"limit":1,"vector":[1,0],"views":[[1,0],[],[1]]}`, "a view has 1 numbers, but the vector has 2"},
		"many views":                {"/search", `{"limit":1,"views":[[],[],[],[],[],[],[],[],[]]}`, "9 views"},
		"a whole book":              {"/search", `{"limit":1,"context":["` + strings.Repeat("word ", 20000) + `"]}`, "at most 1000 texts and 65536"},
		"many keywords":             {"/search", `{"limit":1,"keywords":[` + strings.Repeat(`"a",`, 1000) + `"a"]}`, "at most 1000 texts and 65536"},
		"a large reply":             {"/papers", `[{"ID":"long"},{"ID":"long"}]`, "the records of 2 papers are larger than 16 MB in all: request fewer"},
		"a large question":          {"/papers", `"` + strings.Repeat("x", 5<<20), "the request body is larger than 4 MB"},
		"another type":              {"/papers", `{}`, "cannot unmarshal"},
		"no such question":          {"/other", "", "unknown path"},
		"a path that climbs":        {"/info/..", "", "unknown path"},
	} {
		reply, err := remote.Answer(t.Context(), r, test.path, strings.NewReader(test.question))
		var wrong *remote.QuestionError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %.100v, %v", name, reply, err)
		}
	}
}

// An owner's BibTeX entries and file paths are not shared.
func TestWhatIsTheOwnersIsNotShared(t *testing.T) {
	owned := *retrievertest.Papers()[0]
	owned.Entry, owned.File = "@misc{a, note={my secret}}", "/home/me/secret.pdf"
	r := memory.New("m:1", "few", &owned)
	for path, question := range map[string]string{"/search": `{"limit":1}`, "/papers": `[{"ID":"` + owned.ID + `"}]`, "/info": ""} {
		reply, err := remote.Answer(t.Context(), r, path, strings.NewReader(question))
		raw, failed := json.Marshal(reply)
		if err != nil || failed != nil || strings.Contains(string(raw), "secret") ||
			path != "/info" && !strings.Contains(string(raw), owned.Title) {
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

// No reply from a server may crash the client.
func FuzzReply(f *testing.F) {
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(remote.VersionHeader, remote.Version)
		w.Write([]byte(body))
	}))
	f.Cleanup(server.Close)
	f.Add(`[{"id": "m:1", "name": "few"}]`)
	f.Add(`{"Matching": 1, "Candidates": [{"Paper": {"ID": "1", "Title": "A"}, "Views": [1]}]}`)
	f.Add(`[{"ID": "1"}]`)
	f.Fuzz(func(t *testing.T, reply string) {
		body = reply
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{
			open(
				t, remote.Options{Address: server.URL, Manuscript: true},
			), open(t, remote.Options{Address: server.URL + "/v1/corpora/few", Manuscript: true}),
		}})
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Iron."}, Limit: 3})
		for _, one := range found.Papers {
			if err == nil && one.Paper.ID == "" {
				t.Error(one)
			}
		}
		_, _ = e.Papers(t.Context(), []engine.WorkRef{{ID: "1"}})
	})
}

// embedded is a corpus with vectors of the given embedder.
type embedded struct {
	engine.Retriever
	embedder string
}

func (e embedded) Info(ctx context.Context) (engine.Info, error) {
	info, err := e.Retriever.Info(ctx)
	info.Embedder = e.embedder
	return info, err
}

// A server of which only some corpora have joined vectors is still searched by vectors.
func TestTheEmbedderOfAServerIncludesThoseOfItsCorpora(t *testing.T) {
	for _, c := range []struct {
		embedders []string
		want      string
	}{
		{[]string{"a:1", "a:1"}, "a:1"},
		{[]string{"a:1", "a:1+b:1"}, "a:1+b:1"},
		{[]string{"a:1+b:1", "b:1", "a:1"}, "a:1+b:1"},
		{[]string{"a:1", "b:1"}, ""},
		{[]string{"a:1", "", "a:1+b:1"}, ""},
		{[]string{"", "a:1"}, ""},
	} {
		h := new(host)
		for i, embedder := range c.embedders {
			id := fmt.Sprint("m:", i)
			h.corpora = append(h.corpora, embedded{memory.New(id, id, retrievertest.Papers()...), embedder})
		}
		info, err := open(t, remote.Options{Address: answering(t, h), Manuscript: true}).Info(t.Context())
		if err != nil || info.Embedder != c.want {
			t.Errorf("%q: %q, %v", c.embedders, info.Embedder, err)
		}
	}
}
