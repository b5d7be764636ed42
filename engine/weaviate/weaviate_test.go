package weaviate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

func normalise(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(max(math.Sqrt(sum), 1e-9))
	}
}

func TestAddresses(t *testing.T) {
	for address, refused := range map[string]string{
		"weaviate+http://127.0.0.1:8080/Papers":                   "",
		"weaviate+https://a.example:8443,b.example:8443/Papers_2": "",
		"weaviate+http://[::1]:8080/P":                            "",
		"http://127.0.0.1:8080/Papers":                            "begin with",
		"weaviate+ftp://127.0.0.1/Papers":                         "begin with",
		"weaviate+http://127.0.0.1:8080":                          "end with",
		"weaviate+http://127.0.0.1:8080/papers":                   "end with",
		"weaviate+http://127.0.0.1:8080/Papers/more":              "end with",
		"weaviate+http://me:secret@127.0.0.1:8080/Papers":         "each host as host:port",
		"weaviate+http://,/Papers":                                "each host as host:port",
	} {
		a, err := weaviate.ParseAddress(address)
		if refused == "" && (err != nil || a.String() != address) ||
			refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%s: %+v, %v", address, a, err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("weaviate+https://a.example:8443,b.example/Papers")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := weaviate.ParseAddress(s)
		if err != nil {
			return
		}
		if again, err := weaviate.ParseAddress(a.String()); err != nil || again.String() != a.String() {
			t.Errorf("%q: %+v, %+v, %v", s, a, again, err)
		}
	})
}

// node starts a server that replies to queries with the function answer.
func node(t *testing.T, answer func(path string, query string) (status int, reply any)) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Query string }
		_ = json.NewDecoder(r.Body).Decode(&q)
		status, reply := answer(r.Method+" "+r.URL.Path, q.Query)
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(reply)
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func opened(t *testing.T, manuscript bool, nodes ...string) *weaviate.Corpus {
	t.Helper()
	address, err := weaviate.ParseAddress("weaviate+http://" + strings.Join(nodes, ",") + "/Papers")
	if err != nil {
		t.Fatal(err)
	}
	c, err := weaviate.Open(weaviate.Options{Address: address, Manuscript: manuscript})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// small replies like a cluster with one paper, whose object has the given fields. It passes one
// query at a time to seen, because a search sends several concurrently.
func small(seen func(query string), fields map[string]any) func(path, query string) (int, any) {
	var mu sync.Mutex
	return func(path, query string) (int, any) {
		if path == "GET /v1/schema/Papers" {
			return 200, map[string]any{
				"description": `{"scilit":1,"name":"few","embedder":"letters-1","dimension":26,"state":"x"}`,
			}
		}
		mu.Lock()
		seen(query)
		mu.Unlock()
		counts, hits := map[string]any{}, map[string]any{}
		for _, name := range []string{"all"} {
			counts[name] = []any{map[string]any{"meta": map[string]any{"count": 1}}}
		}
		for _, name := range []string{"best", "name0", "id0", "whole", "some", "passing"} {
			hits[name] = []any{fields, fields}
		}
		return 200, map[string]any{"data": map[string]any{"Get": hits, "Aggregate": counts}}
	}
}

func none(string) {}

func TestANodeThatFailsIsReplacedByAnother(t *testing.T) {
	var asked atomic.Int32
	failing := node(t, func(string, string) (int, any) { asked.Add(1); return 503, "no leader" })
	broken := node(t, func(path, query string) (int, any) {
		if query == "" {
			return small(none, nil)(path, query)
		}
		asked.Add(1)
		return 200, map[string]any{"errors": []any{map[string]any{"message": "shard: connection refused"}}}
	})
	whole := node(t, small(none, map[string]any{"record": `{"ID":"iron","Title":"Iron deficiency"}`}))
	c := opened(t, true, failing, "127.0.0.1:1", broken, whole)
	for range 20 {
		got, err := c.Search(t.Context(), engine.Request{Keywords: []string{"iron"}, Limit: 3})
		if err != nil || len(got.Candidates) != 1 {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if n := asked.Load(); n > 4 {
		t.Errorf("nodes that fail were asked %d times: the one that answers is to be asked first", n)
	}
}

func TestARepliesScoresAndRecordsAreNotBelieved(t *testing.T) {
	huge := strings.Repeat("A", 1<<16)
	for name, fields := range map[string]map[string]any{
		"no record":             {"record": "{}"},
		"no JSON":               {"record": "{{{"},
		"brackets":              {"record": `{"ID":"x","Body":[` + strings.Repeat(`{},`, 1<<20) + `{}]}`},
		"a vector that is long": {"record": `{"ID":"iron","Title":"Iron"}`, "row": huge},
		"a scale that is none":  {"record": `{"ID":"iron","Title":"Iron"}`, "row": "//9/f39/f39/f39/f39/f39/f39/f39/f39/f38="},
		"another corpus":        {"record": `{"ID":"iron","Title":"Iron","Corpus":"mine","CorpusID":"disk:1","Also":["mine"],"Body":[{}]}`},
	} {
		if testing.Short() && name == "brackets" { // a single goroutine decodes them for a long time
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := opened(t, true, node(t, small(none, fields)))
			vector := make([]float32, 26)
			vector[0] = 1
			got, err := c.Search(
				t.Context(),
				engine.Request{Keywords: []string{"iron"}, Vector: vector, Embedder: "letters-1", Limit: 3},
			)
			if err != nil || len(got.Candidates) > 1 {
				t.Fatalf("%+v, %v", got, err)
			}
			for _, c := range got.Candidates {
				if p := c.Paper; c.BM25 < 0 || c.BM25 > 1 || c.Cosine < -1 || c.Cosine > 1 || p.CorpusID == "disk:1" ||
					p.Corpus != "few" ||
					p.Also != nil ||
					p.Body != nil {
					t.Errorf("%+v, %+v", c, p)
				}
			}
		})
	}
}

func TestAReplyIsBounded(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 70 {
			fmt.Fprint(w, strings.Repeat("x", 1<<20))
		}
	}))
	defer server.Close()
	_, err := opened(t, true, strings.TrimPrefix(server.URL, "http://")).Info(t.Context())
	if err == nil || !strings.Contains(err.Error(), "larger than 64 MB") {
		t.Error(err)
	}
}

