//go:build unix

package index_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// BenchmarkBuild builds an index of SCILIT_BENCH_PAPERS papers, and says how
// long it took and how much memory the process had at its peak. Run one of its
// parts at a time: the peak is that of all that ran. See `make bench-build`.
func BenchmarkBuild(b *testing.B) {
	papers, _ := strconv.Atoi(os.Getenv("SCILIT_BENCH_PAPERS"))
	if papers == 0 {
		b.Skip("SCILIT_BENCH_PAPERS is not set")
	}
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

// BenchmarkCompact adds a tenth as many papers again to an index, and folds it.
func BenchmarkCompact(b *testing.B) {
	papers, _ := strconv.Atoi(os.Getenv("SCILIT_BENCH_PAPERS"))
	if papers == 0 {
		b.Skip("SCILIT_BENCH_PAPERS is not set")
	}
	parts := realParts(b)
	for b.Loop() {
		dir := b.TempDir()
		build(b, dir, onnx.Static(), mixed(parts, papers))
		begin := time.Now()
		// Every second one has an Id that is there, and other text.
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

// material is parts of real records, to make others of.
type material struct {
	papers    []*engine.Paper
	words     [][]string // of titles
	sentences []string
}

func realParts(b *testing.B) (all material) {
	b.Helper()
	for _, file := range []string{"../../testdata/papers/acl.jsonl.gz", "../../testdata/papers/biomed.jsonl.gz"} {
		for p, err := range corpus.File(b.Context(), file) {
			if err != nil {
				b.Fatal(err)
			}
			p.Body, p.References = nil, nil
			all.papers = append(all.papers, p)
			all.words = append(all.words, strings.Fields(p.Title))
			all.sentences = append(all.sentences, strings.SplitAfter(p.Abstract, ". ")...)
		}
	}
	return all
}

// mixed yields papers, each of half a title and half another, and six
// sentences of as many abstracts; the same ones each time.
func mixed(all material, papers int) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		random := rand.New(rand.NewPCG(1, uint64(papers)))
		for i := range papers {
			p := *all.papers[random.IntN(len(all.papers))]
			p.ID, p.DOI, p.ArXiv = fmt.Sprintf("mixed-%d", i), fmt.Sprintf("10.1234/mixed.%d", i), ""
			first, second := all.words[random.IntN(len(all.words))], all.words[random.IntN(len(all.words))]
			p.Title = strings.Join(append(append([]string(nil), first[:(len(first)+1)/2]...), second[len(second)/2:]...), " ")
			var abstract strings.Builder
			for range 6 {
				abstract.WriteString(all.sentences[random.IntN(len(all.sentences))])
				abstract.WriteByte(' ')
			}
			p.Abstract = abstract.String()
			if !yield(&p, nil) {
				return
			}
		}
	}
}

func shifted(papers iter.Seq2[*engine.Paper, error], by int) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		i := by
		for p, err := range papers {
			p.ID = fmt.Sprintf("mixed-%d", i)
			i++
			if !yield(p, err) {
				return
			}
		}
	}
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
