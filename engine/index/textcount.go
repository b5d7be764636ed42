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
func (p *part) inText(term string, list []byte) int {
	if len(list) < shortList {
		return p.countInText(list)
	}
	if n, ok := p.counts.find(term); ok {
		return n
	}
	n := p.countInText(list)
	p.counts.keep(term, n)
	return n
}

func (p *part) countInText(list []byte) (papers int) {
	var block postingBlock
	for postings := (listReader{bytes: list}); block.read(&postings); {
		for i, doc := range block.docs[:block.n] {
			if block.frequencies[i] > 0 && p.live.has(doc) {
				papers++
			}
		}
	}
	return papers
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
