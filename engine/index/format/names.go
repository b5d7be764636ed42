package format

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// NamesBucket is the bucket of names.db, which replaces the works of papers.db in an index for
// identity search. It lists the names of all works as 32-bit hashes with document numbers, in
// ascending order. Records are compared after a lookup, so a hash collision costs only a read. The
// key of a block is its first entry. Each entry in its value consists of the gap to the previous
// hash and a document number of fixed width.
var NamesBucket = []byte("names")

// blockNames is the number of entries per block. Smaller blocks are faster, since a lookup reads a
// whole block. Larger ones take less space, since each block wastes the end of a page.
const blockNames = 2 << 10

// A NameTable has one entry per name, with the hash in the upper 32 bits and the document number in
// the lower 32 bits.
type NameTable []uint64

func ShortHash(name string) uint32 { return uint32(profile.Hash(name) >> 32) }

func (t *NameTable) Add(doc uint32, p *engine.Paper) {
	for _, name := range paper.RefOf(p).Names() {
		t.Put(ShortHash(name), doc)
	}
}

func (t *NameTable) Put(hash, doc uint32) { *t = append(*t, uint64(hash)<<32|uint64(doc)) }

// WriteNames sorts the table and writes it to names.db, without duplicates.
func WriteNames(folder string, names NameTable, papers int) error {
	db, err := CreateBulk(filepath.Join(folder, NamesFile))
	if err != nil {
		return err
	}
	slices.Sort(names)
	width := docWidth(papers)
	for block := range slices.Chunk(slices.Compact(names), blockNames) {
		key := binary.BigEndian.AppendUint64(nil, block[0])
		if err = db.Put(NamesBucket, key, encodeNames(block, width)); err != nil {
			break
		}
	}
	return errors.Join(err, db.Close())
}

// docWidth returns the size of a document number in bytes.
func docWidth(papers int) int { return max(1, (bits.Len32(uint32(papers-1))+7)/8) }

func encodeNames(entries []uint64, width int) (raw []byte) {
	last := entries[0] >> 32
	for _, entry := range entries {
		raw = binary.AppendUvarint(raw, entry>>32-last)
		raw = append(raw, binary.LittleEndian.AppendUint32(nil, uint32(entry))[:width]...)
		last = entry >> 32
	}
	return raw
}

var ErrNames = errors.New("a block of names cannot be decoded")

// EachName calls use for each entry of a block until use returns false. more is false if use
// returned false. It returns an error if the entries are not in ascending order.
func EachName(first uint64, raw []byte, papers int, use func(hash, doc uint32) bool) (more bool, err error) {
	width := docWidth(papers)
	hash := first >> 32
	for last := int64(-1); len(raw) > 0; {
		gap, size := binary.Uvarint(raw)
		if size <= 0 || len(raw) < size+width || gap > 1<<32 {
			return false, ErrNames
		}
		var number [4]byte
		copy(number[:], raw[size:size+width])
		doc := binary.LittleEndian.Uint32(number[:])
		if hash += gap; gap > 0 {
			last = -1
		}
		if hash >= 1<<32 || int64(doc) <= last || int64(doc) >= int64(papers) {
			return false, ErrNames
		}
		last, raw = int64(doc), raw[size+width:]
		if !use(uint32(hash), doc) {
			return false, nil
		}
	}
	return true, nil
}
