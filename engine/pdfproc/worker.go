package pdfproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// Limits bound the reading of one PDF.
type Limits struct {
	Memory int64         // bytes that the worker may take in all
	Time   time.Duration // of a processor; on the clock it may take twice as long
}

// DefaultLimits are enough for a book: a paper takes some 50 MB and 50 ms.
func DefaultLimits() Limits { return Limits{Memory: 1 << 30, Time: 30 * time.Second} }

// The exit codes of a worker that ended itself; those of Go are 1 and 2.
const (
	exitTime   = 3
	exitMemory = 4
)

// MaxStack is what a worker's program should set as its limit for a goroutine:
// deep nesting then ends there, and by its name.
const MaxStack = 64 << 20

const look = 20 * time.Millisecond

// Serve is the worker: it confines this process and reads PDFs from in until that
// ends. It is for a process that does nothing else.
func Serve(ctx context.Context, in io.Reader, out io.Writer, limits Limits) error {
	time.Sleep(time.Microsecond) // has the runtime open what its timers need, before files are forbidden
	if err := confine(limits); err != nil {
		return fmt.Errorf("limit the process that reads PDFs: %w", err)
	}
	begin, end := make(chan struct{}), make(chan struct{})
	go watch(limits, begin, end)
	for {
		pdf, err := receivePDF(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("receive a PDF: %w", err)
		}
		begin <- struct{}{}
		a := answer{PDFPaper: corpus.EmbeddedPDF(ctx, pdf)}
		end <- struct{}{}
		a.Last = processorTime() > limits.Time || memoryInUse() > limits.Memory/2
		if err := sendAnswer(out, a); err != nil || a.Last {
			return err
		}
	}
}

// watch ends the process when a PDF goes over a limit.
func watch(limits Limits, begin, end <-chan struct{}) {
	tick := time.NewTicker(look)
	for range begin {
		cpu, clock := processorTime(), time.Now()
		for reading := true; reading; {
			select {
			case <-end:
				reading = false
			case <-tick.C:
				if processorTime()-cpu > limits.Time || time.Since(clock) > 2*limits.Time {
					os.Exit(exitTime)
				}
				if memoryInUse() > limits.Memory {
					os.Exit(exitMemory)
				}
			}
		}
	}
}

// memoryInUse is what the runtime holds of the system's memory.
func memoryInUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
