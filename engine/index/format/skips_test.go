package format

import (
	"encoding/binary"
	"testing"
)

// Seek finds the first block that reaches a document, from any starting block.
func TestSeekFindsTheFirstBlock(t *testing.T) {
	var table BlockTable
	for _, last := range []uint32{3, 4, 90, 91, 200, 1000, 1001} {
		table = binary.LittleEndian.AppendUint32(table, last)
		table = append(table, make([]byte, TableEntry-4)...)
	}
	for doc := range uint32(1010) {
		want := 0
		for want < table.Blocks() && table.Last(want) < int64(doc) {
			want++
		}
		for from := range want + 1 {
			if got := table.Seek(from, doc); got != want {
				t.Fatalf("block %d reaches %d, found %d from %d on", want, doc, got, from)
			}
		}
	}
}
