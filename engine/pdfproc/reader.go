package pdfproc

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// A Reader reads PDFs in worker processes. It implements corpus.PDFReader and is safe for
// concurrent use: concurrent calls use separate workers.
type Reader struct {
	command []string
	limits  Limits

	mu    sync.Mutex
	idle  *worker // worker that is reused for the next file, or nil
	timer *time.Timer
}

// New returns a reader whose workers run this program with the given arguments, which must make it
// call Serve with the same limits.
func New(limits Limits, arguments ...string) *Reader {
	return &Reader{command: arguments, limits: limits}
}

// idleTime is how long an idle worker is kept.
const idleTime = 5 * time.Second

// ReadPDF implements corpus.PDFReader.
func (r *Reader) ReadPDF(ctx context.Context, pdf io.Reader) (corpus.PDFPaper, error) {
	w, err := r.worker()
	if err != nil {
		return corpus.PDFPaper{}, fmt.Errorf("could not start the process that reads PDFs: %w", err)
	}
	a, err := w.read(ctx, pdf, 3*r.limits.Time)
	if err != nil {
		return corpus.PDFPaper{}, r.explain(ctx, w, err)
	}
	if a.Last {
		w.end()
	} else {
		r.keep(w)
	}
	return a.PDFPaper, nil
}

// worker returns the idle worker if it is still running, and otherwise starts a new one.
func (r *Reader) worker() (*worker, error) {
	if w := r.take(); w != nil {
		if w.announce() == nil {
			return w, nil
		}
		w.end()
	}
	w, err := r.start()
	if err == nil {
		err = w.announce()
	}
	return w, err
}

// announce sends the byte that precedes a PDF. It fails if the process has ended.
func (w *worker) announce() error {
	_, err := w.in.Write([]byte{follows})
	return err
}

// Close stops the idle worker.
func (r *Reader) Close() {
	if w := r.take(); w != nil {
		w.end()
	}
}

// take removes and returns the idle worker, or nil.
func (r *Reader) take() *worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.idle
	if r.idle = nil; r.timer != nil {
		r.timer.Stop()
	}
	return w
}

// keep keeps a worker for the next file for up to idleTime.
func (r *Reader) keep(w *worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.idle != nil {
		w.end()
		return
	}
	r.idle = w
	r.timer = time.AfterFunc(idleTime, func() {
		r.mu.Lock()
		mine := r.idle == w
		if mine {
			r.idle = nil
		}
		r.mu.Unlock()
		if mine {
			w.end()
		}
	})
}

// A worker is a process that runs Serve.
type worker struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	said    *headBuffer
	late    atomic.Bool // set if the worker was killed after its time limit
}

// start starts a worker. Its environment contains no secrets.
func (r *Reader) start() (*worker, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &worker{said: &headBuffer{}}
	w.process = &exec.Cmd{Path: program, Args: append([]string{"scilit-lsp"}, r.command...),
		Env: []string{"GOTRACEBACK=none"}, Stderr: w.said}
	hide(w.process)
	if w.in, err = w.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.out = bufio.NewReader(out)
	return w, w.process.Start()
}

// read sends a PDF and waits for the answer. It kills the worker at the limit or when ctx is done.
func (w *worker) read(ctx context.Context, pdf io.Reader, limit time.Duration) (a answer, err error) {
	over := time.AfterFunc(limit, func() { w.late.Store(true); w.kill() })
	stop := context.AfterFunc(ctx, w.kill)
	sent := sendPDF(w.in, pdf)
	if sent == nil {
		a, err = receiveAnswer(w.out)
	}
	if !over.Stop() || !stop() || sent != nil || err != nil {
		w.kill()
		_ = w.process.Wait()
		err = cmp.Or(err, sent, context.DeadlineExceeded)
	}
	return a, err
}

func (w *worker) kill() { _ = w.process.Process.Kill() }

func (w *worker) end() {
	_ = w.in.Close()
	go func() { _ = w.process.Wait() }()
}

// explain returns an error with the reason why a worker did not answer.
func (r *Reader) explain(ctx context.Context, w *worker, err error) error {
	const todo = "the file is skipped until it changes; add the paper's BibTeX entry instead"
	state, said := w.process.ProcessState, w.said.String()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case w.late.Load(), state.ExitCode() == exitTime:
		return fmt.Errorf("%w: it took more than %v; %s", corpus.ErrKilled, r.limits.Time, todo)
	case state.ExitCode() == exitMemory, ranOutOfMemory(said):
		return fmt.Errorf("%w: it used more than %d MB of memory; %s", corpus.ErrKilled, r.limits.Memory>>20, todo)
	case strings.Contains(said, "stack exceeds"), strings.Contains(said, "stack overflow"):
		return fmt.Errorf("%w: the PDF is nested too deeply; %s", corpus.ErrKilled, todo)
	case state.UserTime()+state.SystemTime() > r.limits.Time: // the kernel killed it
		return fmt.Errorf("%w: it took more than %v; %s", corpus.ErrKilled, r.limits.Time, todo)
	case strings.Contains(said, "scilit-lsp: "):
		return fmt.Errorf("%s", strings.TrimSpace(said))
	}
	return fmt.Errorf("%w: the process that read the PDF ended (%v, %w); %s", corpus.ErrKilled, state, err, todo)
}

// ranOutOfMemory reports whether a Go runtime message means that the heap cannot grow. One of the
// patterns is a message from the race detector.
func ranOutOfMemory(said string) bool {
	return slices.ContainsFunc([]string{"out of memory", "cannot allocate memory", "too many address space collisions"},
		func(words string) bool { return strings.Contains(said, words) })
}

// A headBuffer keeps the first bytes of a worker's standard error.
type headBuffer struct{ kept bytes.Buffer }

const maxSaid = 4 << 10

// Write implements io.Writer.
func (o *headBuffer) Write(p []byte) (int, error) {
	o.kept.Write(p[:min(len(p), maxSaid-o.kept.Len())])
	return len(p), nil
}

func (o *headBuffer) String() string { return o.kept.String() }
