package index

import (
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"
)

// A bitset is a set of documents to be tested often. The nil one holds all.
type bitset []uint64

func bitsetOf(set *roaring.Bitmap, papers int) bitset {
	if set == nil {
		return nil
	}
	b := make(bitset, (papers+63)/64)
	for it := set.Iterator(); it.HasNext(); {
		doc := it.Next()
		b[doc/64] |= 1 << (doc % 64)
	}
	return b
}

func (b bitset) has(doc uint32) bool { return b == nil || b[doc/64]&(1<<(doc%64)) != 0 }

// list returns the members in ascending order where they are no more than
// most, else nil.
func (b bitset) list(most int) []uint32 {
	if b == nil {
		return nil
	}
	count := 0
	for _, word := range b {
		count += bits.OnesCount64(word)
	}
	if count > most {
		return nil
	}
	docs := make([]uint32, 0, count)
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			docs = append(docs, uint32(i*64+bits.TrailingZeros64(word)))
		}
	}
	return docs
}
