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
// its full texts were never searched for mentions of works. wait has the same meaning as in
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
		next.Segments, err = w.renew(ctx, old, &done.Twins)
		return err
	})
	if err != nil {
		return RebuildResult{}, err
	}
	done.Papers -= done.Twins
	return done, w.publish(next)
}

// renew builds a segment from all papers of a view.
func (w *writer) renew(ctx context.Context, old *read.View, twins *int) ([]format.SegmentState, error) {
	opts := BuildOptions{Name: old.State.Name, Identity: old.State.Identity, Rejected: func(error) { *twins++ }}
	if old.State.Embedder != "" {
		opts.Embedder = storedVectors{old.State.Embedder, old.State.Dimension}
		if _, err := os.Stat(filepath.Join(w.dir, format.JournalFile)); errors.Is(err, os.ErrNotExist) {
			defer w.dropJournal(opts.Embedder)
		}
	}
	renamed, err := renamedIDs(ctx, old)
	if err != nil {
		return nil, err
	}
	o, err := w.segmentOptions(opts)
	if err != nil {
		return nil, err
	}
	o.Renamed = renamed
	written, err := write.Segment(ctx, o, old, renewedPapers(ctx, old))
	return written.Segments, err
}

// storedVectors is a placeholder for the embedder of an index whose vectors are all stored.
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

// renamedIDs maps new IDs to published ones. It lists only papers whose ID changes.
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

// renewedPapers yields the complete records of a view, normalized as package corpus does today.
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
