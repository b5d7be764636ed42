package weaviate_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

// replicas are nodes that each have all objects. Like Weaviate, they do not index a vector again if
// it equals the stored one.
type replicas struct {
	mu     sync.Mutex
	nodes  []*replica
	queue  int
	levels []string // consistency levels of the writes
}

type replica struct {
	url     string
	digests map[string]string
	vectors map[string][]float32
	indexed map[string]bool // objects in the vector index
	linked  map[string]bool // objects in its graph
	stuck   string          // object that its graph never links
	noise   int             // number of unknown objects returned before all others
}

func newReplicas(t *testing.T, n int) *replicas {
	all := &replicas{}
	for range n {
		r := &replica{
			digests: map[string]string{},
			vectors: map[string][]float32{},
			indexed: map[string]bool{},
			linked:  map[string]bool{},
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			all.mu.Lock()
			defer all.mu.Unlock()
			_ = json.NewEncoder(w).Encode(all.answer(r, request))
		}))
		t.Cleanup(server.Close)
		r.url = strings.TrimPrefix(server.URL, "http://")
		all.nodes = append(all.nodes, r)
	}
	return all
}

func (all *replicas) answer(r *replica, request *http.Request) any {
	switch {
	case strings.HasPrefix(request.URL.Path, "/v1/nodes"):
		nodes := make([]any, len(all.nodes))
		for i := range nodes {
			nodes[i] = map[string]any{"shards": []any{map[string]any{"vectorQueueLength": all.queue}}}
		}
		return map[string]any{"nodes": nodes}
	case strings.HasPrefix(request.URL.Path, "/v1/batch"):
		all.levels = append(all.levels, request.URL.Query().Get("consistency_level"))
		return all.write(request)
	case strings.HasPrefix(request.URL.Path, "/v1/schema"):
		return map[string]any{
			"description":     `{"scilit":1,"name":"few","embedder":"letters-1","dimension":26,"state":"x"}`,
			"vectorIndexType": "hnsw",
		}
	}
	return r.found(request)
}

