package engine_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

var update = flag.Bool("update", false, "write the rankings as they are now")

const goldenRankings = "testdata/rankings.golden"

// goldenQueries contains contexts, each with optional keywords after a vertical bar.
var goldenQueries = []string{
	"Max pooling performs worse than mean pooling. | sentence embeddings",
	"Neural machine translation hallucinates under domain shift. |",
	"Abstractive summaries often contradict the source. | faithfulness | factual consistency",
	"We parse with a graph-based model. | dependency parsing; 2018..2020; -survey",
	"Researchers need tools that recommend what to cite. | citation recommendation",
	"Words that occur in similar contexts have similar meanings. | \"bag of words\"",
}

// Any change in ranking shows up here, paper by paper. The plain engine with static vectors gives the
// same ranking on every machine.
func TestRankingsAreAsTheyWere(t *testing.T) {
	if testing.Short() {
		t.Skip("rankings do not depend on goroutines")
	}
	dir := t.TempDir()
	papers := corpus.File(t.Context(), "../testdata/papers/acl.jsonl.gz")
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Name: "acl", Embedder: onnx.StaticCitations()}, papers); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}, Embedder: onnx.StaticCitations()})
	var got strings.Builder
	for _, q := range goldenQueries {
		sentence, keywords, _ := strings.Cut(q, " |")
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{sentence}, Keywords: strings.TrimSpace(keywords), Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s\n  %d match\n", q, found.Matching)
		for i, f := range found.Papers {
			fmt.Fprintf(&got, "  %d. %s %s\n", i+1, f.Paper.ID, f.Paper.Title)
		}
	}
	if *update {
		os.MkdirAll("testdata", 0o755)
		if err := os.WriteFile(goldenRankings, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenRankings)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}
