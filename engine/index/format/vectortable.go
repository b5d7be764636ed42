package format

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A VectorTable reads codes.bin, rows.bin and hashes.bin of a segment. It verifies each block's
// checksum before its first use.
type VectorTable struct {
	dim    int
	Codes  rank.CodeTable
	coded  *MappedFile
	rows   *MappedFile
	hashes *MappedFile
}

// OpenVectorTable opens the three vector files and checks their sizes.
func OpenVectorTable(m *Manifest, open func(name string) (*MappedFile, error)) (*VectorTable, error) {
	var err error
	t := &VectorTable{dim: m.Dimension, Codes: rank.CodeTable{Words: rank.CodeWords(m.Dimension), Len: m.Papers}}
	blocks := (m.Papers + rank.CodeLanes - 1) / rank.CodeLanes
	for _, wanted := range []struct {
		name string
		size int
		file **MappedFile
	}{{codesFile, blocks * t.groupSize(), &t.coded}, {rowsFile, m.Papers * t.rowSize(), &t.rows}, {hashesFile,
		m.Papers * 8, &t.hashes}} {
		if *wanted.file, err = open(wanted.name); err != nil {
			return nil, err
		}
		if got := len((*wanted.file).Mapping); got != wanted.size {
			return nil, (*wanted.file).Damaged(
				fmt.Sprintf("it has %d bytes, the wrong size for %d papers", got, m.Papers),
			)
		}
	}
	t.Codes.Blocks = asWords(t.coded.Mapping)
	return t, nil
}

// asWords returns little-endian bytes as words, without a copy on little-endian machines.
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

func (t *VectorTable) rowSize() int { return 4 + t.dim }

// groupSize returns the size of a block of codes in bytes.
func (t *VectorTable) groupSize() int { return rank.CodeLanes * t.Codes.Words * 8 }

func (t *VectorTable) Row(doc uint32) (row rank.QuantisedVector, err error) {
	raw, err := t.rows.Bytes(int(doc)*t.rowSize(), t.rowSize())
	if err != nil {
		return row, err
	}
	components := unsafe.Slice((*int8)(unsafe.Pointer(&raw[4])), t.dim)
	return rank.QuantisedVector{Scale: math.Float32frombits(binary.LittleEndian.Uint32(raw)), Components: components}, nil
}

// CheckCodes verifies the checksums of the codes of papers from..to-1.
func (t *VectorTable) CheckCodes(from, to int) error {
	last := (min(to, t.Codes.Len) + rank.CodeLanes - 1) / rank.CodeLanes
	first := min(from/rank.CodeLanes, last)
	_, err := t.coded.Bytes(first*t.groupSize(), (last-first)*t.groupSize())
	return err
}

func (t *VectorTable) hash(doc uint32) (uint64, error) {
	raw, err := t.hashes.Bytes(int(doc)*8, 8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(raw), nil
}

// Vector returns the stored vector of a paper. Its row points into the mapped file.
func (t *VectorTable) Vector(doc uint32) (v Vector, err error) {
	if v.Hash, err = t.hash(doc); err != nil {
		return v, err
	}
	if err = t.CheckCodes(int(doc), int(doc)+1); err != nil {
		return v, err
	}
	v.Code = t.Codes.At(int(doc))
	v.Row, err = t.rows.Bytes(int(doc)*t.rowSize(), t.rowSize())
	return v, err
}
