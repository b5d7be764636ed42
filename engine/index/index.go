package index

import (
	"context"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
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

// use returns the published snapshot, which the caller must release. If a new snapshot cannot be
// opened, use returns the previous one. If files of the previous one changed, use reopens it and
// verifies its checksums again.
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
