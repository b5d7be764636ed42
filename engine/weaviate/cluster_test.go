package weaviate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

// nodes returns the addresses of the nodes in the cluster started by `make test-weaviate`.
func nodes(t *testing.T) []string {
	t.Helper()
	list := os.Getenv("SCILIT_TEST_WEAVIATE")
	if list == "" {
		t.Skip("no cluster: SCILIT_TEST_WEAVIATE is empty, and `make test-weaviate` sets it")
	}
	return strings.Split(list, ",")
}

var collections atomic.Int32

// empty creates a collection, which is deleted after the test.
func empty(t *testing.T, as weaviate.Layout, embedder engine.Embedder) *weaviate.Corpus {
	t.Helper()
	all := nodes(t)
	name := fmt.Sprintf("Test%d_%d", time.Now().UnixNano(), collections.Add(1))
	address, err := weaviate.ParseAddress("weaviate+http://" + strings.Join(all, ",") + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := weaviate.Open(weaviate.Options{Address: address, Manuscript: true})
	if err != nil {
		t.Fatal(err)
	}
	id, dimension := "", 0
	if embedder != nil {
		id, dimension = embedder.ID(), embedder.Dim()
	}
	if err := c.Ensure(t.Context(), "few", id, dimension, as); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		request, _ := http.NewRequest(http.MethodDelete, "http://"+all[0]+"/v1/schema/"+name, nil)
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
		}
	})
	return c
}

// replicated returns the layout of most tests, in which every node has a copy of each shard.
func replicated(t *testing.T) weaviate.Layout {
	return weaviate.Layout{Shards: 2, Replicas: len(nodes(t)), Vectors: "flat"}
}

func TestAClusterIsARetriever(t *testing.T) {
	retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
		c := empty(t, replicated(t), nil)
		publish(t, c, embedded(papers))
		return c
	})
}

func publish(t *testing.T, c *weaviate.Corpus, papers iter.Seq2[engine.PaperVector, error]) {
	t.Helper()
	if _, err := c.Push(t.Context(), papers, nil); err != nil {
		t.Fatal(err)
	}
}

// letters embeds texts by the letters in them.
type letters struct{}

func (letters) ID() string { return "letters-1" }
func (letters) Dim() int   { return 26 }
func (letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i] = make([]float32, 26)
		for _, r := range strings.ToLower(s) {
			if 'a' <= r && r <= 'z' {
				vectors[i][r-'a']++
			}
		}
		normalise(vectors[i])
	}
	return vectors, nil
}

func TestVectorsOfEachLayoutAreCompared(t *testing.T) {
	for _, as := range []weaviate.Layout{
		{Shards: 1, Replicas: 1, Vectors: "flat"}, {Shards: 2, Replicas: 3, Vectors: "flat", Bits: 8}, {Shards: 1, Replicas: 1, Vectors: "flat", Bits: 1},
		{Shards: 1, Replicas: 1, Vectors: "hnsw"}, {Shards: 1, Replicas: 1, Vectors: "hnsw", Bits: 8}, {Shards: 2, Replicas: 3, Vectors: "hnsw", Bits: 1},
	} {
		t.Run(fmt.Sprintf("%+v", as), func(t *testing.T) {
			c := empty(t, as, letters{})
			publish(t, c, withVectors(t, retrievertest.Papers()))
			query, _ := letters{}.Embed(t.Context(), []string{retrievertest.Papers()[2].TitleAndAbstract()})
			got, err := c.Search(
				t.Context(),
				engine.Request{Vector: query[0], Views: [][]float32{nil, query[0]}, Embedder: "letters-1", Limit: 1},
			)
			if err != nil || !got.Semantic || len(got.Candidates) == 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			best := slices.MaxFunc(
				got.Candidates, func(a, b engine.Candidate) int { return int(1e6 * (a.Cosine - b.Cosine)) },
			)
			if best.Paper.ID != "pooling" || best.Cosine < .99 || len(best.Views) != 2 || best.Views[0] != 0 ||
				best.Views[1] < .99 {
				t.Errorf("%+v", best)
			}
		})
	}
}

func TestAPushGoesOnWhereItWasAndRemovesWhatTheIndexHasNot(t *testing.T) {
	// There is one replica per shard, since a second one may receive a confirmed paper later than a
	// query for it.
	c := empty(t, weaviate.Layout{Shards: 2, Replicas: 1, Vectors: "flat"}, nil)
	papers := retrievertest.Papers()
	push := func(step string, from []*engine.Paper, want weaviate.PushCounts) {
		t.Helper()
		got, err := c.Push(t.Context(), embedded(from), nil)
		if err != nil || got != want {
			t.Errorf("%s: %+v, want %+v, %v", step, got, want, err)
		}
	}
	push("a part, as if it had been interrupted", papers[:2], weaviate.PushCounts{Sent: 2})
	push("all", papers, weaviate.PushCounts{Sent: 3, Unchanged: 2})
	push("once more", papers, weaviate.PushCounts{Unchanged: 5})
	newer := *papers[1]
	newer.Year = 2013
	push("one of them changed", []*engine.Paper{papers[0], &newer}, weaviate.PushCounts{Sent: 1, Unchanged: 1})
	removed, err := c.Prune(t.Context(), func(_ context.Context, ids []string) ([]bool, error) {
		has := make([]bool, len(ids))
		for i, id := range ids {
			has[i] = id == "iron" || id == "survey"
		}
		return has, nil
	})
	info, failed := c.Info(t.Context())
	if removed != 3 || err != nil || failed != nil || info.Papers != 2 {
		t.Errorf("%d removed, %+v, %v, %v", removed, info, err, failed)
	}
	got, err := c.Search(t.Context(), engine.Request{Years: engine.Years{From: 2013}, Limit: 5})
	if err != nil || len(got.Candidates) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func embedded(papers []*engine.Paper) func(yield func(engine.PaperVector, error) bool) {
	return func(yield func(engine.PaperVector, error) bool) {
		for _, p := range papers {
			if !yield(engine.PaperVector{Paper: p}, nil) {
				return
			}
		}
	}
}

func TestACollectionOfOthersIsLeftAlone(t *testing.T) {
	all := nodes(t)
	name := fmt.Sprintf("Foreign%d", time.Now().UnixNano())
	raw, _ := json.Marshal(map[string]any{"class": name, "vectorizer": "none"})
	answer, err := http.Post("http://"+all[0]+"/v1/schema", "application/json", strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	address, _ := weaviate.ParseAddress("weaviate+http://" + all[0] + "/" + name)
	c, err := weaviate.Open(weaviate.Options{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Ensure(t.Context(), "few", "", 0, replicated(t)); err == nil ||
		!strings.Contains(err.Error(), "was not created by") {
		t.Error(err)
	}
}
