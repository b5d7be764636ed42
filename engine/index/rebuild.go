package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Rebuilt is what Rebuild did.
type Rebuilt struct {
	From   int // the format that the index had
	Papers int // that it holds now
	Twins  int // records left out, whose ID is that of another one in today's form
}

// Rebuild brings an index of an older format to the one of today, in one segment,
// out of what is in it: identifiers get their normal forms, and works the terms
// and names that they are found by. Texts stay, and so do their vectors; neither
// the sources of the papers nor an embedder nor the network is needed. An index of
// today's format stays as it is. wait is as in BuildOptions.
func Rebuild(ctx context.Context, dir string, wait bool) (done Rebuilt, err error) {
	w, err := openStoredWriter(ctx, dir, wait)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	done.From, done.Papers = w.old.state.Format, w.old.papers
	if done.From == FormatVersion {
		return done, nil
	}
	next := w.next()
	err = w.old.view(func(old *view) error {
		if err := old.checkWhole(ctx, dir, 0); err != nil {
			return err
		}
		next.Segments, err = w.renew(ctx, old, &done.Twins)
		return err
	})
	if err != nil {
		return Rebuilt{}, err
	}
	done.Papers -= done.Twins
	return done, w.publish(next)
}

// renew builds a segment of the papers of a view.
func (w *writer) renew(ctx context.Context, old *view, twins *int) ([]segmentState, error) {
	opts := BuildOptions{Dir: w.dir, Name: old.state.Name, Identity: old.state.Identity, Rejected: func(error) { *twins++ }}
	if old.state.Embedder != "" {
		opts.Embedder = storedVectors{old.state.Embedder, old.state.Dimension}
		if _, err := os.Stat(filepath.Join(w.dir, journalFile)); errors.Is(err, os.ErrNotExist) {
			defer w.dropJournal(opts.Embedder)
		}
	}
	renamed, err := old.renamed(ctx)
	if err != nil {
		return nil, err
	}
	b, err := w.newBuilder(opts, old)
	if err != nil {
		return nil, err
	}
	if b.vectors != nil {
		b.vectors.renamed = renamed
	}
	return b.build(ctx, prepare(ctx, old.renewedPapers(ctx), nil, opts))
}

// storedVectors takes the place of the embedder of an index that has all its vectors.
type storedVectors struct {
	id  string
	dim int
}

func (s storedVectors) ID() string { return s.id }
func (s storedVectors) Dim() int   { return s.dim }

// Embed fails: a text without a vector is not one that was indexed.
func (s storedVectors) Embed(_ context.Context, texts []string) ([][]float32, error) {
	return nil, fmt.Errorf("no vector of %.60q: build the index again", texts[0])
}

// eachLive calls use with the papers that are not deleted.
func (v *view) eachLive(ctx context.Context, use func(r *reader, doc uint32) error) error {
	for _, r := range v.readers {
		for doc := range uint32(r.manifest.Papers) {
			if !r.live.has(doc) {
				continue
			}
			if err := errors.Join(ctx.Err(), use(r, doc)); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamed are the IDs that papers had before, by those that they get.
func (v *view) renamed(ctx context.Context) (map[string]string, error) {
	names := make(map[string]string)
	err := v.eachLive(ctx, func(r *reader, doc uint32) error {
		p, err := r.paper(doc)
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

// errStop ends a walk whose results are no longer wanted.
var errStop = errors.New("stopped")

// renewedPapers are whole records as readers of today would have made them.
func (v *view) renewedPapers(ctx context.Context) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		err := v.eachLive(ctx, func(r *reader, doc uint32) error {
			p, err := r.paper(doc)
			if err == nil {
				err = r.addBody(doc, p)
			}
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

// renew brings the identifiers of a record into their normal forms. An ID that was
// the DOI stays the DOI.
func renew(p *engine.Paper) (renamed bool) {
	was := p.DOI
	p.Normalise()
	if p.ID != was || p.DOI == "" || p.DOI == was {
		return false
	}
	p.ID = p.DOI
	return true
}
