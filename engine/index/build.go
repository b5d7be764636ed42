package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
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
// Memory use is constant except for about 200 bytes per paper. Vectors of unchanged texts are
// copied from the published index if it has the same embedder, or from the journal of an
// interrupted Build or Add.
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

// A RebuildResult is the outcome of Rebuild.
type RebuildResult struct {
	From   int // format before the conversion
	Papers int // number of papers in the new index
	Twins  int // number of records skipped because another one has the same normalised ID
	// Rebuilt is false if the index was already up to date.
	Rebuilt bool
}

// Rebuild converts an index of an older format to the current one, in a single segment. It
// normalises identifiers, indexes new terms and names, and keeps texts and vectors. It needs no
// source files, no embedder and no network. An index of the current format stays unchanged, unless
// its full texts have not been searched for mentions of works. wait has the same meaning as in
// BuildOptions.
func Rebuild(ctx context.Context, dir string, wait bool) (done RebuildResult, err error) {
	w, err := openStoredWriter(ctx, dir, wait)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	done.From, done.Papers = w.old.State.Format, w.old.Papers
	if done.From == FormatVersion && !w.old.Unprofiled() {
		return done, nil
	}
	done.Rebuilt = true
	next := w.next()
	err = w.old.View(func(old *read.View) error {
		if err := checkWhole(ctx, dir, old.State.Segments); err != nil {
			return err
		}
		next.Segments, err = w.renew(ctx, old, keptVectors(old.State), &done.Twins)
		return err
	})
	if err != nil {
		return RebuildResult{}, err
	}
	done.Papers -= done.Twins
	return done, w.publish(next)
}

// Reembed replaces the vectors of an index by those of opts.Embedder, computed from the texts of the
// index. The old index remains published until it succeeds. Of the other options it uses Dir, Progress,
// Wait and Cores. It returns the number of papers, or an error if the index has no vectors.
func Reembed(ctx context.Context, opts BuildOptions) (papers int, err error) {
	w, err := openStoredWriter(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if w.old.State.Embedder == "" {
		return 0, fmt.Errorf("%s has no vectors: build the index again to compute some", opts.Dir)
	}
	next, twins := w.next(), 0
	err = w.old.View(func(old *read.View) error {
		if err := checkWhole(ctx, opts.Dir, old.State.Segments); err != nil {
			return err
		}
		next.Segments, err = w.renew(ctx, old, opts, &twins)
		return err
	})
	if err != nil {
		return 0, err
	}
	next.Embedder, next.Dimension = opts.Embedder.ID(), opts.Embedder.Dim()
	return w.old.Papers - twins, w.publish(next)
}

// keptVectors returns options for an index that keeps its vectors.
func keptVectors(old *format.State) (opts BuildOptions) {
	if old.Embedder != "" {
		opts.Embedder = storedVectors{old.Embedder, old.Dimension}
	}
	return opts
}

// renew builds a segment from all papers of a view. It counts the records that it skips in twins. It
// uses no journal, so that it keeps the vectors of an interrupted Build or Add, even of another embedder.
func (w *writer) renew(
	ctx context.Context, old *read.View, opts BuildOptions, twins *int,
) ([]format.SegmentState, error) {
	opts.Name, opts.Identity, opts.Rejected = old.State.Name, old.State.Identity, func(error) { *twins++ }
	renamed, err := renamedIDs(ctx, old)
	if err != nil {
		return nil, err
	}
	o, err := w.segmentOptions(opts)
	if err != nil {
		return nil, err
	}
	o.Renamed, o.Journal = renamed, ""
	written, err := write.Segment(ctx, o, old, renewedPapers(ctx, old))
	return written.Segments, err
}

// storedVectors stands in for the embedder when all vectors are already stored.
type storedVectors struct {
	id  string
	dim int
}

func (s storedVectors) ID() string { return s.id }

func (s storedVectors) Dim() int { return s.dim }

// Embed always fails, since every indexed text has a stored vector.
func (s storedVectors) Embed(_ context.Context, texts []string) ([][]float32, error) {
	return nil, fmt.Errorf("the vector of %.60q is missing: build the index again", texts[0])
}

// renamedIDs maps new IDs to published ones. It includes only papers whose ID changes.
func renamedIDs(ctx context.Context, v *read.View) (map[string]string, error) {
	names := make(map[string]string)
	err := v.EachLive(ctx, func(r *read.SegmentView, doc uint32) error {
		p, err := r.Paper(doc)
		if err != nil {
			return err
		}
		if was := p.ID; renew(p) {
			names[p.ID] = was
		}
		return nil
	})
	return names, err
}

// errStop ends a walk early.
var errStop = errors.New("stopped")

// renewedPapers yields the complete records of a view, normalised as package corpus does today.
func renewedPapers(ctx context.Context, v *read.View) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		err := v.EachLive(ctx, func(r *read.SegmentView, doc uint32) error {
			p, err := r.WholePaper(doc)
			if err != nil {
				return err
			}
			renew(p)
			if !yield(p, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, err)
		}
	}
}

// renew normalises the identifiers of a record and reports whether its ID changed. An ID that is the
// DOI is replaced with the normalised DOI.
func renew(p *engine.Paper) (renamed bool) {
	was := p.DOI
	p.Normalise()
	if p.ID != was || p.DOI == "" || p.DOI == was {
		return false
	}
	p.ID = p.DOI
	return true
}
