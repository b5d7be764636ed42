package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// writeFlags are the flags of commands that change an index.
type writeFlags struct {
	Wait     bool `help:"If another process is writing the index, wait instead of failing."`
	Progress bool `name:"progress-lines" help:"Report progress on standard error, one item per line: the number of papers read, and error codes."`
}

// sources are the flags of commands that read papers from files.
type sources struct {
	Strict bool   `help:"Fail at the first unusable record, without changing anything."`
	GROBID string `name:"grobid" placeholder:"URL" help:"URL of a GROBID service that reads PDFs, such as http://localhost:8070; by default, your grobid setting. Its host must be this machine or listed in network.allow."`
}

// pdfs returns a client for the configured GROBID service, or nil.
func (s sources) pdfs(std cli.Streams) (corpus.Converter, error) {
	settings := std.Settings()
	address := cmp.Or(s.GROBID, settings.GROBID)
	if address == "" {
		return nil, nil
	}
	return corpus.NewGROBID(address, network.New(settings.Network.Allow))
}

// An intake reads papers from files and folders. It shows progress, and counts the papers and the
// rejected records.
type intake struct {
	papers   iter.Seq2[*engine.Paper, error]
	bar      *progressbar.ProgressBar
	std      cli.Streams
	rejected int
	formats  map[string]*tally
	skipped  int  // number of files in an unknown format
	lines    bool // whether to print progress as lines that other programs can parse
	printed  int  // number of papers in the most recent progress line
	file     *heartbeat
}

// A tally counts the files in one format, and their papers and rejected records.
type tally struct{ files, papers, rejected int }

func (s sources) open(ctx context.Context, std cli.Streams, paths []string) (*intake, error) {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w: %w", cli.ErrUsage, err)
		}
	}
	r := &intake{bar: cli.Progress(std.Err, "indexing", "papers"), std: std, formats: make(map[string]*tally),
		file: newHeartbeat(std.Err)}
	pdfs, err := s.pdfs(std)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cli.ErrUsage, err)
	}
	library := corpus.Library{Report: r.report, PDFs: pdfs, Reader: pdfReader()}
	r.papers = library.Papers(ctx, paths...)
	if s.Strict {
		r.papers = strictly(r.papers)
	}
	return r, nil
}

// strictly yields papers until the first rejected record, which it reports as an error.
func strictly(papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papers {
			if bad, ok := errors.AsType[*corpus.RecordError](err); ok {
				err = fmt.Errorf("%s; nothing was changed, because of --strict", bad)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// report adds the counts of a file to those of its format. The reader calls it once per file.
func (r *intake) report(f corpus.FileReport) {
	if f.Format == "" {
		r.skipped++
		return
	}
	if r.formats[f.Format] == nil {
		r.formats[f.Format] = &tally{}
	}
	t := r.formats[f.Format]
	t.files++
	t.papers += f.Papers
	t.rejected += f.Rejected
	if f.Note != "" {
		r.std.Note("%s: %s", f.Path, f.Note)
	}
}

func (r *intake) printFormats() {
	for _, name := range slices.Sorted(maps.Keys(r.formats)) {
		t := r.formats[name]
		fmt.Fprintf(r.std.Out, "  %s: %s, %s, %d skipped\n", name, text.Count(t.files, "file"),
			text.Count(t.papers, "paper"), t.rejected)
	}
	if r.skipped > 0 {
		fmt.Fprintf(r.std.Out, "  unknown format: %s skipped\n", text.Count(r.skipped, "file"))
	}
}

func (r *intake) options(dir string, embedder engine.Embedder, wait bool) index.BuildOptions {
	return index.BuildOptions{
		Dir: dir, Embedder: embedder, Wait: wait,
		Progress: r.progress,
		Rejected: func(err error) {
			r.rejected++
			r.std.Note("skipped: %v", err)
		},
	}
}

const linesApart = 200 // number of papers between two progress lines

func (r *intake) progress(papers int) {
	_ = r.bar.Set(papers)
	if r.lines && papers >= r.printed+linesApart {
		r.printed = papers
		fmt.Fprintf(r.std.Err, "progress: %d papers\n", papers)
	} else if !r.lines {
		r.file.beat(papers)
	}
}

func (r *intake) done() { _ = r.bar.Finish() }

// resumable replaces the error of a cancelled build with one that explains how to continue.
func resumable(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted, so the published index is unchanged; run the same command again to continue " +
			"with the vectors computed so far")
	}
	return err
}

const beatEvery = 10 * time.Second // interval between two progress lines of a heartbeat

// A heartbeat prints the progress of a build at intervals if standard error is not a terminal. A
// nil heartbeat prints nothing.
type heartbeat struct {
	to          io.Writer
	begun, last time.Time
}

func newHeartbeat(w io.Writer) *heartbeat {
	if cli.IsTerminal(w) {
		return nil
	}
	now := time.Now()
	return &heartbeat{w, now, now}
}

func (h *heartbeat) beat(papers int) {
	if h == nil {
		return
	}
	now := time.Now()
	if now.Sub(h.last) < beatEvery {
		return
	}
	h.last = now
	spent := now.Sub(h.begun)
	fmt.Fprintf(h.to, "scilit-lsp: %s in %s, %.0f per second\n", text.Count(papers, "paper"),
		spent.Round(time.Second), float64(papers)/spent.Seconds())
}

// readPDFCmd is the command that package pdfproc runs in child processes.
type readPDFCmd struct{}

// Run reads PDFs from standard input until end of file.
func (readPDFCmd) Run(ctx context.Context, std cli.Streams) error {
	limits := pdfproc.DefaultLimits()
	debug.SetMaxStack(pdfproc.MaxStack)
	debug.SetMemoryLimit(limits.Memory / 4 * 3) // collect garbage before the operating system refuses memory
	return pdfproc.Serve(ctx, std.In, std.Raw, limits)
}

// pdfReader returns a reader that parses PDFs in child processes.
func pdfReader() *pdfproc.Reader { return pdfproc.New(pdfproc.DefaultLimits(), "read-pdf") }
