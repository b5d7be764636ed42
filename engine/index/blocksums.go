package index

import (
	"hash/crc32"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// blockSums remembers which megabytes of mapped files were compared with their
// checksums, and whether they are whole.
type blockSums map[blockOf]bool

type blockOf struct {
	segment *segment
	file    string
	number  int
}

// whole tells whether all that is stored of a paper's vector is as it was
// published.
func (b blockSums) whole(s *segment, doc uint32) bool {
	t := s.vectors
	group := rank.CodeLanes * t.codes.Words * 8
	at := int(doc)
	return b.within(s, codesFile, t.files[0].mapping, at/rank.CodeLanes*group, group) &&
		b.within(s, rowsFile, t.files[1].mapping, at*t.rowSize(), t.rowSize()) &&
		b.within(s, hashesFile, t.files[2].mapping, at*8, 8)
}

func (b blockSums) within(s *segment, file string, bytes []byte, at, length int) bool {
	for number := at / checksumBlock; number <= (at+length-1)/checksumBlock; number++ {
		if !b.block(blockOf{s, file, number}, bytes) {
			return false
		}
	}
	return true
}

func (b blockSums) block(of blockOf, bytes []byte) bool {
	whole, known := b[of]
	if known {
		return whole
	}
	sums := of.segment.manifest.Files[of.file].Blocks
	from := of.number * checksumBlock
	whole = of.number < len(sums) && crc32.Checksum(bytes[from:min(from+checksumBlock, len(bytes))], castagnoli) == sums[of.number]
	b[of] = whole
	return whole
}
