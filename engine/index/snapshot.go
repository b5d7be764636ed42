package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// A snapshot is one published state of a corpus, open for reading: segments,
// and which of their papers are deleted.
type snapshot struct {
	dir     string
	id      string // of the corpus
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

// openPublished opens what CURRENT names where it is of the format of today,
// sharing the segments that old has open already.
func openPublished(ctx context.Context, dir string, old *snapshot) (*snapshot, error) {
	s, err := openStored(ctx, dir, old)
	if err != nil {
		return nil, err
	}
	if err := s.state.outdated(dir, s.current); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// openStored is openPublished for any format that Rebuild takes. It looks again
// where a writer removed a file in between.
func openStored(ctx context.Context, dir string, old *snapshot) (*snapshot, error) {
	c, err := readCurrent(ctx, dir)
	for look := 0; err == nil; look++ {
		var s *snapshot
		if s, err = openSnapshot(ctx, dir, c, old); err == nil {
			return s, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || look == maxLooks {
			break
		}
		failed, tried := err, c
		if c, err = readCurrent(ctx, dir); err == nil && c == tried {
			err = fmt.Errorf("%w: %s", failed, RebuildAdvice)
		}
	}
	return nil, err
}

// maxLooks is how often CURRENT is looked at again: each time a writer must have
// published within the few milliseconds of a look.
const maxLooks = 1000

func openSnapshot(ctx context.Context, dir string, c current, old *snapshot) (*snapshot, error) {
	s := &snapshot{dir: dir, id: corpusID(dir), current: c}
	s.users.Store(1)
	if err := guardFaults(func() error { return s.open(ctx, old) }); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *snapshot) open(ctx context.Context, old *snapshot) (err error) {
	if s.state, err = readState(ctx, s.dir, s.current); err != nil {
		return err
	}
	for _, wanted := range s.state.Segments {
		if err := s.addPart(ctx, wanted, old); err != nil {
			return err
		}
	}
	return nil
}

func (s *snapshot) addPart(ctx context.Context, wanted segmentState, old *snapshot) (err error) {
	p, open := old.share(wanted.Manifest)
	if !open {
		if p.segment, err = openSegment(ctx, filepath.Join(s.dir, wanted.Folder), wanted.Manifest); err != nil {
			return err
		}
	}
	before := p.deleted
	s.parts = append(s.parts, p) // from here on it is released with the others
	if err := s.fit(&s.parts[len(s.parts)-1], wanted); err != nil {
		return damagedError{filepath.Join(s.dir, s.current.name), fmt.Sprintf("%s: %v", wanted.Folder, err)}
	}
	if p := &s.parts[len(s.parts)-1]; before == nil || !before.Equals(p.deleted) {
		p.counts = new(textCounts)
	}
	return nil
}

// fit makes a segment a part of the snapshot, if it can be one.
func (s *snapshot) fit(p *part, wanted segmentState) (err error) {
	m := p.manifest
	if p.deleted, err = wanted.deleted(m.Papers); err != nil {
		return err
	}
	deleted := int(p.deleted.GetCardinality())
	switch {
	case m.Format != s.state.Format:
		return fmt.Errorf("format %d instead of %d", m.Format, s.state.Format)
	case wanted.DeletedFullTexts < 0 || wanted.DeletedFullTexts > min(m.FullTexts, deleted):
		return fmt.Errorf("%d full texts deleted", wanted.DeletedFullTexts)
	case m.Identity != s.state.Identity:
		return errors.New("an index for identity search beside one of another kind")
	case m.Embedder != s.state.Embedder || m.Dimension != s.state.Dimension:
		return fmt.Errorf("vectors of %d components by embedder %.40q", m.Dimension, m.Embedder)
	}
	p.base = 0
	if n := len(s.parts); n > 1 {
		p.base = s.parts[n-2].base + uint32(s.parts[n-2].manifest.Papers)
	}
	if int(p.base) > maxPapers-m.Papers {
		return fmt.Errorf("more than %d papers", maxPapers)
	}
	p.live = liveOf(p.deleted, m.Papers)
	s.papers += m.Papers - deleted
	s.full += m.FullTexts - wanted.DeletedFullTexts
	s.lengths += m.Length - p.docs.lengths(p.deleted)
	return nil
}

// share returns a part with the segment of that manifest for one more snapshot,
// if it is among those open.
func (s *snapshot) share(manifest string) (p part, open bool) {
	if s == nil {
		return p, false
	}
	for _, p := range s.parts {
		if p.hash == manifest && !p.changed() {
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
	v := &view{snapshot: s}
	for _, p := range s.parts {
		v.readers = append(v.readers, &reader{part: p, corpus: s.state.Name, id: s.id})
	}
	return guardFaults(func() error { return f(v) })
}

// changed reports whether a file of it is not as it was opened any more.
func (s *snapshot) changed() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.segment.changed() })
}
