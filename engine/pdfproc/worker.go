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

// Limits are the resources that reading a single PDF may use.
type Limits struct {
	Memory int64         // memory of the whole process, in bytes
	Time   time.Duration // processor time; elapsed time may be twice as long
}

// DefaultLimits returns limits that suffice for a book. A paper needs about 50 MB and 50 ms.
func DefaultLimits() Limits { return Limits{Memory: 1 << 30, Time: 30 * time.Second} }

// Exit codes of a worker that exceeded a limit. Go itself uses 1 and 2.
const (
	exitTime   = 3
	exitMemory = 4
)

// MaxStack is the goroutine stack limit, in bytes, that a worker's program should set. With it, deep
// nesting ends the worker with a distinct error.
const MaxStack = 64 << 20

const look = 20 * time.Millisecond

// Serve confines this process and reads PDFs from in until EOF. The process must not do anything else.
func Serve(ctx context.Context, in io.Reader, out io.Writer, limits Limits) error {
	time.Sleep(time.Microsecond) // makes the runtime open its timer files before opening files is forbidden
	if err := confine(limits); err != nil {
		return fmt.Errorf("could not limit the process that reads PDFs: %w", err)
	}
	begin, end := make(chan struct{}), make(chan struct{})
	go watch(limits, begin, end)
	for {
		pdf, err := receivePDF(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("could not receive a PDF: %w", err)
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

// watch terminates the process if a PDF exceeds a limit.
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

// memoryInUse returns the memory that the runtime has obtained from the system, in bytes.
func memoryInUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