func (all *replicas) write(request *http.Request) any {
	var batch struct {
		Objects []struct {
			ID         string
			Vector     []float32
			Properties struct{ Digest string }
		}
	}
	_ = json.NewDecoder(request.Body).Decode(&batch)
	var answers []any
	for _, o := range batch.Objects {
		for _, r := range all.nodes {
			if !slices.Equal(r.vectors[o.ID], o.Vector) {
				r.indexed[o.ID], r.linked[o.ID] = true, o.ID != r.stuck
			}
			r.digests[o.ID], r.vectors[o.ID] = o.Properties.Digest, o.Vector
		}
		answers = append(answers, map[string]any{"id": o.ID})
	}
	return answers
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// found returns the objects for a query by keys or by vector. A query by vector finds only objects
// whose vectors are in the node's index.
func (r *replica) found(request *http.Request) any {
	var q struct{ Query string }
	_ = json.NewDecoder(request.Body).Decode(&q)
	if strings.Contains(q.Query, "reached:") {
		return r.reached()
	}
	var hits []any
	for _, id := range uuids.FindAllString(q.Query, -1) {
		if r.indexed[id] || r.digests[id] != "" && !strings.Contains(q.Query, "nearVector") {
			hits = append(hits, map[string]any{"digest": r.digests[id], "_additional": map[string]any{"id": id}})
		}
	}
	return map[string]any{"data": map[string]any{"Get": map[string]any{"embedded": hits, "there": hits}}}
}

// reached returns all objects that can be reached in the graph.
func (r *replica) reached() any {
	var hits []any
	for i := range r.noise {
		hits = append(hits, map[string]any{"_additional": map[string]any{"id": fmt.Sprint(i), "distance": .5}})
	}
	for id, linked := range r.linked {
		if linked {
			hits = append(hits, map[string]any{"_additional": map[string]any{"id": id, "distance": .5}})
		}
	}
	return map[string]any{"data": map[string]any{"Get": map[string]any{"reached": hits}}}
}

func (all *replicas) open(t *testing.T, named int) *weaviate.Corpus {
	t.Helper()
	var urls []string
	for _, r := range all.nodes[:named] {
		urls = append(urls, r.url)
	}
	return opened(t, true, urls...)
}

func TestAVectorThatANodeLacksIsSentAgainWithAnotherLength(t *testing.T) {
	all := newReplicas(t, 3)
	c, papers := all.open(t, 3), withVectors(t, retrievertest.Papers())
	verify := func(step string, want weaviate.PushCounts) {
		t.Helper()
		if got, err := c.Verify(t.Context(), papers, nil); err != nil || got != want {
			t.Errorf("%s: %+v, want %+v, %v", step, got, want, err)
		}
	}
	if got, err := c.Push(t.Context(), papers, nil); err != nil || got.Sent != 5 {
		t.Fatalf("%+v, %v", got, err)
	}
	verify("all is well", weaviate.PushCounts{Unchanged: 5})
	key := weaviate.KeyOf("iron")
	delete(all.nodes[2].indexed, key)
	all.nodes[1].digests[weaviate.KeyOf("survey")] = "old"
	before := all.nodes[2].vectors[key][0]
	verify("a node lacks a vector, another one has an old record", weaviate.PushCounts{Sent: 2, Unchanged: 3})
	verify("mended", weaviate.PushCounts{Unchanged: 5})
	if after := all.nodes[2].vectors[key][0]; !isPowerOfTwo(after / before) {
		t.Errorf("the vector was multiplied by %v", after/before)
	}
	delete(all.nodes[1].linked, key)
	verify("the graph of a node has no way to a paper", weaviate.PushCounts{Sent: 1, Unchanged: 4})
	verify("linked", weaviate.PushCounts{Unchanged: 5})
	// by chance, one scale in eight is the old one, and the paper is sent once more
	if levels := fmt.Sprint(all.levels); !strings.HasPrefix(levels, "[QUORUM ALL ALL") {
		t.Error(levels)
	}
}

func isPowerOfTwo(x float32) bool { return x >= 2 && int(x)&(int(x)-1) == 0 && x == float32(int(x)) }

// If a graph does not accept a paper, the other papers are still written.
func TestWhatAGraphStillHidesIsCounted(t *testing.T) {
	all := newReplicas(t, 2)
	all.nodes[1].stuck = weaviate.KeyOf("iron")
	c, papers := all.open(t, 2), withVectors(t, retrievertest.Papers())
	if _, err := c.Push(t.Context(), papers, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Verify(t.Context(), papers, nil); err != nil ||
		got != (weaviate.PushCounts{Sent: 1, Unchanged: 4, Hidden: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// Results beyond the requested limit are ignored.
func TestANodeThatAnswersTooMuchIsNotBelieved(t *testing.T) {
	all := newReplicas(t, 1)
	all.nodes[0].noise = 2000
	c, papers := all.open(t, 1), withVectors(t, retrievertest.Papers())
	if _, err := c.Push(t.Context(), papers, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Verify(t.Context(), papers, nil); err != nil || got != (weaviate.PushCounts{Sent: 5, Hidden: 5}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// A paper whose vector is not indexed does not count as present.
func TestAnInterruptedPushSendsHalfWrittenPapersAgain(t *testing.T) {
	all := newReplicas(t, 1)
	c, papers := all.open(t, 1), withVectors(t, retrievertest.Papers())
	if _, err := c.Push(t.Context(), papers, nil); err != nil {
		t.Fatal(err)
	}
	delete(all.nodes[0].indexed, weaviate.KeyOf("iron"))
	if got, err := c.Push(t.Context(), papers, nil); err != nil || got != (weaviate.PushCounts{Sent: 1, Unchanged: 4}) {
		t.Errorf("%+v, %v", got, err)
	}
	if !all.nodes[0].indexed[weaviate.KeyOf("iron")] {
		t.Error("the vector is still in no index: it was sent as it was")
	}
}

func TestWhatCannotBeVerifiedIsAnError(t *testing.T) {
	papers := withVectors(t, retrievertest.Papers()[:1])
	for want, c := range map[string]*weaviate.Corpus{
		"the address names 2":      newReplicas(t, 3).open(t, 2),
		"still indexing 7 vectors": func() *weaviate.Corpus { all := newReplicas(t, 1); all.queue = 7; return all.open(t, 1) }(),
		"cannot be queried directly": func() *weaviate.Corpus {
			all := newReplicas(t, 1)
			return opened(t, true, all.nodes[0].url, "127.0.0.1:1")
		}(),
	} {
		if _, err := c.Verify(t.Context(), papers, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// withVectors yields papers with the vectors that the collection stores for them.
func withVectors(t *testing.T, papers []*engine.Paper) func(yield func(engine.PaperVector, error) bool) {
	t.Helper()
	texts := make([]string, len(papers))
	for i, p := range papers {
		texts[i] = p.TitleAndAbstract()
	}
	vectors, err := letters{}.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(engine.PaperVector, error) bool) {
		for i, p := range papers {
			if !yield(
				engine.PaperVector{Paper: p, Vector: rank.Quantise(vectors[i], make([]int8, len(vectors[i])))},
				nil,
			) {
				return
			}
		}
	}
}
