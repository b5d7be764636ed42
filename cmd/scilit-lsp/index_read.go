package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"golang.org/x/term"
)

// writing are the flags of every command that changes an index.
type writing struct {
	Wait     bool `help:"Wait for another process that writes the index, instead of an error."`
	Progress bool `name:"progress-lines" help:"Report progress as lines on standard error: how many papers were read."`
}

// A reading goes through files of papers, with a bar where there is a terminal,
// and counts the records that are left out.
type reading struct {
	papers   iter.Seq2[*engine.Paper, error]
	bar      *progressbar.ProgressBar
	std      streams
	rejected int
	lines    bool // report progress as lines, which other programs can read
	told     int  // papers in the last of them
}

func newReading(ctx context.Context, std streams, files []string, lines bool) *reading {
	return &reading{papers: allPapers(ctx, files), bar: progress(std.err, "papers"), std: std, lines: lines}
}

func (r *reading) options(dir string, embedder engine.Embedder, wait bool) index.BuildOptions {
	return index.BuildOptions{
		Dir: dir, Embedder: embedder, Wait: wait,
		Progress: r.progress,
		Rejected: func(err error) {
			r.rejected++
			fmt.Fprintf(r.std.err, "scilit-lsp: left out: %v\n", err)
		},
	}
}

// linesApart is how many papers lie between two lines of progress.
const linesApart = 200

func (r *reading) progress(papers int) {
	_ = r.bar.Set(papers)
	if r.lines && papers >= r.told+linesApart {
		r.told = papers
		fmt.Fprintf(r.std.err, "progress: %d papers\n", papers)
	}
}

func (r *reading) done() { _ = r.bar.Finish() }

// resumable says what is left of interrupted work.
func resumable(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted (%w): what was published before stays; vectors that were made are kept, run the same command again to go on", err)
	}
	return err
}

func allPapers(ctx context.Context, files []string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, file := range files {
			for p, err := range corpus.File(ctx, file) {
				if !yield(p, err) {
					return
				}
			}
		}
	}
}

// progress is a bar of unknown length on a terminal, and nothing elsewhere.
func progress(w io.Writer, unit string) *progressbar.ProgressBar {
	if file, ok := w.(*os.File); !ok || !term.IsTerminal(int(file.Fd())) {
		w = io.Discard
	}
	return progressbar.NewOptions(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("indexing"),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
		progressbar.OptionThrottle(100e6), progressbar.OptionClearOnFinish())
}
