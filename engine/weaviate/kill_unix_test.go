//go:build unix

package weaviate_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

// lastNode is the node that is killed. The other nodes still form a majority.
type lastNode struct{ data, name string }

func theLast(t *testing.T) lastNode {
	t.Helper()
	data := os.Getenv("SCILIT_TEST_WEAVIATE_DATA")
	if data == "" || len(nodes(t)) < 3 {
		t.Skip("no cluster of three nodes of our own: `make test-weaviate` makes one")
	}
	return lastNode{data, fmt.Sprint("node-", len(nodes(t)))}
}

func (n lastNode) kill(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(n.data, n.name+".pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// start starts the node again. It keeps running after the test.
func (n lastNode) start(t *testing.T) {
	t.Helper()
	if err := exec.Command(filepath.Join(n.data, n.name+".sh")).Start(); err != nil {
		t.Fatal(err)
	}
}

// has reports whether the node itself has an object.
func (n lastNode) has(t *testing.T, collection, key string) bool {
	answer, err := http.Get("http://" + nodes(t)[0] + "/v1/objects/" + collection + "/" + key + "?node_name=" + n.name)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

func numbered(batch int) (papers []*engine.Paper) {
	for i := range perBatch {
		n := perBatch*batch + i
		papers = append(papers, &engine.Paper{
			ID: fmt.Sprintf(
				"paper-%d-%d", batch, i,
			), Title: fmt.Sprintf("On the iron of paper %d", n), Abstract: inLetters(n), Year: 2000 + batch,
		})
	}
	return papers
}

// inLetters writes a number in letters, since the embedder of these tests distinguishes texts by
// their letters.
func inLetters(n int) string {
	var word strings.Builder
	for place, first := range []rune{'a', 'k', 'u'} {
		digit := n / []int{1, 10, 100}[place] % 10
		word.WriteString(strings.Repeat(string(first+rune(digit%6)), 3+digit))
	}
	return word.String()
}

// No acknowledged paper is lost, no search fails, and a restarted node receives the papers it
// missed.
func TestANodeIsKilledWhileReadingAndWriting(t *testing.T) {
	for _, vectors := range []string{"flat", "hnsw"} {
		t.Run(vectors, func(t *testing.T) { play(t, weaviate.Layout{Shards: 3, Replicas: 3, Vectors: vectors}) })
	}
}

const (
	perBatch                 = 20
	killAt, startAt, batches = 4, 12, 16
	repairBy                 = 5 * time.Minute
)

func play(t *testing.T, as weaviate.Layout) {
	last := theLast(t)
	c := empty(t, as, letters{})
	publish(t, c, withVectors(t, numbered(0)))
	var searching sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	searches, failed := 0, 0
	searching.Go(func() { searches, failed = search(t, ctx, c) })
	var written []*engine.Paper
	for batch := 1; batch <= batches; batch++ {
		switch batch {
		case killAt:
			last.kill(t)
		case startAt:
			last.start(t)
		}
		papers := numbered(batch)
		publish(t, c, withVectors(t, papers))
		written = append(written, papers...)
	}
	stop()
	searching.Wait()
	t.Logf(
		"%d papers acknowledged, %d while a node was away; %d searches, %d failed", len(written),
		perBatch*(startAt-killAt), searches, failed,
	)
	if failed > 0 || searches == 0 {
		t.Errorf("%d of %d searches failed", failed, searches)
	}
	expectAll(t, c, written)
	waitForRepair(t, last, c, written)
	all := append(numbered(0), written...)
	for _, node := range nodes(t) {
		t.Logf("%s: %s alone does not find by its vector: %v", as.Vectors, node, unfound(t, c, node, all))
	}
	sum, err := c.Verify(t.Context(), withVectors(t, all), nil)
	t.Logf("verified: %+v", sum)
	if err != nil || sum.Sent+sum.Unchanged != len(all) {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, node := range nodes(t) {
		missing := unfound(t, c, node, all)
		t.Logf("after Verify %s alone does not find by its vector: %v", node, missing)
		if len(missing) > 0 {
			t.Errorf("%d are missing", len(missing))
		}
	}
}

// search searches until ctx ends.
func search(t *testing.T, ctx context.Context, c *weaviate.Corpus) (searches, failed int) {
	vectors, _ := letters{}.Embed(ctx, []string{"On the iron of paper"})
	for ctx.Err() == nil {
		got, err := c.Search(
			t.Context(),
			engine.Request{
				Keywords: []string{"iron"},
				Vector:   vectors[0],
				Embedder: "letters-1",
				Years:    engine.Years{From: 2000},
				Limit:    5,
			},
		)
		if searches++; err != nil || len(got.Candidates) == 0 {
			failed++
			t.Logf("a search: %d candidates, %v", len(got.Candidates), err)
		}
	}
	return searches, failed
}

func expectAll(t *testing.T, c *weaviate.Corpus, written []*engine.Paper) {
	t.Helper()
	refs := make([]engine.WorkRef, len(written))
	for i, p := range written {
		refs[i].ID = p.ID
	}
	found, err := c.Papers(t.Context(), refs)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range found {
		if p == nil {
			t.Errorf("%s was acknowledged, and is lost", written[i].ID)
		}
	}
}

// waitForRepair waits until the killed node has all objects of the other nodes.
func waitForRepair(t *testing.T, last lastNode, c *weaviate.Corpus, written []*engine.Paper) {
	t.Helper()
	begun := time.Now()
	for missing := written; ; time.Sleep(time.Second) {
		var still []*engine.Paper
		for _, p := range missing {
			if !last.has(t, c.Collection(), weaviate.KeyOf(p.ID)) {
				still = append(still, p)
			}
		}
		switch missing = still; {
		case len(missing) == 0:
			t.Logf("repaired %v after the last write", time.Since(begun).Round(time.Second))
			return
		case time.Since(begun) > repairBy:
			t.Fatalf(
				"%s still lacks %d of %d papers, %s among them", last.name, len(missing), len(written),
				missing[0].ID,
			)
		}
	}
}

// unfound returns the IDs of the papers that a single node does not find by a vector search for all
// neighbours. After a kill, a node can have a paper that its vector index lacks.
func unfound(t *testing.T, c *weaviate.Corpus, node string, papers []*engine.Paper) (missing []string) {
	t.Helper()
	address, err := weaviate.ParseAddress("weaviate+http://" + node + "/" + c.Collection())
	if err != nil {
		t.Fatal(err)
	}
	alone, err := weaviate.Open(weaviate.Options{Address: address, Manuscript: true})
	if err != nil {
		t.Fatal(err)
	}
	query, _ := letters{}.Embed(t.Context(), []string{"On the iron of paper"})
	got, err := alone.Search(t.Context(), engine.Request{Vector: query[0], Embedder: "letters-1", Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, candidate := range got.Candidates {
		found[candidate.Paper.ID] = true
	}
	for _, p := range papers {
		if !found[p.ID] {
			missing = append(missing, p.ID)
		}
	}
	return missing
}
