package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Index searches the corpus of one folder. It implements engine.Index and
// is safe for concurrent use, also while another process publishes.
type Index struct {
	dir string

	mu      sync.Mutex
	current *snapshot
	stamp   fileStamp // of CURRENT when current was opened
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
	if x.current != nil {
		x.current.release()
		x.current = nil
	}
	return nil
}

// fileStamp tells whether a file was replaced.
type fileStamp struct {
	modified int64
	size     int64
	info     os.FileInfo
}

func (f fileStamp) same(other fileStamp) bool {
	return f.info != nil && f.modified == other.modified && f.size == other.size && os.SameFile(f.info, other.info)
}

func stampOf(path string) (fileStamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return fileStamp{}, err
	}
	return fileStamp{info.ModTime().UnixNano(), info.Size(), info}, nil
}

// use returns the published snapshot for one request; release it afterwards.
// A snapshot that cannot be opened leaves the one before in use.
func (x *Index) use() (*snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	stamp, err := stampOf(filepath.Join(x.dir, currentFile))
	if err == nil && x.current != nil && stamp.same(x.stamp) {
		x.current.acquire()
		return x.current, nil
	}
	fresh, err := x.openPublished()
	if err != nil {
		if x.current != nil {
			x.current.acquire()
			return x.current, nil
		}
		return nil, err
	}
	if x.current != nil {
		x.current.release()
	}
	x.current, x.stamp = fresh, stamp
	fresh.acquire()
	return fresh, nil
}

// openPublished tries again where a build removed the snapshot between the
// look at CURRENT and the opening.
func (x *Index) openPublished() (s *snapshot, err error) {
	for range 3 {
		var folder string
		if folder, err = currentSnapshot(x.dir); err != nil {
			return nil, err
		}
		if s, err = openSnapshot(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Info implements engine.Index.
func (x *Index) Info(context.Context) (engine.IndexInfo, error) {
	s, err := x.use()
	if err != nil {
		return engine.IndexInfo{}, err
	}
	defer s.release()
	m := s.manifest
	return engine.IndexInfo{Name: m.Name, Path: x.dir, Papers: m.Papers, FullTexts: m.FullTexts, Embedder: m.Embedder}, nil
}

// A Listing is what `index list` shows of a corpus.
type Listing struct {
	Manifest
	Dir   string
	Bytes int64 // on disk
}

// List describes the published snapshot of dir.
func List(dir string) (Listing, error) {
	folder, err := currentSnapshot(dir)
	if err != nil {
		return Listing{}, err
	}
	m, err := readManifest(folder)
	if err != nil {
		return Listing{}, err
	}
	l := Listing{Manifest: *m, Dir: dir}
	for _, sum := range m.Files {
		l.Bytes += sum.Size
	}
	return l, nil
}

// BytesPerPair is the size of the inverted index on disk, all in, over its
// (term, paper) pairs.
func (l Listing) BytesPerPair() float64 {
	return float64(l.Files[termsFile].Size) / float64(max(1, l.Pairs))
}
