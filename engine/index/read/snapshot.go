package read

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"golang.org/x/sync/errgroup"
)

// Compact reports whether merging the segment by itself would leave it unchanged.
func (p *part) Compact() bool {
	return p.Live == nil && (p.skips != nil || p.Manifest.Identity)
}

// Unprofiled reports whether a segment has full texts that have not been searched for mentions.
func (s *Snapshot) Unprofiled() bool {
	return slices.ContainsFunc(s.Parts, func(p part) bool { return p.Manifest.Bodies > 0 && !p.Manifest.Profiled })
}

// corpusID returns the ID of the corpus in a folder, which stays the same across publications.
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

// A Snapshot is a published state of a corpus, open for reading.
type Snapshot struct {
	dir       string
	id        string // corpus ID
	Current   format.Current
	State     *format.State
	Parts     []part
	Papers    int // number of papers, excluding deleted ones
	FullTexts int // number of papers with full text, excluding deleted ones
	lengths   int // total length of the papers, excluding deleted ones, in terms

	users atomic.Int32 // number of running requests, plus one while the snapshot is current
}

// A part is a segment together with its deleted papers in a snapshot.
type part struct {
	*Segment
	Deleted *roaring.Bitmap
	Live    bitset      // set of papers that are not deleted; nil if none is deleted
	counts  *textCounts // shared with the next snapshot if the same papers are deleted there
	base    uint32      // number of the segment's first paper in the corpus
}

