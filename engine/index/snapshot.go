package index

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// A snapshot is one published state of a corpus, open for reading: segments,
// and which of their papers are deleted.
type snapshot struct {
	current current
	state   *state
	parts   []part
	papers  int // that are not deleted
	full    int // of these, with full text
	lengths int // of these, the sum of their lengths

	users atomic.Int32 // requests under way, and one for being the current one
}

// A part is a segment as one snapshot holds it.
type part struct {
	*segment
	deleted *roaring.Bitmap
	live    bitset      // nil where nothing is deleted
	counts  *textCounts // shared with the next snapshot where nothing more is deleted
	base    uint32      // of the numbers of its papers among those of all segments
}

// openPublished opens what CURRENT names, sharing the segments that old has
// open already. It looks again where a writer removed a file in between.
func openPublished(dir string, old *snapshot) (*snapshot, error) {
	c, err := readCurrent(dir)
	for err == nil {
		var s *snapshot
		if s, err = openSnapshot(dir, c, old); err == nil {
			return s, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		failed, tried := err, c
		if c, err = readCurrent(dir); err == nil && c == tried {
			err = fmt.Errorf("%w: build the index again", failed)
		}
	}
	return nil, err
}

func openSnapshot(dir string, c current, old *snapshot) (*snapshot, error) {
	s := &snapshot{current: c}
	s.users.Store(1)
	if err := s.open(dir, old); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *snapshot) open(dir string, old *snapshot) (err error) {
	if s.state, err = readState(dir, s.current); err != nil {
		return err
	}
	for _, wanted := range s.state.Segments {
		if err := s.addPart(dir, wanted, old); err != nil {
			return err
		}
	}
	return nil
}

func (s *snapshot) addPart(dir string, wanted segmentState, old *snapshot) error {
	deleted, err := wanted.deleted()
	if err != nil {
		return fmt.Errorf("%s: %s: %w: build the index again", s.current.name, wanted.Folder, err)
	}
	p, open := old.share(wanted.Manifest)
	if !open {
		if p.segment, err = openSegment(filepath.Join(dir, filepath.Base(wanted.Folder)), wanted.Manifest); err != nil {
			return err
		}
	}
	if !open || !p.deleted.Equals(deleted) {
		p.counts = new(textCounts)
	}
	p.deleted, p.base = deleted, 0
	if n := len(s.parts); n > 0 {
		p.base = s.parts[n-1].base + uint32(s.parts[n-1].manifest.Papers)
	}
	p.live = liveOf(deleted, p.manifest.Papers)
	s.parts = append(s.parts, p)
	s.papers += p.manifest.Papers - int(deleted.GetCardinality())
	s.full += p.manifest.FullTexts - wanted.DeletedFullTexts
	s.lengths += p.manifest.Length - p.docs.lengths(deleted)
	return nil
}

// share returns a part with the segment of that manifest for one more snapshot,
// if it is among those open.
func (s *snapshot) share(manifest string) (p part, open bool) {
	if s == nil {
		return p, false
	}
	for _, p := range s.parts {
		if p.hash == manifest {
			p.users.Add(1)
			return p, true
		}
	}
	return p, false
}

// liveOf is the complement of the deleted papers.
func liveOf(deleted *roaring.Bitmap, papers int) bitset {
	if deleted.IsEmpty() {
		return nil
	}
	live := roaring.New()
	live.AddRange(0, uint64(papers))
	live.AndNot(deleted)
	return bitsetOf(live, papers)
}

// release is called when a request is done; the last one closes a snapshot
// that is no longer the current one.
func (s *snapshot) release() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, p := range s.parts {
		_ = p.segment.release()
	}
}

// acquire keeps a snapshot that its caller knows to be open for one request more.
func (s *snapshot) acquire() *snapshot {
	s.users.Add(1)
	return s
}

// view runs f with readers of all segments.
func (s *snapshot) view(f func(*view) error) error {
	return guardFaults(func() error {
		v := &view{snapshot: s}
		defer v.close()
		for _, p := range s.parts {
			r, err := openReader(p)
			if err != nil {
				return err
			}
			r.corpus = s.state.Name
			v.readers = append(v.readers, r)
		}
		return f(v)
	})
}
