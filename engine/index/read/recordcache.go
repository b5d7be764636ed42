package read

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// A recordCache caches recently unpacked blocks of records, since a scan in document order reads each
// block many times.
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

// BlockRecord returns the JSON of the record of a document. Callers must not modify it.
func (s *Segment) BlockRecord(doc uint32) ([]byte, error) {
	key, packed, err := s.Short.Floor(format.DocKey(doc))
	if err != nil {
		return nil, err
	}
	if len(key) != 4 {
		return nil, s.damagedRecord(doc, "its block is missing")
	}
	first := binary.BigEndian.Uint32(key)
	raw, known := s.unpacked.get(first)
	if !known {
		if raw, err = format.Unpack(packed); err != nil {
			return nil, s.damagedRecord(doc, err.Error())
		}
		s.unpacked.put(first, raw)
	}
	record := format.NthRecord(raw, int(doc-first))
	if record == nil {
		return nil, s.damagedRecord(doc, "it is missing from its block")
	}
	return record, nil
}

func (s *Segment) damagedRecord(doc uint32, reason string) error {
	return format.Damaged(filepath.Join(s.Folder, s.recordsFile()), fmt.Sprintf("paper %d: %s", doc, reason))
}
