package read

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"golang.org/x/sync/errgroup"
)

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

// inSegments returns the results of ask for all segments of a view, or for the searches in them. It
// asks in parallel if there are several.
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
		return r.hashed(format.HashOf(name))
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

// EachDocument calls use for each document of a name. It returns an error if the documents are not in
// ascending order.
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
