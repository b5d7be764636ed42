package read

import (
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

const (
	shortList      = 1 << 10 // size in bytes below which counting a list is as fast as a cache lookup
	countsRemember = 1 << 14 // number of cached terms; they take less than 2 MB
)

// A textCounts caches the number of live papers that contain a term in title or abstract. BM25 needs
// these counts before scoring, and counting takes as long as scoring. The cache is effective, since
// users often search for the same words again.
type textCounts struct {
	mu    sync.Mutex
	known map[string]int
}

// inText returns the number of live papers that contain a term in title or abstract.
func (p *part) inText(term string, list []byte) (n int, err error) {
	if len(list) < shortList {
		return p.countInText(list)
	}
	return p.counts.of(term, func() (int, error) { return p.countInText(list) })
}

// inTable is like inText, for a list with a table. all is the count stored in the table, which
// includes deleted papers.
func (p *part) inTable(term string, found termList, all int) (int, error) {
	if all = min(all, p.Manifest.Papers); p.Live == nil {
		return all, nil
	}
	return p.counts.of(term, func() (int, error) {
		gone, err := p.countDeleted(found)
		return max(0, all-gone), err
	})
}

func (p *part) countDeleted(found termList) (papers int, err error) {
	c := cursor{list: p.Postings(found.list), table: found.table}
	for deleted := p.Deleted.Iterator(); deleted.HasNext(); {
		frequency, err := p.frequencyIn(found, &c, deleted.Next())
		if err != nil {
			return papers, err
		}
		if frequency > 0 {
			papers++
		}
	}
	return papers, nil
}

// frequencyIn returns the frequency of a term in a paper. It reads the dense list if the term has one,
// and otherwise advances a cursor.
func (p *part) frequencyIn(found termList, c *cursor, doc uint32) (uint8, error) {
	if found.dense != nil {
		return found.dense.Frequency(doc, format.WindowsOf(p.Manifest.Papers))
	}
	more, err := c.to(doc)
	if !more || err != nil || c.block.Docs[c.pos] != doc {
		return 0, err
	}
	return c.block.Frequencies[c.pos], nil
}

func (p *part) countInText(list []byte) (papers int, err error) {
	var block format.PostingBlock
	postings := p.Postings(list)
	for block.Read(&postings) {
		for i, doc := range block.Docs[:block.N] {
			if block.Frequencies[i] > 0 && p.Live.Has(doc) {
				papers++
			}
		}
	}
	return papers, postings.Err()
}

// of returns the count of a term from the cache. If it is missing, of calls count.
func (c *textCounts) of(term string, count func() (int, error)) (int, error) {
	c.mu.Lock()
	n, ok := c.known[term]
	c.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := count()
	if err != nil {
		return n, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) == countsRemember {
		c.known = make(map[string]int)
	}
	c.known[term] = n
	return n, nil
}
