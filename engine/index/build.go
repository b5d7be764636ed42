package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/index/write"
)

// BuildOptions are the options of Build, Add and Updater.
type BuildOptions struct {
	Dir      string          // folder of the corpus
	Name     string          // name of the corpus; the name of the folder by default
	Embedder engine.Embedder // if nil, the index has no vectors
	// Identity builds an index for identity search, which takes a fraction of the space. It finds
	// papers only by identifiers, authors, and words of titles and venues. Add ignores this option
	// and keeps the kind of the existing index.
	Identity bool
	// Progress is called periodically with the number of papers processed.
	Progress func(papers int)
	// Rejected is called with the error of each skipped record.
	Rejected func(error)
	Wait     bool // wait for another writer to finish instead of failing
	// AllowEmpty lets Build publish an index without papers.
	AllowEmpty bool
	// Cores is the number of cores to use, or 0 for all cores.
	Cores int
	// WaitIdle is called by an Updater before each paper. It blocks while anything more urgent is
	// running. It may be nil.
	WaitIdle func(context.Context) error
}

// segmentOptions creates the folder for a segment and returns the options for writing it.
func (w *writer) segmentOptions(o BuildOptions) (write.SegmentOptions, error) {
	folder, err := w.newSegment()
	return write.SegmentOptions{
		Folder: folder, Journal: w.dir, Name: o.Name, Embedder: o.Embedder, Identity: o.Identity,
		Progress: o.Progress, Rejected: o.Rejected, Cores: o.Cores,
	}, err
}

// ErrNoPapers is returned instead of publishing an empty index, so that an unmounted or emptied
// source does not replace a full one.
var ErrNoPapers = errors.New("no papers to index")

// Build replaces the corpus in opts.Dir with an index of papers. The old index remains published
// until Build succeeds. Build passes an error in a single record to opts.Rejected, and stops at any
// other error.
//
// Memory use is constant except for about 200 bytes per paper. Vectors of unchanged texts are copied
// from the published index if it has the same embedder, and from the journal of an interrupted Build
// or Add.
func Build(
	ctx context.Context, opts BuildOptions, papers iter.Seq2[*engine.Paper, error],
) (manifest *Manifest, err error) {
	if opts.Name == "" {
		opts.Name = filepath.Base(filepath.Clean(opts.Dir))
	}
	if opts.Identity {
		opts.Embedder = nil
	}
	if err := os.MkdirAll(opts.Dir, 0o755); err != nil {
		return nil, err
	}
	w, err := openWriter(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	next := w.next()
	err = w.old.View(func(old *read.View) error {
		o, err := w.segmentOptions(opts)
		if err != nil {
			return err
		}
		written, err := write.Segment(ctx, o, old, papers)
		if err != nil {
			return err
		}
		manifest = written.Manifest
		next.Name, next.Embedder, next.Dimension = opts.Name, manifest.Embedder, manifest.Dimension
		next.Identity, next.Segments = opts.Identity, written.Segments
		if len(next.Segments) == 0 && !opts.AllowEmpty {
			return fmt.Errorf("%s is unchanged: %w", opts.Dir, ErrNoPapers)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.publish(next); err != nil {
		return nil, err
	}
	return manifest, w.dropJournal(opts.Embedder)
}
