//go:build unix

package index_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// BenchmarkOpen measures opening the index in SCILIT_OPEN_INDEX. If missing, the index is first
// built from SCILIT_BENCH_PAPERS papers. Only the first searches verify checksums.
func BenchmarkOpen(b *testing.B) {
	dir := os.Getenv("SCILIT_OPEN_INDEX")
	if dir == "" {
		b.Skip("SCILIT_OPEN_INDEX is not set")
	}
	parts := realParts(b)
	if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err != nil {
		build(b, dir, onnx.Static(), mixed(parts, benchPapers(b)))
	}
	for b.Loop() {
		x, err := index.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
	before := heapMB()
	x := open(b, dir)
	b.ReportMetric(heapMB()-before, "MB-heap")
	b.ReportMetric(peakMB(b), "MB-peak")
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}, Embedder: onnx.Static()})
	b.ReportMetric(discovery(b, e, parts.papers[0], false), "ms-first")
	b.ReportMetric(discovery(b, e, parts.papers[1], false), "ms-second")
	took := discoveries(b, x, parts, false)
	b.ReportMetric(took[len(took)/2], "ms-p50")
	b.ReportMetric(took[len(took)*95/100], "ms-p95")
	b.ReportMetric(peakMB(b), "MB-peak-asked")
}
