package read

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Limits of the papers that a Segment caches, since successive searches from one manuscript have many
// candidates in common. The papers take 10 MB with records of usual size.
const (
	maxCachedPapers = 4096
	maxCachedRecord = 8 << 10 // bytes of JSON; larger records are not kept
)

// maxCachedBlocks is the number of unpacked blocks of records that a Segment caches, since a scan in
// document order reads each block many times.
const maxCachedBlocks = 16

// A cache keeps the values of the documents used most recently. It takes no memory before the first put.
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

// candidate is like Paper for documents that searches read again and again. The records that it
// returns share their lists of authors, which callers must not modify.
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
	p.Corpus, p.CorpusID = r.Corpus, r.id // views of one segment can have different names
	return &p, nil
}
