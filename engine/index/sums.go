package index

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

// sums.bin holds a CRC-32C of each fineBlock of every other file of a segment, in
// the order of their names, four bytes each, little endian: a search that needs
// a few bytes here and there need not read the megabytes around them. Segments
// of before have none, and are compared by the megabyte.
const fineBlock = 16 << 10

// blockSums are the checksums of a file.
type blockSums struct {
	size int    // of a block
	fine []byte // part of sums.bin, nil where there is none
	mega []uint32
}

func (s blockSums) at(block int) uint32 {
	if s.fine != nil {
		return binary.LittleEndian.Uint32(s.fine[4*block:])
	}
	return s.mega[block]
}

// ofFile is for a file without finer ones.
func (sum FileSum) ofFile() blockSums { return blockSums{size: checksumBlock, mega: sum.Blocks} }

// A fineSummer adds up the blocks of a file as it is read.
type fineSummer struct{ sums []byte }

func (f *fineSummer) add(piece []byte) {
	for block := range slices.Chunk(piece, fineBlock) {
		f.sums = binary.LittleEndian.AppendUint32(f.sums, crc32.Checksum(block, castagnoli))
	}
}

func fineLength(size int64) int64 { return 4 * ((size + fineBlock - 1) / fineBlock) }

// readSums returns the finer checksums of each file of a segment, none where it
// has none.
func (m *Manifest) readSums(ctx context.Context, folder string) (map[string]blockSums, error) {
	sums := make(map[string]blockSums)
	whole, known := m.Files[sumsFile]
	if !known {
		for name, sum := range m.Files {
			sums[name] = sum.ofFile()
		}
		return sums, nil
	}
	raw, err := m.readSumsFile(ctx, filepath.Join(folder, sumsFile), whole)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if name != sumsFile {
			length := fineLength(m.Files[name].Size)
			sums[name] = blockSums{size: fineBlock, fine: raw[:length]}
			raw = raw[length:]
		}
	}
	return sums, nil
}

// readSumsFile compares the file with the manifest, and with the sizes of the
// files that it is about.
func (m *Manifest) readSumsFile(ctx context.Context, path string, want FileSum) ([]byte, error) {
	length := int64(0)
	for name, sum := range m.Files {
		if name != sumsFile {
			length += fineLength(sum.Size)
		}
	}
	if want.Size != length {
		return nil, damagedError{path, fmt.Sprintf("%d bytes for files that need %d", want.Size, length)}
	}
	raw, err := files.Read(ctx, path, length)
	if err != nil {
		return nil, advised(err, RebuildAdvice)
	}
	if int64(len(raw)) != length {
		return nil, damagedError{path, fmt.Sprintf("%d bytes instead of %d", len(raw), length)}
	}
	for i, sum := range want.Blocks {
		from := i * checksumBlock
		if crc32.Checksum(raw[from:min(from+checksumBlock, len(raw))], castagnoli) != sum {
			return nil, damagedError{path, fmt.Sprintf("changed bytes behind offset %d", from)}
		}
	}
	return raw, nil
}
