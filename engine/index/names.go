package index

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// names.db takes the place of the works of papers.db in an index for identity
// search: the names of all works in ascending order, each as 32 bits of its hash and
// a document number. What is found is compared, so a hash that two names share costs
// a look. The key of a block is its first entry; its value is each entry as the gap
// to the hash before and as many bytes of the number as the segment's papers need.
var namesBucket = []byte("names")

// blockNames is how many entries are in a block: a look-up reads one block, and each
// costs the unused end of a page.
const blockNames = 2 << 10

// A nameTable has an entry a name: 32 bits of hash above those of the document.
type nameTable []uint64

func shortHash(name string) uint32 { return uint32(hashOf(name) >> 32) }

func (t *nameTable) add(doc uint32, p *engine.Paper) {
	for _, name := range paper.RefOf(p).Names() {
		t.put(shortHash(name), doc)
	}
}

func (t *nameTable) put(hash, doc uint32) { *t = append(*t, uint64(hash)<<32|uint64(doc)) }

// write puts the table into db.
func (t nameTable) write(db *bulkDB, papers int) error {
	slices.Sort(t)
	width := docWidth(papers)
	for block := range slices.Chunk(slices.Compact(t), blockNames) {
		if err := db.put(namesBucket, binary.BigEndian.AppendUint64(nil, block[0]), encodeNames(block, width)); err != nil {
			return err
		}
	}
	return nil
}

// writeNames writes names.db.
func writeNames(folder string, names nameTable, papers int) error {
	db, err := createBulk(filepath.Join(folder, namesFile))
	if err != nil {
		return err
	}
	return errors.Join(names.write(db, papers), db.close())
}

// docWidth is how many bytes a document number takes.
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

var errNames = errors.New("a block of names that cannot be read")

// eachName calls use with the entries of a block until it returns false. They ascend,
// or a few bytes could stand for names without end.
func eachName(first uint64, raw []byte, papers int, use func(hash, doc uint32) bool) (more bool, err error) {
	width := docWidth(papers)
	hash := first >> 32
	for last := int64(-1); len(raw) > 0; {
		gap, size := binary.Uvarint(raw)
		if size <= 0 || len(raw) < size+width || gap > 1<<32 {
			return false, errNames
		}
		var number [4]byte
		copy(number[:], raw[size:size+width])
		doc := binary.LittleEndian.Uint32(number[:])
		if hash += gap; gap > 0 {
			last = -1
		}
		if hash >= 1<<32 || int64(doc) <= last || int64(doc) >= int64(papers) {
			return false, errNames
		}
		last, raw = int64(doc), raw[size+width:]
		if !use(uint32(hash), doc) {
			return false, nil
		}
	}
	return true, nil
}

// eachNamed calls use with the documents that have a name of that hash.
func (s *segment) eachNamed(hash uint32, use func(doc uint32)) error {
	return s.namesFrom(binary.BigEndian.AppendUint64(nil, uint64(hash)<<32), func(found, doc uint32) bool {
		if found == hash {
			use(doc)
		}
		return found <= hash
	})
}

// namesFrom goes through the names from the block on that may have a key, through
// all where it is nil.
func (s *segment) namesFrom(key []byte, use func(hash, doc uint32) bool) error {
	for walk := s.works.walkFrom(key); ; {
		first, raw, err := walk.next()
		if first == nil || err != nil {
			return err
		}
		if len(first) != 8 {
			return s.works.file.damaged(errNames.Error())
		}
		more, err := eachName(binary.BigEndian.Uint64(first), raw, s.manifest.Papers, use)
		if err != nil {
			return s.works.file.damaged(err.Error())
		}
		if !more {
			return nil
		}
	}
}
