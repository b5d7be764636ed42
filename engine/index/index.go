package index

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// An Index searches the corpus in a folder. It implements engine.Retriever and is safe for
// concurrent use, even while another process publishes.
type Index struct {
	dir    string
	turn   chan struct{}  // semaphore for reading CURRENT
	opened *read.Snapshot // the most recently used snapshot

	described sync.Map // described files of each segment, by manifest hash
}

var _ engine.Retriever = (*Index)(nil)

// Open opens the published snapshot of dir.
func Open(dir string) (*Index, error) {
	x := &Index{dir: dir, turn: make(chan struct{}, 1)}
	s, err := x.use(context.Background())
	if err != nil {
		return nil, err
	}
	s.Release()
	return x, nil
}

// Close closes the index after running requests have finished.
func (x *Index) Close() error {
	x.turn <- struct{}{}
	defer func() { <-x.turn }()
	x.drop()
	return nil
}

func (x *Index) drop() {
	if x.opened != nil {
		x.opened.Release()
		x.opened = nil
	}
}

// use returns the published snapshot, which the caller must release. If the new snapshot cannot be
// opened, use returns the previous one. If any of the open files changed, use closes them first, so
// that checksums are verified again.
func (x *Index) use(ctx context.Context) (*read.Snapshot, error) {
	select {
	case x.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-x.turn }()
	if x.opened != nil && x.opened.Changed() {
		x.drop()
	}
	if c, err := format.ReadCurrent(ctx, x.dir); x.opened != nil && (err != nil || c == x.opened.Current) {
		return x.opened.Acquire(), nil
	}
	fresh, err := read.OpenPublished(ctx, x.dir, x.opened)
	switch {
	case err == nil:
		x.drop()
		x.opened = fresh
	case x.opened == nil:
		return nil, err
	}
	return x.opened.Acquire(), nil
}

// Path returns the folder of the index.
func (x *Index) Path() string { return x.dir }

// Info implements engine.Retriever.
func (x *Index) Info(ctx context.Context) (engine.Info, error) {
	s, err := x.use(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	defer s.Release()
	return s.Info(), nil
}

// Embedded yields the complete records of all papers with their vectors. It stops after an error.
func (x *Index) Embedded(ctx context.Context) iter.Seq2[engine.PaperVector, error] {
	return func(yield func(engine.PaperVector, error) bool) {
		err := x.view(ctx, func(v *read.View) error {
			return v.EachLive(ctx, func(r *read.SegmentView, doc uint32) error {
				p, err := r.Embedded(doc)
				if err == nil && !yield(p, nil) {
					return errStop
				}
				return err
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(engine.PaperVector{}, err)
		}
	}
}

// view calls f with a view of the published snapshot.
func (x *Index) view(ctx context.Context, f func(*read.View) error) error {
	s, err := x.use(ctx)
	if err != nil {
		return err
	}
	defer s.Release()
	return s.View(f)
}

// Papers implements engine.Retriever.
func (x *Index) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	err := x.view(ctx, func(v *read.View) (err error) {
		for i, ref := range refs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if found[i], err = v.Find(ctx, ref); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Search implements engine.Retriever.
func (x *Index) Search(ctx context.Context, req engine.Request) (answer engine.Result, err error) {
	err = x.view(ctx, func(v *read.View) error {
		answer, err = v.Search(ctx, req)
		return err
	})
	return answer, err
}

// Profiles implements engine.Profiler.
func (x *Index) Profiles(ctx context.Context, req engine.Request) (hits []profile.Hit, err error) {
	err = x.view(ctx, func(v *read.View) error {
		hits, err = v.Profiles(ctx, req)
		return err
	})
	return hits, err
}

// Companions implements engine.Profiler.
func (x *Index) Companions(
	ctx context.Context, req engine.Request, cited profile.Table,
) (hits []profile.Hit, err error) {
	err = x.view(ctx, func(v *read.View) error {
		hits, err = v.Companions(ctx, req, cited)
		return err
	})
	return hits, err
}
