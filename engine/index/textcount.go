package index

import "sync"

const (
	shortList      = 1 << 10 // bytes; counting one takes less time than remembering it is worth
	countsRemember = 1 << 14 // terms, less than 2 MB
)

// textCounts remembers how many papers of a part, without the deleted ones,
// hold a term in title or abstract: BM25 must know that before it scores, and
// to count is as long a way through a list as to score. Writers come back to
// the same words.
type textCounts struct {
	mu    sync.Mutex
	known map[string]int
}

// inText is how many of them are in a term's list.
func (p *part) inText(term string, list []byte) (n int, err error) {
	if len(list) < shortList {
		return p.countInText(list)
	}
	if n, ok := p.counts.find(term); ok {
		return n, nil
	}
	if n, err = p.countInText(list); err == nil {
		p.counts.keep(term, n)
	}
	return n, err
}

func (p *part) countInText(list []byte) (papers int, err error) {
	var block postingBlock
	postings := p.postings(list)
	for block.read(&postings) {
		for i, doc := range block.docs[:block.n] {
			if block.frequencies[i] > 0 && p.live.has(doc) {
				papers++
			}
		}
	}
	return papers, postings.whole()
}

func (c *textCounts) find(term string) (n int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok = c.known[term]
	return n, ok
}

func (c *textCounts) keep(term string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) == countsRemember {
		c.known = make(map[string]int)
	}
	c.known[term] = n
}
