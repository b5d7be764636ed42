package index

import (
	"context"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Index searches the corpus of one folder. It implements engine.Index and
// is safe for concurrent use, also while another process publishes.
type Index struct {
	dir string

	mu     sync.Mutex
	opened *snapshot // the last that was in use
}

var _ engine.Index = (*Index)(nil)

// Open opens the published snapshot of dir.
func Open(dir string) (*Index, error) {
	x := &Index{dir: dir}
	s, err := x.use()
	if err != nil {
		return nil, err
	}
	s.release()
	return x, nil
}

// Close ends the use of the index. Requests under way are finished.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.opened != nil {
		x.opened.release()
		x.opened = nil
	}
	return nil
}

// use returns the published snapshot for one request; release it afterwards.
// A snapshot that cannot be opened leaves the one before in use.
func (x *Index) use() (*snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if c, err := readCurrent(x.dir); x.opened != nil && (err != nil || c == x.opened.current) {
		return x.opened.acquire(), nil
	}
	fresh, err := openPublished(x.dir, x.opened)
	switch {
	case err == nil:
		if x.opened != nil {
			x.opened.release()
		}
		x.opened = fresh
	case x.opened == nil:
		return nil, err
	}
	return x.opened.acquire(), nil
}

// Path is the folder of the index.
func (x *Index) Path() string { return x.dir }

// Info implements engine.Index.
func (x *Index) Info(context.Context) (engine.IndexInfo, error) {
	s, err := x.use()
	if err != nil {
		return engine.IndexInfo{}, err
	}
	defer s.release()
	return engine.IndexInfo{Name: s.state.Name, Path: x.dir, Papers: s.papers, FullTexts: s.full, Embedder: s.state.Embedder}, nil
}
