//go:build unix

package index_test

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// BenchmarkCost measures building, storing and searching an index of SCILIT_BENCH_PAPERS papers.
// Run one size per process, as `make bench-growth` does, since the peak memory covers all that ran.
// If SCILIT_COST_DIR is set, the index is kept there, and an existing one is only searched.
func BenchmarkCost(b *testing.B) {
	papers, parts := benchPapers(b), realParts(b)
	for b.Loop() {
		dir := cmp.Or(os.Getenv("SCILIT_COST_DIR"), b.TempDir())
		if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err != nil {
			begin := time.Now()
			build(b, dir, onnx.Static(), mixed(parts, papers))
			b.ReportMetric(time.Since(begin).Seconds(), "s-build")
			b.ReportMetric(peakMB(b), "MB-build")
		}
		b.ReportMetric(float64(list(b, dir).Bytes)/1e6, "MB-disk")
		b.ReportMetric(list(b, dir).BytesPerPair(), "B/pair")
		before := heapMB()
		x := open(b, dir)
		for name, filtered := range map[string]bool{"": false, "-filter": true} {
			took := discoveries(b, x, parts, filtered)
			b.ReportMetric(took[len(took)/2], "ms-p50"+name)
			b.ReportMetric(took[len(took)*95/100], "ms-p95"+name)
		}
		b.ReportMetric(heapMB()-before, "MB-heap")
	}
}

// discoveries searches with three sentences of real abstracts. If filtered is true, two words of
// the title are keywords. It returns the times in milliseconds in ascending order.
func discoveries(b *testing.B, x *index.Index, parts material, filtered bool) (took []float64) {
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}, Embedder: onnx.Static()})
	const warm, asked = 20, 200
	for i := range warm + asked {
		one := discovery(b, e, parts.papers[i*23%len(parts.papers)], filtered)
		if i >= warm {
			took = append(took, one)
		}
	}
	slices.Sort(took)
	return took
}

func discovery(b *testing.B, e *engine.Engine, p *engine.Paper, filtered bool) (took float64) {
	q := engine.Query{Context: sentencesOf(p, 3), Limit: 5}
	if words := strings.FieldsFunc(p.Title, notLetter); filtered && len(words) > 1 {
		q.Keywords = words[len(words)-2] + "; " + words[len(words)-1]
	}
	begin := time.Now()
	if _, err := e.Discover(b.Context(), q); err != nil {
		b.Fatal(err)
	}
	return float64(time.Since(begin).Microseconds()) / 1000
}

func sentencesOf(p *engine.Paper, n int) []string {
	all := strings.SplitAfter(p.Abstract, ". ")
	return all[:min(n, len(all))]
}

func notLetter(r rune) bool { return !('a' <= r|0x20 && r|0x20 <= 'z') }

// heapMB returns the size of the Go heap after a collection, in MB. It excludes mapped files.
func heapMB() float64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return float64(now.HeapAlloc) / 1e6
}
