package format

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// fineBlock is the number of bytes per checksum in sums.bin. The file has a CRC-32C for each block of
// the segment's other files, in the order of their names, 4 bytes each, little endian. With it, a
// search for a few bytes need not read the megabyte around them. Older segments have only checksums
// per megabyte.
const fineBlock = 16 << 10

// BlockSums are the checksums of the blocks of a file.
type BlockSums struct {
	size int    // size of a block in bytes
	fine []byte // part of sums.bin that covers the file; nil if the segment lacks sums.bin
	mega []uint32
}

func (s BlockSums) at(block int) uint32 {
	if s.fine != nil {
		return binary.LittleEndian.Uint32(s.fine[4*block:])
	}
	return s.mega[block]
}

// OfFile returns the checksums of a file per megabyte.
func (sum FileSum) OfFile() BlockSums { return BlockSums{size: ChecksumBlock, mega: sum.Blocks} }

// A fineSummer computes the checksums in sums.bin.
type fineSummer struct{ sums []byte }

func (f *fineSummer) add(piece []byte) {
	for block := range slices.Chunk(piece, fineBlock) {
		f.sums = binary.LittleEndian.AppendUint32(f.sums, crc32.Checksum(block, Castagnoli))
	}
}

func fineLength(size int64) int64 { return 4 * ((size + fineBlock - 1) / fineBlock) }

// ReadSums returns the finest available checksums of each file of a segment.
func (m *Manifest) ReadSums(ctx context.Context, folder string) (map[string]BlockSums, error) {
	sums := make(map[string]BlockSums)
	whole, known := m.Files[SumsFile]
	if !known {
		for name, sum := range m.Files {
			sums[name] = sum.OfFile()
		}
		return sums, nil
	}
	raw, err := m.readSumsFile(ctx, filepath.Join(folder, SumsFile), whole)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if name != SumsFile {
			length := fineLength(m.Files[name].Size)
			sums[name] = BlockSums{size: fineBlock, fine: raw[:length]}
			raw = raw[length:]
		}
	}
	return sums, nil
}

// readSumsFile reads sums.bin and verifies it against the manifest and the sizes of the other
// files.
func (m *Manifest) readSumsFile(ctx context.Context, path string, want FileSum) ([]byte, error) {
	length := int64(0)
	for name, sum := range m.Files {
		if name != SumsFile {
			length += fineLength(sum.Size)
		}
	}
	if want.Size != length {
		return nil, Damaged(path, fmt.Sprintf("%d bytes instead of %d", want.Size, length))
	}
	raw, err := files.Read(ctx, path, length)
	if err != nil {
		return nil, WithAdvice(err, RebuildAdvice)
	}
	if int64(len(raw)) != length {
		return nil, Damaged(path, fmt.Sprintf("%d bytes instead of %d", len(raw), length))
	}
	for i, sum := range want.Blocks {
		from := i * ChecksumBlock
		if crc32.Checksum(raw[from:min(from+ChecksumBlock, len(raw))], Castagnoli) != sum {
			return nil, Damaged(path, fmt.Sprintf("wrong checksum after offset %d", from))
		}
	}
	return raw, nil
}
