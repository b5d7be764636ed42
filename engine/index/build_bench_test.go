//go:build unix

package index_test

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// BenchmarkBuild builds an index of SCILIT_BENCH_PAPERS papers, and reports the time and the peak
// memory of the process. Run one sub-benchmark per process, since the peak covers all that ran. See
// `make bench-build`.
func BenchmarkBuild(b *testing.B) {
	papers := benchPapers(b)
	for name, embedder := range map[string]engine.Embedder{"none": nil, "static": onnx.Static()} {
		b.Run(name, func(b *testing.B) {
			parts := realParts(b)
			for b.Loop() {
				dir := b.TempDir()
				begin := time.Now()
				build(b, dir, embedder, mixed(parts, papers))
				b.ReportMetric(float64(papers)/time.Since(begin).Seconds(), "papers/s")
				b.ReportMetric(list(b, dir).BytesPerPair(), "B/pair")
				b.ReportMetric(float64(list(b, dir).Bytes)/1e6, "MB-on-disk")
			}
			b.ReportMetric(peakMB(b), "MB-peak")
		})
	}
}

// BenchmarkCompact adds another tenth of the papers to an index and compacts it.
func BenchmarkCompact(b *testing.B) {
	papers := benchPapers(b)
	parts := realParts(b)
	for b.Loop() {
		dir := b.TempDir()
		build(b, dir, onnx.Static(), mixed(parts, papers))
		begin := time.Now()
		// Half of the added papers have an existing ID and a different text.
		opts := index.BuildOptions{Dir: dir, Embedder: onnx.Static()}
		if _, err := index.Add(context.Background(), opts, shifted(mixed(parts, papers/10), papers*19/20)); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(begin).Seconds(), "s/add")
		begin = time.Now()
		if err := index.Compact(context.Background(), dir, false); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(begin).Seconds(), "s/compact")
	}
	b.ReportMetric(peakMB(b), "MB-peak")
}

// benchPapers returns the number of papers to measure, or skips the benchmark if it is not set.
func benchPapers(b *testing.B) int {
	papers, _ := strconv.Atoi(os.Getenv("SCILIT_BENCH_PAPERS"))
	if papers == 0 {
		b.Skip("SCILIT_BENCH_PAPERS is not set")
	}
	return papers
}

func peakMB(b *testing.B) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / 1e6
	}
	return float64(usage.Maxrss) * 1024 / 1e6
}
