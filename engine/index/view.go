package index

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// A view is a snapshot for one request.
type view struct {
	*snapshot
	readers []*reader // parallel to parts
}

// A reader is a segment for one request. It is the source that keywords are
// evaluated over.
type reader struct {
	part
	corpus string // its name
	id     string // of the corpus
}

// each runs f on each segment, side by side where there are several.
func (v *view) each(f func(i int, r *reader) error) error {
	if len(v.readers) == 1 {
		return f(0, v.readers[0])
	}
	var group errgroup.Group
	for i, r := range v.readers {
		goGuarded(&group, func() error { return f(i, r) })
	}
	return group.Wait()
}

// documents returns the numbers of the papers that may have a name, see
// Ref.Names: hashes can collide, so the caller compares. Deleted ones are
// left out.
func (r *reader) documents(name string) (docs []uint32, err error) {
	keep := func(doc uint32) {
		if r.live.has(doc) {
			docs = append(docs, doc)
		}
	}
	if r.manifest.Identity {
		err := r.eachNamed(shortHash(name), keep)
		return docs, err
	}
	raw, err := r.works.get(binary.BigEndian.AppendUint64(nil, hashOf(name)))
	if err != nil {
		return nil, err
	}
	err = r.eachDocument(raw, keep)
	return docs, err
}

// eachDocument goes through the numbers of one name. They ascend, or
// a few papers could be there without end.
func (r *reader) eachDocument(raw []byte, use func(doc uint32)) error {
	least := int64(0)
	for ; len(raw) >= 4; raw = raw[4:] {
		doc := binary.BigEndian.Uint32(raw)
		if int64(doc) < least || int64(doc) >= int64(r.manifest.Papers) {
			return r.works.file.damaged(fmt.Sprintf("paper %d of %d has a name", doc, r.manifest.Papers))
		}
		least = int64(doc) + 1
		use(doc)
	}
	return nil
}

// A place is where a snapshot has a paper.
type place struct {
	part int
	doc  uint32
}

// locate finds the paper with that ID, nil where there is none.
func (v *view) locate(id string) (*place, error) {
	for i, r := range v.readers {
		docs, err := r.documents("id:" + id)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			p, err := r.paper(doc)
			if err != nil {
				return nil, err
			}
			if p.ID == id {
				return &place{i, doc}, nil
			}
		}
	}
	return nil, nil
}