func TestWithoutAPermissionNoSentenceLeavesTheMachine(t *testing.T) {
	var queries []string
	fields := map[string]any{"record": `{"ID":"iron","Title":"Iron deficiency"}`}
	address := node(t, small(func(query string) { queries = append(queries, query) }, fields))
	vector := make([]float32, 26)
	vector[0] = .625
	request := engine.Request{
		Context:  []string{"Secret sentences."},
		Keywords: []string{"iron"},
		Vector:   vector,
		Embedder: "letters-1",
		Limit:    3,
	}
	got, err := opened(t, false, address).Search(t.Context(), request)
	if err != nil || got.Lexical || !got.Semantic {
		t.Fatalf("%+v, %v", got, err)
	}
	if sent := strings.Join(queries, "\n"); strings.Contains(sent, "secret") || strings.Contains(sent, "sentenc") ||
		strings.Contains(sent, "0.625") ||
		!strings.Contains(sent, "iron") {
		t.Error(sent)
	}
	queries = nil
	if _, err := opened(t, true, address).Search(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if sent := strings.Join(queries, "\n"); !strings.Contains(sent, "secret") || !strings.Contains(sent, "0.625") {
		t.Errorf("with it: %s", sent)
	}
}

// A user's words appear in a query only as string literals, whatever they contain.
func TestWordsOfAUserAreNoPartOfTheQuestion(t *testing.T) {
	var queries []string
	fields := map[string]any{"record": `{"ID":"iron"}`}
	c := opened(t, true, node(t, small(func(query string) { queries = append(queries, query) }, fields)))
	hostile := "10.1/\"]}}){_additional{vector}} #\\\n\u2028x"
	_, err := c.Search(
		t.Context(), engine.Request{Expr: keyword.Field{Name: "doi", Words: []string{hostile}}, Limit: 1},
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Papers(t.Context(), []engine.WorkRef{{DOI: hostile, ID: hostile, Title: hostile}}); err != nil {
		t.Fatal(err)
	}
	for _, query := range queries {
		if outside := outsideLiterals(t, query); strings.Contains(outside, "vector") ||
			strings.ContainsAny(outside, "#\\\n") {
			t.Error(query)
		}
	}
}

// outsideLiterals returns a query without its string literals.
func outsideLiterals(t *testing.T, query string) string {
	t.Helper()
	var out strings.Builder
	for rest := query; ; {
		before, after, found := strings.Cut(rest, `"`)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		end := 0
		for ; end < len(after) && after[end] != '"'; end++ {
			if after[end] == '\\' {
				end++
			}
		}
		if end >= len(after) {
			t.Fatalf("a literal without end: %s", query)
		}
		rest = after[end+1:]
	}
}

func TestAKeyDoesNotTravelUnencrypted(t *testing.T) {
	address, _ := weaviate.ParseAddress("weaviate+http://papers.example:8080/Papers")
	if _, err := weaviate.Open(weaviate.Options{Address: address, Key: func(context.Context) (string, error) { return "k", nil }}); err == nil {
		t.Error("it was opened")
	}
}

// A collection with vectors of one embedder is searched with the same part of joined vectors.
func TestJoinedVectorsAreComparedByTheirPart(t *testing.T) {
	var queries []string
	fields := map[string]any{"record": `{"ID":"iron","Title":"Iron deficiency"}`}
	address := node(t, small(func(query string) { queries = append(queries, query) }, fields))
	vector := make([]float32, 30)
	vector[0], vector[29] = .6, .8
	for embedder, semantic := range map[string]bool{"letters-1+words-1": true, "letters-2+words-1": false} {
		queries = nil
		got, err := opened(t, true, address).Search(t.Context(), engine.Request{
			Context: []string{"Iron."}, Vector: vector, Views: [][]float32{nil, vector}, Embedder: embedder, Limit: 3,
		})
		sent := strings.Join(queries, "\n")
		if err != nil || got.Semantic != semantic || strings.Contains(sent, "nearVector") != semantic ||
			strings.Contains(sent, "0.8") {
			t.Errorf("%s: %+v, %v: %s", embedder, got, err, sent)
		}
	}
}
