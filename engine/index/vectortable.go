package index

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// vectorTable is codes.bin, rows.bin and hashes.bin of a segment. Each piece of
// them is asked for before it is used, so that its checksum is compared.
type vectorTable struct {
	dim    int
	codes  rank.CodeTable
	coded  *mappedFile
	rows   *mappedFile
	hashes *mappedFile
}

func (s *segment) openVectors(ctx context.Context) (err error) {
	m := s.manifest
	t := &vectorTable{dim: m.Dimension, codes: rank.CodeTable{Words: rank.CodeWords(m.Dimension), Len: m.Papers}}
	blocks := (m.Papers + rank.CodeLanes - 1) / rank.CodeLanes
	for _, wanted := range []struct {
		name string
		size int
		file **mappedFile
	}{{codesFile, blocks * t.groupSize(), &t.coded}, {rowsFile, m.Papers * t.rowSize(), &t.rows}, {hashesFile, m.Papers * 8, &t.hashes}} {
		if *wanted.file, err = s.mapFile(ctx, wanted.name); err != nil {
			return err
		}
		if got := len((*wanted.file).mapping); got != wanted.size {
			return (*wanted.file).damaged(fmt.Sprintf("%d bytes for %d papers", got, m.Papers))
		}
	}
	t.codes.Blocks = asWords(t.coded.mapping)
	s.vectors = t
	return nil
}

// asWords views little endian bytes as words; on a big endian machine it copies.
func asWords(bytes []byte) []uint64 {
	if len(bytes) == 0 {
		return nil
	}
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return unsafe.Slice((*uint64)(unsafe.Pointer(&bytes[0])), len(bytes)/8)
	}
	words := make([]uint64, len(bytes)/8)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(bytes[i*8:])
	}
	return words
}

func (t *vectorTable) rowSize() int { return 4 + t.dim }

// groupSize is the size of the codes that are stored side by side.
func (t *vectorTable) groupSize() int { return rank.CodeLanes * t.codes.Words * 8 }

func (t *vectorTable) row(doc uint32) (row rank.Quantised, err error) {
	raw, err := t.rows.bytes(int(doc)*t.rowSize(), t.rowSize())
	if err != nil {
		return row, err
	}
	components := unsafe.Slice((*int8)(unsafe.Pointer(&raw[4])), t.dim)
	return rank.Quantised{Scale: math.Float32frombits(binary.LittleEndian.Uint32(raw)), Components: components}, nil
}

// checkCodes compares the codes of a range of papers with their checksums.
func (t *vectorTable) checkCodes(from, to int) error {
	last := (min(to, t.codes.Len) + rank.CodeLanes - 1) / rank.CodeLanes
	first := min(from/rank.CodeLanes, last)
	_, err := t.coded.bytes(first*t.groupSize(), (last-first)*t.groupSize())
	return err
}

func (t *vectorTable) hash(doc uint32) (uint64, error) {
	raw, err := t.hashes.bytes(int(doc)*8, 8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(raw), nil
}

// vector is all that is stored of a paper's vector; the row is part of the file.
func (t *vectorTable) vector(doc uint32) (v vector, err error) {
	if v.hash, err = t.hash(doc); err != nil {
		return v, err
	}
	if err = t.checkCodes(int(doc), int(doc)+1); err != nil {
		return v, err
	}
	v.code = t.codes.At(int(doc))
	v.row, err = t.rows.bytes(int(doc)*t.rowSize(), t.rowSize())
	return v, err
}
