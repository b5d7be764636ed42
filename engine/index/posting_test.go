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
		for _, p := range postingsOf(list, papers) {
			want = append(want, p.doc)
			frequencies = append(frequencies, 2*p.title+p.abstract)
		}
		var block postingBlock
		var inBlocks []uint32
		var weighed []uint8
		reader := listReader{bytes: list, papers: papers}
		for block.read(&reader) {
			inBlocks = append(inBlocks, block.docs[:block.n]...)
			weighed = append(weighed, block.frequencies[:block.n]...)
		}
		if !slices.Equal(inBlocks, want) || !slices.Equal(weighed, frequencies) {
			t.Fatalf("in blocks %v %v, postings %v %v", inBlocks, weighed, want, frequencies)
		}
		if !slices.IsSorted(want) || len(want) > 0 && want[len(want)-1] >= papers {
			t.Fatalf("documents %v of %d", want, papers)
		}
		dense, inDense := documentSet(listReader{bytes: list, papers: papers}, papers)
		sparse, inSparse := documentSet(listReader{bytes: list, papers: papers}, 0)
		if want := roaring.BitmapOf(want...); !dense.Equals(want) || !sparse.Equals(want) {
			t.Fatalf("documents %v, dense %v, sparse %v", want, dense, sparse)
		}
		if whole := reader.whole(); whole != inDense || whole != inSparse {
			t.Fatalf("whole: %v, dense %v, sparse %v", whole, inDense, inSparse)
		}
	})
}
