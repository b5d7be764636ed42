package read

import (
	"encoding/binary"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"
)

// A bitset is a set of documents with fast membership tests. It has one bit per document, least
// significant bit first, as rank.CodeTable.Scan requires. The nil bitset contains all documents.
type bitset []byte

func bitsetOf(set *roaring.Bitmap, papers int) bitset {
	if set == nil {
		return nil
	}
	dense := make([]uint64, (papers+63)/64)
	set.WriteDenseTo(dense)
	b := make(bitset, 8*len(dense))
	for i, word := range dense {
		binary.LittleEndian.PutUint64(b[8*i:], word)
	}
	return b
}

func (b bitset) Has(doc uint32) bool { return b == nil || b[doc/8]&(1<<(doc%8)) != 0 }

// members returns the documents of the set in ascending order.
func (b bitset) members(papers int) []uint32 {
	docs := make([]uint32, 0, 64)
	if b == nil {
		for doc := range uint32(papers) {
			docs = append(docs, doc)
		}
	}
	for i, byte := range b {
		for ; byte != 0; byte &= byte - 1 {
			docs = append(docs, uint32(i*8+bits.TrailingZeros8(byte)))
		}
	}
	return docs
}
