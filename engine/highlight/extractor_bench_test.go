//go:build unix

package highlight_test

import (
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// The time and the memory of a paper by its length:
// go test -run '^$' -bench Extract -cpu 1 -benchmem ./engine
// Beside the time that passes there is that of the processor, which other
// programs on the machine do not lengthen.
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

// paperOf is made of sections of the demo papers, so many passages of them.
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
