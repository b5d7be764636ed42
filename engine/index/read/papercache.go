package read

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A paperCache keeps recently decoded short records, since successive searches from one manuscript
// have many candidates in common. Its zero value is empty.
type paperCache struct {
	mu     sync.Mutex
	papers *simplelru.LRU[uint32, engine.Paper]
}

// Limits of a paperCache, which takes 10 MB with records of usual size.
const (
	maxCachedPapers = 4096
	maxCachedRecord = 8 << 10 // bytes of JSON; larger records are not kept
)

func (c *paperCache) get(doc uint32) (p engine.Paper, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.papers == nil {
		return p, false
	}
	return c.papers.Get(doc)
}

func (c *paperCache) put(doc uint32, p engine.Paper) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.papers == nil {
		c.papers, _ = simplelru.NewLRU[uint32, engine.Paper](maxCachedPapers, nil)
	}
	c.papers.Add(doc, p)
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