// OpenPublished opens the published snapshot, which must have the current format. It shares the
// segments that are already open in old.
func OpenPublished(ctx context.Context, dir string, old *Snapshot) (*Snapshot, error) {
	s, err := OpenStored(ctx, dir, old)
	if err != nil {
		return nil, err
	}
	if err := s.State.Outdated(dir, s.Current); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// OpenStored is like OpenPublished, but also opens the older formats that Rebuild can convert. It
// retries if a writer removed a file in the meantime.
func OpenStored(ctx context.Context, dir string, old *Snapshot) (*Snapshot, error) {
	c, err := format.ReadCurrent(ctx, dir)
	for look := 0; err == nil; look++ {
		var s *Snapshot
		if s, err = OpenSnapshot(ctx, dir, c, old); err == nil {
			return s, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || look == MaxLooks {
			break
		}
		failed, tried := err, c
		if c, err = format.ReadCurrent(ctx, dir); err == nil && c == tried {
			err = fmt.Errorf("%w: %s", failed, format.RebuildAdvice)
		}
	}
	return nil, err
}

// TryOpen checks that an unpublished state can be opened. It returns the number of papers.
func TryOpen(ctx context.Context, dir string, next *format.State) (papers int, err error) {
	s := EmptySnapshot(next)
	s.dir = dir
	defer s.Release()
	err = format.Guard(func() error {
		for _, wanted := range next.Segments {
			if err := s.addPart(ctx, wanted, nil); err != nil {
				return fmt.Errorf("the exported index cannot be searched: %w", err)
			}
		}
		return nil
	})
	return s.Papers, err
}

// EmptySnapshot returns a snapshot of the given state, without segments.
func EmptySnapshot(of *format.State) *Snapshot {
	s := &Snapshot{State: of}
	s.users.Store(1)
	return s
}

// MaxLooks is the maximum number of attempts to open the published snapshot. Another attempt is
// needed only if a writer published within the last few milliseconds.
const MaxLooks = 1000

func OpenSnapshot(ctx context.Context, dir string, c format.Current, old *Snapshot) (*Snapshot, error) {
	s := &Snapshot{dir: dir, id: corpusID(dir), Current: c}
	s.users.Store(1)
	if err := format.Guard(func() error { return s.open(ctx, old) }); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Snapshot) open(ctx context.Context, old *Snapshot) (err error) {
	if s.State, err = format.ReadState(ctx, s.dir, s.Current); err != nil {
		return err
	}
	for _, wanted := range s.State.Segments {
		if err := s.addPart(ctx, wanted, old); err != nil {
			return err
		}
	}
	return nil
}

func (s *Snapshot) addPart(ctx context.Context, wanted format.SegmentState, old *Snapshot) (err error) {
	p, open := old.share(wanted.Manifest)
	if !open {
		if p.Segment, err = openSegment(ctx, filepath.Join(s.dir, wanted.Folder), wanted.Manifest); err != nil {
			return err
		}
	}
	before := p.Deleted
	s.Parts = append(s.Parts, p) // from here on, Release closes it
	if err := s.fit(&s.Parts[len(s.Parts)-1], wanted); err != nil {
		return format.Damaged(filepath.Join(s.dir, s.Current.Name), fmt.Sprintf("%s: %v", wanted.Folder, err))
	}
	if p := &s.Parts[len(s.Parts)-1]; before == nil || !before.Equals(p.Deleted) {
		p.counts = new(textCounts)
	}
	return nil
}

// fit adds a segment to the totals of the snapshot. It returns an error if the segment does not match
// the snapshot.
func (s *Snapshot) fit(p *part, wanted format.SegmentState) (err error) {
	m := p.Manifest
	if p.Deleted, err = wanted.DeletedSet(m.Papers); err != nil {
		return err
	}
	deleted := int(p.Deleted.GetCardinality())
	switch {
	case m.Format != s.State.Format:
		return fmt.Errorf("it has format %d instead of %d", m.Format, s.State.Format)
	case wanted.DeletedBodies < 0 || wanted.DeletedBodies > min(m.Bodies, deleted):
		return fmt.Errorf("it lists %d deleted full texts, more than it has", wanted.DeletedBodies)
	case wanted.DeletedReferencesOnly < 0 || wanted.DeletedReferencesOnly > min(m.ReferencesOnly, wanted.DeletedBodies):
		return fmt.Errorf("it lists %d deleted reference lists, more than it has", wanted.DeletedReferencesOnly)
	case m.Identity != s.State.Identity:
		return errors.New("segments for identity search are mixed with others")
	case m.Embedder != s.State.Embedder || m.Dimension != s.State.Dimension:
		return fmt.Errorf("its vectors come from another embedder (%.40q, %d components)", m.Embedder, m.Dimension)
	}
	p.base = 0
	if n := len(s.Parts); n > 1 {
		p.base = s.Parts[n-2].base + uint32(s.Parts[n-2].Manifest.Papers)
	}
	if int(p.base) > format.MaxPapers-m.Papers {
		return fmt.Errorf("the index has more than %d papers", format.MaxPapers)
	}
	p.Live = liveOf(p.Deleted, m.Papers)
	s.Papers += m.Papers - deleted
	s.FullTexts += m.FullTexts() - wanted.DeletedBodies + wanted.DeletedReferencesOnly
	s.lengths += m.Length - p.Docs.Lengths(p.Deleted)
	return nil
}

// Info returns the description of the corpus.
func (s *Snapshot) Info() engine.Info {
	return engine.Info{
		ID: s.id, Name: s.State.Name, Path: s.dir, Papers: s.Papers, FullTexts: s.FullTexts,
		Embedder: s.State.Embedder, State: s.Current.Hash,
	}
}

// share returns the open segment with the given manifest hash, unless its files have changed.
func (s *Snapshot) share(manifest string) (p part, open bool) {
	if s == nil {
		return p, false
	}
	for _, p := range s.Parts {
		if p.Hash == manifest && !p.changed() {
			p.users.Add(1)
			return p, true
		}
	}
	return p, false
}

// liveOf returns the set of papers that are not deleted.
func liveOf(deleted *roaring.Bitmap, papers int) bitset {
	if deleted.IsEmpty() {
		return nil
	}
	return bitsetOf(roaring.Flip(deleted, 0, uint64(papers)), papers)
}

// Release ends a request. The last request closes a snapshot that is no longer current.
func (s *Snapshot) Release() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, p := range s.Parts {
		_ = p.Segment.release()
	}
}

// Acquire begins a request on an open snapshot.
func (s *Snapshot) Acquire() *Snapshot {
	s.users.Add(1)
	return s
}

// View calls f with a view of the snapshot. It converts panics into errors.
func (s *Snapshot) View(f func(*View) error) error {
	v := &View{Snapshot: s}
	for _, p := range s.Parts {
		v.Segments = append(v.Segments, &SegmentView{part: p, Corpus: s.State.Name, id: s.id})
	}
	return format.Guard(func() error { return f(v) })
}

// Changed reports whether a file was modified since it was opened.
func (s *Snapshot) Changed() bool {
	return slices.ContainsFunc(s.Parts, func(p part) bool { return p.Segment.changed() })
}

// A View is a snapshot during one request.
type View struct {
	*Snapshot
	Segments []*SegmentView // parallel to Parts
}

// A SegmentView is a segment during one request. It implements keyword.Source.
type SegmentView struct {
	part
	Corpus string // name of the corpus
	id     string // ID of the corpus
}

// inSegments calls ask for each segment, or for each segment's search, and returns the results.
// Several calls run in parallel.
func inSegments[S, T any](segments []S, ask func(part int, s S) (T, error)) ([]T, error) {
	results := make([]T, len(segments))
	var group errgroup.Group
	for part, s := range segments {
		work := func() (err error) {
			results[part], err = ask(part, s)
			return err
		}
		if len(segments) == 1 {
			return results, work()
		}
		GoGuarded(&group, work)
	}
	return results, group.Wait()
}

// documents returns the live papers that may have the given name (see Ref.Names). Callers must
// compare the records, since hashes can collide.
func (r *SegmentView) documents(name string) (docs []uint32, err error) {
	if !r.Manifest.Identity {
		return r.hashed(profile.Hash(name))
	}
	hash := format.ShortHash(name)
	err = r.NamesFrom(binary.BigEndian.AppendUint64(nil, uint64(hash)<<32), func(found, doc uint32) bool {
		if found == hash && r.Live.Has(doc) {
			docs = append(docs, doc)
		}
		return found <= hash
	})
	return docs, err
}

// hashed returns the live papers that may have a name with the given hash.
func (r *SegmentView) hashed(hash uint64) (docs []uint32, err error) {
	raw, err := r.Works.Get(binary.BigEndian.AppendUint64(nil, hash))
	if err != nil {
		return nil, err
	}
	err = r.EachDocument(raw, func(doc uint32) {
		if r.Live.Has(doc) {
			docs = append(docs, doc)
		}
	})
	return docs, err
}

// EachDocument calls use for each document with a name. It returns an error if the documents are
// not in ascending order.
func (r *SegmentView) EachDocument(raw []byte, use func(doc uint32)) error {
	least := int64(0)
	for ; len(raw) >= 4; raw = raw[4:] {
		doc := binary.BigEndian.Uint32(raw)
		if int64(doc) < least || int64(doc) >= int64(r.Manifest.Papers) {
			return r.Works.File.Damaged(fmt.Sprintf("an entry lists paper %d, which is out of order or not among "+
				"the %d papers", doc, r.Manifest.Papers))
		}
		least = int64(doc) + 1
		use(doc)
	}
	return nil
}

// A Location is the segment and number of a paper in a snapshot.
type Location struct {
	Part int
	Doc  uint32
}

// Locate returns the location of the paper with that ID, or nil if it is missing.
func (v *View) Locate(id string) (*Location, error) {
	for i, r := range v.Segments {
		docs, err := r.documents("id:" + id)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			p, err := r.Paper(doc)
			if err != nil {
				return nil, err
			}
			if p.ID == id {
				return &Location{i, doc}, nil
			}
		}
	}
	return nil, nil
}

// inParallel calls work(0) to work(n-1) on all cores. A worker stops at its first error or when ctx
// is done.
func inParallel(ctx context.Context, n int, work func(i int) error) error {
	const few = 16 // fewer items are not worth a goroutine
	workers := min(runtime.GOMAXPROCS(0), 1+n/few)
	var group errgroup.Group
	for w := range workers {
		GoGuarded(&group, func() error {
			for i := w; i < n && ctx.Err() == nil; i += workers {
				if err := work(i); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// GoGuarded runs work in a group and converts panics, including faults in mapped files, into
// errors.
func GoGuarded(group *errgroup.Group, work func() error) {
	group.Go(func() error { return format.Guard(work) })
}
