package index

import (
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// Whatever the bytes are, all ways to read a list find the same documents, and
// a set of them is the same whether bits are set or documents are added.
func FuzzPostings(f *testing.F) {
	w := listWriter{}
	for doc := uint32(0); doc < 3000; doc += 1 + doc/7%300 {
		w.add(posting{doc: doc, title: uint8(doc % 2), abstract: uint8(doc % 4)})
	}
	f.Add(w.bytes)
	f.Add(w.bytes[:len(w.bytes)-1])
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1})
	f.Add([]byte{2})
	f.Fuzz(func(t *testing.T, list []byte) {
		const papers = 4000
		var want []uint32
		var frequencies []uint8
		for _, p := range postingsOf(list) {
			want = append(want, p.doc)
			frequencies = append(frequencies, 2*p.title+p.abstract)
		}
		var block postingBlock
		var inBlocks []uint32
		var weighed []uint8
		for reader := (listReader{bytes: list}); block.read(&reader); {
			inBlocks = append(inBlocks, block.docs[:block.n]...)
			weighed = append(weighed, block.frequencies[:block.n]...)
		}
		if !slices.Equal(inBlocks, want) || !slices.Equal(weighed, frequencies) {
			t.Fatalf("in blocks %v %v, postings %v %v", inBlocks, weighed, want, frequencies)
		}
		inside := slices.DeleteFunc(want, func(doc uint32) bool { return doc >= papers })
		dense, sparse := documentSet(listReader{bytes: list}, papers, papers), documentSet(listReader{bytes: list}, 0, papers)
		sparse.RemoveRange(papers, 1<<32)
		if want := roaring.BitmapOf(inside...); !dense.Equals(want) || !sparse.Equals(want) {
			t.Fatalf("documents %v, dense %v, sparse %v", want, dense, sparse)
		}
	})
}
