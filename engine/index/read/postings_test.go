package read

import (
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// For any bytes, all ways of reading a list find the same documents, and documentSet returns the
// same set whether it sets bits or adds documents.
func FuzzPostings(f *testing.F) {
	w := format.ListWriter{}
	for doc := uint32(0); doc < 3000; doc += 1 + doc/7%300 {
		w.Add(format.Posting{Doc: doc, Title: uint8(doc % 2), Abstract: uint8(doc % 4)})
	}
	f.Add(w.Bytes)
	f.Add(w.Bytes[:len(w.Bytes)-1])
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1})
	f.Add([]byte{2})
	f.Fuzz(func(t *testing.T, list []byte) {
		const papers = 4000
		var want []uint32
		var frequencies []uint8
		for _, p := range PostingsOf(list, papers) {
			want = append(want, p.Doc)
			frequencies = append(frequencies, 2*p.Title+p.Abstract)
		}
		var block format.PostingBlock
		var inBlocks []uint32
		var weighed []uint8
		reader := format.ListReader{Bytes: list, Papers: papers}
		for block.Read(&reader) {
			inBlocks = append(inBlocks, block.Docs[:block.N]...)
			weighed = append(weighed, block.Frequencies[:block.N]...)
		}
		if !slices.Equal(inBlocks, want) || !slices.Equal(weighed, frequencies) {
			t.Fatalf("in blocks %v %v, postings %v %v", inBlocks, weighed, want, frequencies)
		}
		if !slices.IsSorted(want) || len(want) > 0 && want[len(want)-1] >= papers {
			t.Fatalf("documents %v of %d", want, papers)
		}
		dense, inDense := documentSet(format.ListReader{Bytes: list, Papers: papers}, papers)
		sparse, inSparse := documentSet(format.ListReader{Bytes: list, Papers: papers}, 0)
		if want := roaring.BitmapOf(want...); !dense.Equals(want) || !sparse.Equals(want) {
			t.Fatalf("documents %v, dense %v, sparse %v", want, dense, sparse)
		}
		if whole := reader.Err(); whole != inDense || whole != inSparse {
			t.Fatalf("whole: %v, dense %v, sparse %v", whole, inDense, inSparse)
		}
	})
}
