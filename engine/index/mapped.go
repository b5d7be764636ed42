package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"unsafe"

	"github.com/edsrzf/mmap-go"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A mappedFile is a file as memory. An empty file is no mapping.
type mappedFile struct {
	mapping mmap.MMap
	file    *os.File
}

func mapFile(path string) (m mappedFile, err error) {
	if m.file, err = os.Open(path); err != nil {
		return m, err
	}
	info, err := m.file.Stat()
	if err != nil || info.Size() == 0 {
		return m, err
	}
	if m.mapping, err = mmap.Map(m.file, mmap.RDONLY, 0); err != nil {
		err = fmt.Errorf("map %s: %w", path, err)
	}
	return m, err
}

func (m mappedFile) close() (err error) {
	if m.mapping != nil {
		err = m.mapping.Unmap()
	}
	if m.file != nil {
		err = errors.Join(err, m.file.Close())
	}
	return err
}

// guardFaults runs f and turns a fault in mapped memory (a file cut short
// under us, a failing disk) or any other panic into an error: f may run beside
// the request, where nobody else could catch it (invariant 6).
func guardFaults(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in the index: %v", r)
			if fault, ok := r.(interface{ Addr() uintptr }); ok {
				err = fmt.Errorf("reading the index failed at address %#x: run `scilit-lsp index verify`", fault.Addr())
			}
		}
	}()
	return f()
}

// vectorTable is codes.bin, rows.bin and hashes.bin of a snapshot.
type vectorTable struct {
	dim   int
	files [3]mappedFile
	codes rank.CodeTable
	rows  []byte
}

func openVectors(folder string, m *Manifest) (t *vectorTable, err error) {
	t = &vectorTable{dim: m.Dimension, codes: rank.CodeTable{Words: rank.CodeWords(m.Dimension), Len: m.Papers}}
	for i, name := range []string{codesFile, rowsFile, hashesFile} {
		if t.files[i], err = mapFile(filepath.Join(folder, name)); err != nil {
			return nil, errors.Join(err, t.close())
		}
	}
	blocks := (m.Papers + rank.CodeLanes - 1) / rank.CodeLanes
	if len(t.files[0].mapping) != blocks*rank.CodeLanes*t.codes.Words*8 || len(t.files[1].mapping) != m.Papers*t.rowSize() || len(t.files[2].mapping) != m.Papers*8 {
		return nil, errors.Join(fmt.Errorf("%s: vectors do not fit the manifest: build the index again", folder), t.close())
	}
	t.rows = t.files[1].mapping
	t.codes.Blocks = asWords(t.files[0].mapping)
	return t, nil
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

func (t *vectorTable) row(doc uint32) rank.Quantised {
	raw := t.rawRow(doc)
	components := unsafe.Slice((*int8)(unsafe.Pointer(&raw[4])), t.dim)
	return rank.Quantised{Scale: math.Float32frombits(binary.LittleEndian.Uint32(raw)), Components: components}
}

func (t *vectorTable) rawRow(doc uint32) []byte {
	return t.rows[int(doc)*t.rowSize() : (int(doc)+1)*t.rowSize()]
}

func (t *vectorTable) hash(doc uint32) uint64 {
	return binary.LittleEndian.Uint64(t.files[2].mapping[doc*8:])
}

func (t *vectorTable) close() (err error) {
	for _, file := range t.files {
		err = errors.Join(err, file.close())
	}
	return err
}
