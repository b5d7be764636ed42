package format

import (
	"bufio"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// VectorFiles writes the codes, int8 rows and text hashes of a segment. A row is a float32 scale
// followed by the components, one byte each.
type VectorFiles struct {
	files  [3]*os.File
	block  *rank.CodeTable // codes of the last block while it is incomplete
	codes  *bufio.Writer
	rows   *bufio.Writer
	hashes *bufio.Writer
}

// A Vector is the stored form of a text's vector.
type Vector struct {
	Hash uint64 // hash of the text
	Code []uint64
	Row  []byte
}

func CreateVectors(folder string, dim int) (w *VectorFiles, err error) {
	w = &VectorFiles{block: rank.NewCodeTable(rank.CodeWords(dim))}
	for i, name := range []string{codesFile, rowsFile, hashesFile} {
		if w.files[i], err = os.Create(filepath.Join(folder, name)); err != nil {
			return nil, errors.Join(err, w.Abandon())
		}
	}
	w.codes, w.rows, w.hashes = bufio.NewWriter(w.files[0]), bufio.NewWriter(w.files[1]), bufio.NewWriter(w.files[2])
	return w, nil
}

func (w *VectorFiles) Add(v Vector) {
	w.block.Append(v.Code)
	if w.block.Len == rank.CodeLanes {
		w.writeBlock()
	}
	w.rows.Write(v.Row)
	w.hashes.Write(binary.LittleEndian.AppendUint64(nil, v.Hash))
}

func (w *VectorFiles) writeBlock() {
	for _, word := range w.block.Blocks {
		w.codes.Write(binary.LittleEndian.AppendUint64(nil, word))
	}
	w.block = rank.NewCodeTable(w.block.Words)
}

// Close writes the remaining codes and returns the first error of any write.
func (w *VectorFiles) Close() error {
	w.writeBlock()
	return errors.Join(w.codes.Flush(), w.rows.Flush(), w.hashes.Flush(), w.Abandon())
}

func (w *VectorFiles) Abandon() (err error) {
	for _, file := range w.files {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

func PackVector(hash uint64, v []float32) Vector {
	code := make([]uint64, rank.CodeWords(len(v)))
	rank.Code(v, code)
	q := rank.Quantise(v, make([]int8, len(v)))
	row := binary.LittleEndian.AppendUint32(nil, math.Float32bits(q.Scale))
	for _, x := range q.Components {
		row = append(row, byte(x))
	}
	return Vector{hash, code, row}
}

// Floats returns the components of a vector.
func (v Vector) Floats() []float32 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(v.Row))
	floats := make([]float32, 0, len(v.Row)-4)
	for _, b := range v.Row[4:] {
		floats = append(floats, scale*float32(int8(b)))
	}
	return floats
}

// A VectorTable reads codes.bin, rows.bin and hashes.bin of a segment. It verifies each block's
// checksum before its first use.
type VectorTable struct {
	dim    int
	Codes  rank.CodeTable
	coded  *MappedFile
	rows   *MappedFile
	hashes *MappedFile
}

// OpenVectorTable opens the three vector files. open must check that a file has the given size.
func OpenVectorTable(m *Manifest, open func(name string, size int) (*MappedFile, error)) (t *VectorTable, err error) {
	t = &VectorTable{dim: m.Dimension, Codes: rank.CodeTable{Words: rank.CodeWords(m.Dimension), Len: m.Papers}}
	blocks := (m.Papers + rank.CodeLanes - 1) / rank.CodeLanes
	if t.coded, err = open(codesFile, blocks*t.groupSize()); err != nil {
		return nil, err
	}
	if t.rows, err = open(rowsFile, m.Papers*t.rowSize()); err != nil {
		return nil, err
	}
	if t.hashes, err = open(hashesFile, m.Papers*8); err != nil {
		return nil, err
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
