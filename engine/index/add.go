package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Change is what Add did.
type Change struct {
	Added     int // papers whose ID was new
	Updated   int // papers whose record was another one
	Unchanged int
}

// Add publishes papers beside those of the corpus in opts.Dir. A paper whose ID
// is there takes the place of the old record; one whose record is the same is
// skipped. opts.Name plays no part, and opts.Embedder is the one that the
// corpus was built with. Memory is bounded as in Build.
//
// Papers go into a segment of their own. Where there are more than eight
// segments, small ones are merged after that.
func Add(ctx context.Context, opts BuildOptions, papers iter.Seq2[*engine.Paper, error]) (change Change, err error) {
	w, err := openUpdater(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return change, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.checkEmbedder(opts.Embedder); err != nil {
		return change, err
	}
	opts.Name = w.old.state.Name
	next := w.next()
	err = w.old.view(func(old *view) error {
		change, err = w.addTo(ctx, next, old, opts, papers, nil)
		return err
	})
	if err == nil && change.Added+change.Updated > 0 {
		err = w.publish(next)
	}
	if err != nil {
		return Change{}, err
	}
	return change, errors.Join(w.dropJournal(opts.Embedder), w.tidy(ctx))
}

// checkEmbedder holds all segments to one embedder: its vectors are compared.
func (w *writer) checkEmbedder(embedder engine.Embedder) error {
	own, given := w.old.state.Embedder, ""
	if embedder != nil {
		given = embedder.ID()
	}
	if own != given {
		return fmt.Errorf("%s: its vectors are of embedder %q, not %q: build the index again to change that", w.dir, own, given)
	}
	return nil
}

// addTo writes a segment and notes it in next, with other papers taken out.
func (w *writer) addTo(ctx context.Context, next *state, old *view, opts BuildOptions, papers iter.Seq2[*engine.Paper, error], gone []place) (change Change, err error) {
	opts.Identity = w.old.state.Identity
	b, err := w.newBuilder(opts, old)
	if err != nil {
		return change, err
	}
	entry, err := b.build(ctx, prepare(ctx, papers, old.compare, opts))
	if err != nil {
		return change, err
	}
	if err := old.bury(next, slices.Concat(b.replaced, gone)); err != nil {
		return change, err
	}
	next.Segments = append(next.Segments, entry...)
	change.Updated = len(b.replaced)
	change.Added = b.manifest.Papers - change.Updated
	change.Unchanged = b.unchanged
	return change, nil
}

// compare implements comparison.
func (v *view) compare(p *preparedPaper) (err error) {
	if p.replaces, err = v.locate(p.paper.ID); err != nil || p.replaces == nil {
		return err
	}
	r, key := v.readers[p.replaces.part], docKey(p.replaces.doc)
	if v.state.Identity {
		old, err := r.blockRecord(p.replaces.doc)
		p.unchanged = bytes.Equal(old, p.short)
		return err
	}
	short, err := r.short.get(key)
	if err != nil {
		return err
	}
	body, err := r.bodies.get(key)
	p.unchanged = samePacked(short, p.short) && samePacked(body, p.body)
	return err
}

// samePacked compares what was packed: another version of the compressor may
// give other bytes for the same.
func samePacked(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || bytes.Equal(a, b) {
		return len(a) == len(b)
	}
	x, errX := decompressor.DecodeAll(a, nil)
	y, errY := decompressor.DecodeAll(b, nil)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// bury notes papers as deleted in next, whose segments begin with the view's.
func (v *view) bury(next *state, places []place) error {
	byPart := make([][]uint32, len(v.readers))
	for _, p := range places {
		byPart[p.part] = append(byPart[p.part], p.doc)
	}
	for i, docs := range byPart {
		if len(docs) == 0 {
			continue
		}
		r := v.readers[i]
		deleted := r.deleted.Clone()
		deleted.AddMany(docs)
		fullTexts := next.Segments[i].DeletedFullTexts
		for _, doc := range docs {
			full, err := r.hasBody(doc)
			if err != nil {
				return err
			}
			if full {
				fullTexts++
			}
		}
		var err error
		if next.Segments[i], err = next.Segments[i].withDeleted(deleted, fullTexts); err != nil {
			return err
		}
	}
	return nil
}
