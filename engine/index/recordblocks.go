package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// records.db takes the place of the short records of papers.db in an index for
// identity search: neighbouring records are packed together, since what they have in
// common is most of them. The key of a block is its first document, its value zstd of
// the records, each with its length in front.
var recordsBucket = []byte("records")

// blockRecords is about how many bytes of JSON are packed together: more of them
// take less space, and longer to unpack for one record.
const blockRecords = 32 << 10

type recordBlocks struct {
	db    *bulkDB
	first uint32
	raw   []byte
}

// add takes the record of the next document.
func (w *recordBlocks) add(doc uint32, record []byte) error {
	if len(w.raw) > 0 && len(w.raw)+len(record) > blockRecords {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if len(w.raw) == 0 {
		w.first = doc
	}
	w.raw = binary.AppendUvarint(w.raw, uint64(len(record)))
	w.raw = append(w.raw, record...)
	return nil
}

func (w *recordBlocks) flush() error {
	if len(w.raw) == 0 {
		return nil
	}
	err := w.db.put(recordsBucket, docKey(w.first), compressor.EncodeAll(w.raw, nil))
	w.raw = w.raw[:0]
	return err
}

func (w *recordBlocks) close() error { return errors.Join(w.flush(), w.db.close()) }

// A recordCache keeps the blocks that were unpacked last: who goes through papers in
// their order meets each block many times.
type recordCache struct {
	mu     sync.Mutex
	blocks *simplelru.LRU[uint32, []byte]
}

const recordCacheSize = 16

func (c *recordCache) get(first uint32) (raw []byte, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.blocks == nil {
		return nil, false
	}
	return c.blocks.Get(first)
}

func (c *recordCache) put(first uint32, raw []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.blocks == nil {
		c.blocks, _ = simplelru.NewLRU[uint32, []byte](recordCacheSize, nil)
	}
	c.blocks.Add(first, raw)
}

// blockRecord is the JSON of the record of a document. It is shared.
func (s *segment) blockRecord(doc uint32) ([]byte, error) {
	key, packed, err := s.short.floor(docKey(doc))
	if err != nil {
		return nil, err
	}
	if len(key) != 4 {
		return nil, s.damagedRecord(doc, "in no block")
	}
	first := binary.BigEndian.Uint32(key)
	raw, known := s.unpacked.get(first)
	if !known {
		if raw, err = unpack(packed); err != nil {
			return nil, s.damagedRecord(doc, err.Error())
		}
		s.unpacked.put(first, raw)
	}
	record := nthRecord(raw, int(doc-first))
	if record == nil {
		return nil, s.damagedRecord(doc, "not in its block")
	}
	return record, nil
}

func (s *segment) damagedRecord(doc uint32, reason string) error {
	return damagedError{filepath.Join(s.folder, s.recordsFile()), fmt.Sprintf("paper %d: %s", doc, reason)}
}

// nthRecord is nil where a block has no such record.
func nthRecord(raw []byte, n int) []byte {
	for ; ; n-- {
		length, size := binary.Uvarint(raw)
		if size <= 0 || length > uint64(len(raw)-size) {
			return nil
		}
		if n == 0 {
			return raw[size : size+int(length)]
		}
		raw = raw[size+int(length):]
	}
}
