package read

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// VectorOf returns the stored vector of the paper with the given ID. ok is false if the vector was
// not computed from a text with the given hash.
func (r *SegmentView) VectorOf(id string, hash uint64) (v format.Vector, ok bool, err error) {
	docs, err := r.documents("id:" + id)
	for _, doc := range docs {
		if v, err = r.Vectors.Vector(doc); err == nil && v.Hash == hash {
			v.Row = slices.Clone(v.Row)
			return v, true, nil
		}
	}
	return v, false, err
}

// NamesFrom calls use for each name until use returns false. It begins with the block that contains
// key, or with the first block if key is nil.
func (s *Segment) NamesFrom(key []byte, use func(hash, doc uint32) bool) error {
	for walk := s.Works.WalkFrom(key); ; {
		first, raw, err := walk.Next()
		if first == nil || err != nil {
			return err
		}
		if len(first) != 8 {
			return s.Works.File.Damaged(format.ErrNames.Error())
		}
		more, err := format.EachName(binary.BigEndian.Uint64(first), raw, s.Manifest.Papers, use)
		if err != nil {
			return s.Works.File.Damaged(err.Error())
		}
		if !more {
			return nil
		}
	}
}

// Paper reads the short record of a document.
func (r *SegmentView) Paper(doc uint32) (*engine.Paper, error) {
	p, _, err := r.paper(doc)
	return p, err
}

// paper also returns the size of the record in bytes of JSON.
func (r *SegmentView) paper(doc uint32) (p *engine.Paper, size int, err error) {
	raw, err := r.record(doc)
	if err != nil {
		return nil, 0, err
	}
	p = new(engine.Paper)
	if err := format.Unmarshal(raw, p); err != nil {
		return nil, 0, r.damagedRecord(doc, err.Error())
	}
	p.Corpus, p.CorpusID = r.Corpus, r.id
	return p, len(raw), nil
}

// record returns the JSON of the short record of a document. Callers must not modify it.
func (r *SegmentView) record(doc uint32) ([]byte, error) {
	if r.Manifest.Identity {
		return r.BlockRecord(doc)
	}
	packed, err := r.Short.Get(format.DocKey(doc))
	if err != nil {
		return nil, err
	}
	raw, err := format.Unpack(packed)
	if err != nil {
		return nil, r.damagedRecord(doc, err.Error())
	}
	return raw, nil
}

// BlockRecord returns the JSON of the record of a document. Callers must not modify it.
func (s *Segment) BlockRecord(doc uint32) ([]byte, error) {
	key, packed, err := s.Short.Floor(format.DocKey(doc))
	if err != nil {
		return nil, err
	}
	if len(key) != 4 {
		return nil, s.damagedRecord(doc, "its block is missing")
	}
	first := binary.BigEndian.Uint32(key)
	raw, known := s.unpacked.get(first)
	if !known {
		if raw, err = format.Unpack(packed); err != nil {
			return nil, s.damagedRecord(doc, err.Error())
		}
		s.unpacked.put(first, raw)
	}
	record := format.NthRecord(raw, int(doc-first))
	if record == nil {
		return nil, s.damagedRecord(doc, "it is missing from its block")
	}
	return record, nil
}

func (s *Segment) damagedRecord(doc uint32, reason string) error {
	name := format.PapersFile
	if s.Manifest.Identity {
		name = format.RecordsFile
	}
	return format.Damaged(filepath.Join(s.Folder, name), fmt.Sprintf("paper %d: %s", doc, reason))
}

// hasFullText reports whether a document has a full text. It is called for every paper that shares
// a name, so it unpacks bodies only if some in the segment lack a full text.
func (r *SegmentView) hasFullText(doc uint32) (bool, error) {
	packed, err := r.Bodies.Get(format.DocKey(doc))
	if packed == nil || err != nil || r.Manifest.ReferencesOnly == 0 {
		return packed != nil, err
	}
	full, err := format.HasFullText(packed)
	if err != nil {
		err = r.DamagedBody(doc, err)
	}
	return full, err
}

// body reads the full text and the references of a document. Both are empty if it has no body.
func (r *SegmentView) body(doc uint32) (rest format.Body, err error) {
	packed, err := r.Bodies.Get(format.DocKey(doc))
	if packed == nil || err != nil {
		return rest, err
	}
	if err := format.UnpackJSON(packed, &rest); err != nil {
		return rest, r.DamagedBody(doc, err)
	}
	return rest, nil
}

