package index_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// shippedVectors is a journal that `make demo` uses to build the demo's index, since embedding its
// papers takes minutes.
const shippedVectors = "../../testdata/papers/vectors.bin.gz"

var writeVectors = flag.Bool("write-vectors", false, "embed the demo's papers and write "+shippedVectors)

func demoPapers(t *testing.T) (papers []*engine.Paper) {
	t.Helper()
	for _, file := range []string{"acl.jsonl.gz", "biomed.jsonl.gz"} {
		for p, err := range corpus.File(t.Context(), "../../testdata/papers/"+file) {
			if err != nil {
				t.Fatal(err)
			}
			papers = append(papers, p)
		}
	}
	return papers
}

// model returns the demo's embedder, or skips the test if it cannot run.
func model(t *testing.T) *onnx.Embedder {
	t.Helper()
	where, err := onnx.Locate(onnx.Settings{Models: []string{"../../models"}})
	if err != nil {
		t.Skip(err)
	}
	embedder, err := onnx.Open(where)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = embedder.Close() })
	return embedder
}

// Run this test with -write-vectors after changing the model or the papers.
func TestTheVectorsOfTheDemoAreShipped(t *testing.T) {
	papers := demoPapers(t)
	if *writeVectors {
		writeJournal(t, model(t), papers)
	}
	journal := shipped(t)
	for _, p := range papers {
		if hash := binary.LittleEndian.AppendUint64(nil, profile.Hash(p.TitleAndAbstract())); !bytes.Contains(journal, hash) {
			t.Fatalf("%s has no vector: run go test ./engine/index -run Demo -write-vectors", p.ID)
		}
	}
}

// A build reuses the shipped vectors, which must be those that the model computes.
func TestABuildTakesTheShippedVectors(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine compares vectors")
	}
	embedder := model(t)
	some := demoPapers(t)[:300]
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, format.JournalFile), shipped(t), 0o600); err != nil {
		t.Fatal(err)
	}
	counted := &countingEmbedder{Embedder: embedder}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Name: "demo", Embedder: counted}, sequence(some)); err != nil {
		t.Fatal(err)
	}
	if counted.texts > 0 {
		t.Errorf("%d texts of %d were embedded", counted.texts, len(some))
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = x.Close() }()
	compared := 0
	for stored, err := range x.Embedded(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if compared++; compared > 5 {
			break
		}
		vectors, err := embedder.Embed(t.Context(), []string{stored.Paper.TitleAndAbstract()})
		if err != nil {
			t.Skip(err)
		}
		if similar := cosine(vectors[0], stored.Vector.Components); similar < 0.98 {
			t.Errorf("%s: cosine %.3f of the shipped vector with the model's", stored.Paper.ID, similar)
		}
	}
}

func cosine(a []float32, b []int8) float64 {
	var dot, as, bs float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, as, bs = dot+x*y, as+x*x, bs+y*y
	}
	return dot / math.Sqrt(as*bs)
}

// A countingEmbedder counts the texts that it embeds.
type countingEmbedder struct {
	engine.Embedder
	texts int
}

func (e *countingEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e.texts += len(texts)
	return e.Embedder.Embed(ctx, texts)
}

func shipped(t *testing.T) []byte {
	t.Helper()
	file, err := os.Open(shippedVectors)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return journal
}

// writeJournal writes vectors as package write does.
func writeJournal(t *testing.T, embedder engine.Embedder, papers []*engine.Paper) {
	t.Helper()
	var journal bytes.Buffer
	fmt.Fprintf(&journal, "scilit-lsp vectors 1 %q %d\n", embedder.ID(), embedder.Dim())
	for some := range slices.Chunk(papers, 100) {
		texts := make([]string, len(some))
		for i, p := range some {
			texts[i] = p.TitleAndAbstract()
		}
		vectors, err := embedder.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			v := format.PackVector(profile.Hash(text), vectors[i])
			entry := binary.LittleEndian.AppendUint64(nil, v.Hash)
			for _, word := range v.Code {
				entry = binary.LittleEndian.AppendUint64(entry, word)
			}
			entry = append(entry, v.Row...)
			journal.Write(binary.LittleEndian.AppendUint32(entry, crc32.Checksum(entry, format.Castagnoli)))
		}
	}
	var packed bytes.Buffer
	to, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Write(journal.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(shippedVectors, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
