package read

import (
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

var errTable = errors.New("the block table does not match the posting list")

// A cursor advances through the posting list of a query term in one segment. If the list has a
// table, the cursor uses it to skip blocks.
type cursor struct {
	*queryTerm
	docs  format.DocTable
	list  format.ListReader
	table format.BlockTable

	block format.PostingBlock // current batch of decoded postings
	pos   int                 // position in block
	ended bool

	at int // first block of the table that the cursor has not passed
}

// to advances to the first posting at or after doc. It returns false at the end of the list.
func (c *cursor) to(doc uint32) (bool, error) {
	for !c.ended && (c.block.N == 0 || c.block.Docs[c.block.N-1] < doc) {
		if err := c.load(doc); err != nil {
			return false, err
		}
	}
	if c.ended {
		return false, nil
	}
	if near := c.pos + 8; near < c.block.N && c.block.Docs[near] < doc {
		skip, _ := slices.BinarySearch(c.block.Docs[near:c.block.N], doc)
		c.pos = near + skip
	}
	for c.block.Docs[c.pos] < doc {
		c.pos++
	}
	return true, nil
}

// load decodes the next block that has a posting at or after doc.
func (c *cursor) load(doc uint32) error {
	c.pos = 0
	if c.table == nil {
		c.ended = !c.block.Read(&c.list)
		if c.ended {
			return c.list.Err()
		}
		return nil
	}
	c.at = c.table.Seek(c.at, doc)
	if c.ended = c.at == c.table.Blocks(); c.ended {
		return nil
	}
	return c.decode(c.at)
}

// decode decodes a block of the table. The table may be forged, so decode returns an error unless
// the block ends at the offset and the document recorded there.
func (c *cursor) decode(block int) error {
	from, end, before, last := c.table.End(block-1), c.table.End(block), c.table.Last(block-1), c.table.Last(block)
	if from > end || end > len(c.list.Bytes) || before >= last {
		return errTable
	}
	part := format.ListReader{Bytes: c.list.Bytes[:end], At: from, Next: uint32(before + 1), Papers: c.list.Papers}
	if !c.block.Read(&part) || part.At != end || int64(c.block.Docs[c.block.N-1]) != last {
		return errTable
	}
	return nil
}

// here returns the contribution of the current posting to the score of its paper.
func (c *cursor) here() uint32 {
	if frequency := c.block.Frequencies[c.pos]; frequency > 0 {
		return c.score(frequency, c.docs.Length(c.block.Docs[c.pos]))
	}
	return 0
}

// addTo adds the contributions of the term to papers in ascending order.
func (c *cursor) addTo(papers []scoredDoc) error {
	for i := range papers {
		more, err := c.to(papers[i].doc)
		if !more || err != nil {
			return err
		}
		if c.block.Docs[c.pos] == papers[i].doc {
			papers[i].score += c.here()
		}
	}
	return nil
}

// A scoredDoc is a document with its score so far.
type scoredDoc struct{ doc, score uint32 }
