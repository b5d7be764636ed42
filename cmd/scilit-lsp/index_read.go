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
	"slices"

	"github.com/schollz/progressbar/v3"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/term"
)

// writing are the flags of every command that changes an index.
type writing struct {
	Wait     bool `help:"Wait for another process that writes the index, instead of an error."`
	Progress bool `name:"progress-lines" help:"Report progress as lines on standard error: how many papers were read, and the code of what went wrong."`
}

// sources are the arguments of every command that reads papers.
type sources struct {
	Strict bool   `help:"Fail at the first record that cannot be used, and change nothing."`
	GROBID string `name:"grobid" placeholder:"URL" help:"GROBID service that reads PDFs, such as http://localhost:8070; the setting grobid where not given. Its host must be this machine or in network.allow."`
}

// pdfs is the user's GROBID, nil where there is none.
func (s sources) pdfs(std streams) (corpus.Converter, error) {
	settings := settingsHere(std)
	address := cmp.Or(s.GROBID, settings.GROBID)
	if address == "" {
		return nil, nil
	}
	return corpus.NewGROBID(address, network.New(settings.Network.Allow))
}

// A reading goes through files and folders of papers, with a bar where there is
// a terminal, and counts what it finds and what is left out.
type reading struct {
	papers   iter.Seq2[*engine.Paper, error]
	bar      *progressbar.ProgressBar
	std      streams
	rejected int
	formats  map[string]*tally
	skipped  int  // files of no known format
	lines    bool // report progress as lines, which other programs can read
	told     int  // papers in the last of them
	file     *heartbeat
}

// A tally counts the files of a format and what was in them.
type tally struct{ files, papers, rejected int }

func (s sources) reading(ctx context.Context, std streams, paths []string) (*reading, error) {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	r := &reading{bar: progress(std.err, "papers"), std: std, formats: make(map[string]*tally), file: newHeartbeat(std.err)}
	pdfs, err := s.pdfs(std)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	library := corpus.Library{Report: r.report, PDFs: pdfs, Reader: pdfReader()}
	r.papers = library.Papers(ctx, paths...)
	if s.Strict {
		r.papers = strictly(r.papers)
	}
	return r, nil
}

// strictly makes the first record that is left out the end.
func strictly(papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papers {
			var bad *corpus.RecordError
			if errors.As(err, &bad) {
				err = fmt.Errorf("%s (--strict: nothing was changed)", bad)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// report counts a file. It is called while papers are read, before they are counted.
func (r *reading) report(f corpus.FileReport) {
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
		fmt.Fprintf(r.std.err, "scilit-lsp: %s: %s\n", f.Path, f.Note)
	}
}

// printFormats says what was read, by format.
func (r *reading) printFormats() {
	for _, name := range slices.Sorted(maps.Keys(r.formats)) {
		t := r.formats[name]
		fmt.Fprintf(r.std.out, "  %s: %s, %s, %d left out\n", name, text.Count(t.files, "file"), text.Count(t.papers, "paper"), t.rejected)
	}
	if r.skipped > 0 {
		fmt.Fprintf(r.std.out, "  no format of papers: %s passed over\n", text.Count(r.skipped, "file"))
	}
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
	} else if !r.lines {
		r.file.beat(papers)
	}
}

func (r *reading) done() { _ = r.bar.Finish() }

// resumable says what is left of interrupted work.
func resumable(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted: what was published before stays; vectors that were made are kept, run the same command again to go on")
	}
	return err
}

// isTerminal looks behind the printer.
func isTerminal(stream any) bool {
	if p, ok := stream.(*printer); ok {
		stream = p.to
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// progress is a bar of unknown length on a terminal, and nothing elsewhere.
func progress(w io.Writer, unit string) *progressbar.ProgressBar {
	return progressOf(w, -1, "indexing", unit)
}

// progressOf is a bar for work of so many steps, -1 where that is unknown.
func progressOf(w io.Writer, steps int, work, unit string) *progressbar.ProgressBar {
	if w = unprinted(w); !isTerminal(w) { // the bar moves the cursor, which a printer would not let it
		w = io.Discard
	}
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(work),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
		progressbar.OptionThrottle(100e6), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0)) // else it turns on a goroutine, which looks at the bar without its lock
}
