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
	return p.counts.of(term, func() (int, error) { return p.countInText(list) })
}

// inTable is how many of them are in a list with a table that counts the deleted
// papers too.
func (p *part) inTable(term string, found termList, all int) (int, error) {
	if all = min(all, p.manifest.Papers); p.live == nil {
		return all, nil
	}
	return p.counts.of(term, func() (int, error) {
		gone, err := p.countDeleted(found)
		return max(0, all-gone), err
	})
}

func (p *part) countDeleted(found termList) (papers int, err error) {
	c := cursor{list: p.postings(found.list), table: found.table}
	for deleted := p.deleted.Iterator(); deleted.HasNext(); {
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

// frequencyIn is how often a term is in a paper, by its dense list or by a cursor, which
// moves to the paper.
func (p *part) frequencyIn(found termList, c *cursor, doc uint32) (uint8, error) {
	if found.dense != nil {
		return found.dense.frequency(doc, windowsOf(p.manifest.Papers))
	}
	more, err := c.to(doc)
	if !more || err != nil || c.block.docs[c.pos] != doc {
		return 0, err
	}
	return c.block.frequencies[c.pos], nil
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

// of is the count of a term, counted once.
func (c *textCounts) of(term string, count func() (int, error)) (int, error) {
	if n, ok := c.find(term); ok {
		return n, nil
	}
	n, err := count()
	if err == nil {
		c.keep(term, n)
	}
	return n, err
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