// DamagedBody returns the error for a full text that cannot be read.
func (r *SegmentView) DamagedBody(doc uint32, err error) error {
	return format.Damaged(filepath.Join(r.Folder, format.BodiesFile), fmt.Sprintf("paper %d: %v", doc, err))
}

// AddBody adds the full text and references to a short record.
func (r *SegmentView) AddBody(doc uint32, p *engine.Paper) error {
	rest, err := r.body(doc)
	p.Body, p.References = rest.Sections, rest.References
	return err
}

// WholePaper reads the complete record of a document.
func (r *SegmentView) WholePaper(doc uint32) (*engine.Paper, error) {
	p, err := r.Paper(doc)
	if err != nil {
		return nil, err
	}
	return p, r.AddBody(doc, p)
}

// Find returns the complete record of a work, or nil if the corpus does not contain it.
func (v *View) Find(ctx context.Context, ref engine.WorkRef) (*engine.Paper, error) {
	ref = ref.Normal()
	for _, name := range ref.Names() {
		p, err := v.named(ctx, name, ref)
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, nil
}

// named returns a paper with the given name of the work. If several papers have it, named prefers
// those with full text, then the one with the lowest ID.
func (v *View) named(ctx context.Context, name string, ref engine.WorkRef) (best *engine.Paper, err error) {
	var holder *SegmentView
	var number uint32
	bestFull := false
	for _, r := range v.Segments {
		docs, err := r.documents(name)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p, err := r.Paper(doc)
			if err != nil {
				return nil, err
			}
			full, err := r.hasFullText(doc)
			if err != nil {
				return nil, err
			}
			if ref.Finds(p, name) && (best == nil || full && !bestFull || full == bestFull && p.ID < best.ID) {
				best, holder, number, bestFull = p, r, doc, full
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	return best, holder.AddBody(number, best)
}

// Embedded reads the complete record of a document with its vector.
func (r *SegmentView) Embedded(doc uint32) (e engine.PaperVector, err error) {
	if e.Paper, err = r.WholePaper(doc); err != nil {
		return e, err
	}
	if r.Vectors != nil {
		row, err := r.Vectors.Row(doc)
		if err != nil {
			return e, err
		}
		e.Vector = rank.QuantisedVector{Scale: row.Scale, Components: slices.Clone(row.Components)}
	}
	return e, nil
}

// EachLive calls use for each paper that is not deleted.
func (v *View) EachLive(ctx context.Context, use func(r *SegmentView, doc uint32) error) error {
	for _, r := range v.Segments {
		for doc := range uint32(r.Manifest.Papers) {
			if !r.Live.Has(doc) {
				continue
			}
			if err := errors.Join(ctx.Err(), use(r, doc)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Limits on the papers that a Segment caches, since successive searches from one manuscript share
// many candidates. With records of typical size, the cached papers take 10 MB.
const (
	maxCachedPapers = 4096
	maxCachedRecord = 8 << 10 // bytes of JSON; larger records are not cached
)

// maxCachedBlocks is the number of unpacked record blocks that a Segment caches, since a scan in
// document order reads each block many times.
const maxCachedBlocks = 16

// A cache holds the values of the most recently used documents. It allocates no memory before the
// first put.
type cache[V any] struct {
	size   int
	mu     sync.Mutex
	values *simplelru.LRU[uint32, V]
}

func (c *cache[V]) get(doc uint32) (v V, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.values == nil {
		return v, false
	}
	return c.values.Get(doc)
}

func (c *cache[V]) put(doc uint32, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.values == nil {
		c.values, _ = simplelru.NewLRU[uint32, V](c.size, nil) // fails only for a size of 0
	}
	c.values.Add(doc, v)
}

// candidate is like Paper, but caches records, since searches read the same ones repeatedly. The
// returned records share their author lists, which callers must not modify.
func (r *SegmentView) candidate(doc uint32) (*engine.Paper, error) {
	p, known := r.papers.get(doc)
	if !known {
		read, size, err := r.paper(doc)
		if err != nil {
			return nil, err
		}
		if p = *read; size <= maxCachedRecord {
			r.papers.put(doc, p)
		}
	}
	p.Corpus, p.CorpusID = r.Corpus, r.id // views of one segment can have different corpus names
	return &p, nil
}
