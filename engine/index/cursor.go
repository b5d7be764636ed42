package index

import (
	"errors"
	"slices"
)

var errTable = errors.New("a table of blocks that is not of its posting list")

// A cursor moves forward through the posting list of a query's term in one segment, by
// the blocks of its table where it has one.
type cursor struct {
	*queryTerm
	docs  docTable
	list  listReader
	table blockTable

	block postingBlock // decoded
	pos   int          // in block
	ended bool

	at int // every block of the table before this one is passed
}

// to moves to the first posting at doc or behind it; false where there is none.
func (c *cursor) to(doc uint32) (bool, error) {
	for !c.ended && (c.block.n == 0 || c.block.docs[c.block.n-1] < doc) {
		if err := c.load(doc); err != nil {
			return false, err
		}
	}
	if c.ended {
		return false, nil
	}
	if near := c.pos + 8; near < c.block.n && c.block.docs[near] < doc {
		skip, _ := slices.BinarySearch(c.block.docs[near:c.block.n], doc)
		c.pos = near + skip
	}
	for c.block.docs[c.pos] < doc {
		c.pos++
	}
	return true, nil
}

// load decodes the next block that can hold doc or what is behind it.
func (c *cursor) load(doc uint32) error {
	c.pos = 0
	if c.table == nil {
		c.ended = !c.block.read(&c.list)
		if c.ended {
			return c.list.whole()
		}
		return nil
	}
	c.at = c.table.seek(c.at, doc)
	if c.ended = c.at == c.table.blocks(); c.ended {
		return nil
	}
	return c.decode(c.at)
}

// decode reads a block of the table. A stranger's table may say anything: a block ends
// where it says, with the document it says, or the search fails.
func (c *cursor) decode(block int) error {
	from, end, before, last := c.table.end(block-1), c.table.end(block), c.table.last(block-1), c.table.last(block)
	if from > end || end > len(c.list.bytes) || before >= last {
		return errTable
	}
	part := listReader{bytes: c.list.bytes[:end], at: from, next: uint32(before + 1), papers: c.list.papers}
	if !c.block.read(&part) || part.at != end || int64(c.block.docs[c.block.n-1]) != last {
		return errTable
	}
	return nil
}

// here is what the posting that the cursor is at adds to the score of its paper.
func (c *cursor) here() uint32 {
	if frequency := c.block.frequencies[c.pos]; frequency > 0 {
		return c.score(frequency, c.docs.length(c.block.docs[c.pos]))
	}
	return 0
}

// addTo adds what the term gives each of some papers, in ascending order.
func (c *cursor) addTo(papers []scored) error {
	for i := range papers {
		more, err := c.to(papers[i].doc)
		if !more || err != nil {
			return err
		}
		if c.block.docs[c.pos] == papers[i].doc {
			papers[i].score += c.here()
		}
	}
	return nil
}

// A scored paper is one of a segment with the sum of some of its terms.
type scored struct{ doc, score uint32 }
