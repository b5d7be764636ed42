//go:build unix

package highlight_test

import (
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// BenchmarkExtract measures time and memory for papers of various lengths:
//
//	go test -run '^$' -bench Extract -cpu 1 -benchmem ./engine/highlight
//
// It also reports CPU time, which depends less on the load of the machine.
func BenchmarkExtract(b *testing.B) {
	for _, length := range []int{50, 100, 200, 400} {
		p := paperOf(length)
		b.Run(strconv.Itoa(length), func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				if _, err := (highlight.Extractor{}).Extract(b.Context(), p, "", 3); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(b.N), "processor-ms/op")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// paperOf returns a paper with about the given number of passages, made of sections from the demo
// papers.
func paperOf(passages int) *highlight.Paper {
	whole := &highlight.Paper{Title: "Plants and their uses"}
	for p := range demo(nil) {
		for _, section := range p.Body {
			whole.Body = append(whole.Body, section)
			if len(highlight.Passages(whole)) >= passages {
				return whole
			}
		}
	}
	return whole
}
