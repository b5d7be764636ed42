package index_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// BenchmarkPrefetch measures requests to an idle index, and to one that another process keeps
// updating.
func BenchmarkPrefetch(b *testing.B) {
	material := realParts(b)
	dir := b.TempDir()
	build(b, dir, onnx.Static(), sequence(material.papers))
	x := open(b, dir)
	b.Run("quiet", func(b *testing.B) { prefetches(b, x, material) })
	b.Run("updates", func(b *testing.B) {
		writer := startHelper(b, "churn", dir, 0)
		defer func() {
			_ = writer.Process.Kill()
			_ = writer.Wait()
		}()
		for before := list(b, dir).Segments; list(b, dir).Segments == before; {
			time.Sleep(time.Millisecond)
		}
		prefetches(b, x, material)
	})
}

func prefetches(b *testing.B, x *index.Index, material material) {
	var took []float64
	for i := 0; b.Loop(); i++ {
		about := material.papers[i*37%len(material.papers)].Abstract
		vectors, err := onnx.Static().Embed(b.Context(), []string{about})
		if err != nil {
			b.Fatal(err)
		}
		req := engine.Request{Vector: vectors[0], Embedder: onnx.Static().ID(), Limit: 100, Context: []string{about}}
		begin := time.Now()
		if _, err := x.Search(b.Context(), req); err != nil {
			b.Fatal(err)
		}
		took = append(took, float64(time.Since(begin).Microseconds())/1000)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*95/100], "p95-ms")
}

// churnHelper updates an index at most ten times per second, until it is killed.
func churnHelper(dir string, _ int) error {
	for i := 1; ; i++ {
		papers, err := rounds(i)
		if err != nil {
			return err
		}
		some := papers[:20]
		if _, err := index.Add(context.Background(), index.BuildOptions{Dir: dir, Embedder: onnx.Static()}, sequence(some)); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
		if _, _, err := index.Remove(context.Background(), dir, []string{some[0].ID, some[1].ID}, false); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}
