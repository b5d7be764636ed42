package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Index searches the corpus of one folder. It implements engine.Retriever and
// is safe for concurrent use, also while another process publishes.
type Index struct {
	dir    string
	turn   chan struct{} // holds one: for whoever looks at what is published
	opened *snapshot     // the last that was in use

	described sync.Map // describedFiles of segments, by the hashes of their manifests
}

var _ engine.Retriever = (*Index)(nil)

// Open opens the published snapshot of dir.
func Open(dir string) (*Index, error) {
	x := &Index{dir: dir, turn: make(chan struct{}, 1)}
	s, err := x.use(context.Background())
	if err != nil {
		return nil, err
	}
	s.release()
	return x, nil
}

// Close ends the use of the index. Requests under way are finished.
func (x *Index) Close() error {
	x.turn <- struct{}{}
	defer func() { <-x.turn }()
	x.drop()
	return nil
}

func (x *Index) drop() {
	if x.opened != nil {
		x.opened.release()
		x.opened = nil
	}
}

// use returns the published snapshot for one request; release it afterwards.
// A snapshot that cannot be opened leaves the one before in use, unless its own
// files changed: then it is opened anew, and its checksums are compared again.
func (x *Index) use(ctx context.Context) (*snapshot, error) {
	select {
	case x.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-x.turn }()
	if x.opened != nil && x.opened.changed() {
		x.drop()
	}
	if c, err := readCurrent(ctx, x.dir); x.opened != nil && (err != nil || c == x.opened.current) {
		return x.opened.acquire(), nil
	}
	fresh, err := openPublished(ctx, x.dir, x.opened)
	switch {
	case err == nil:
		x.drop()
		x.opened = fresh
	case x.opened == nil:
		return nil, err
	}
	return x.opened.acquire(), nil
}

// corpusID is the ID of the corpus in a folder, which stays whatever is published there.
func corpusID(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	sum := sha256.Sum256([]byte(dir))
	return "disk:" + hex.EncodeToString(sum[:8])
}

// Path is the folder of the index.
func (x *Index) Path() string { return x.dir }

// Info implements engine.Retriever.
func (x *Index) Info(ctx context.Context) (engine.Info, error) {
	s, err := x.use(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	defer s.release()
	return engine.Info{ID: s.id, Name: s.state.Name, Path: x.dir, Papers: s.papers, FullTexts: s.full, Embedder: s.state.Embedder, State: s.current.hash}, nil
}
