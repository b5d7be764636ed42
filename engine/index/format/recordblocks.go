package format

import (
	"encoding/binary"
	"errors"
)

// RecordsBucket is the bucket of records.db, which replaces the short records of papers.db in an
// index for identity search. It compresses consecutive records together, since they share most of
// their bytes. The key of a block is its first document. Its value is the zstd-compressed records,
// each preceded by its length.
var RecordsBucket = []byte("records")

// blockRecords is the approximate size of a block in bytes of JSON. Larger blocks take less space,
// but take longer to unpack.
const blockRecords = 32 << 10

type RecordBlocks struct {
	Db    *BulkDB
	first uint32
	raw   []byte
}

// Add appends the record of the next document.
func (w *RecordBlocks) Add(doc uint32, record []byte) error {
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

func (w *RecordBlocks) flush() error {
	if len(w.raw) == 0 {
		return nil
	}
	err := w.Db.Put(RecordsBucket, DocKey(w.first), compressor.EncodeAll(w.raw, nil))
	w.raw = w.raw[:0]
	return err
}

func (w *RecordBlocks) Close() error { return errors.Join(w.flush(), w.Db.Close()) }

// NthRecord returns the nth record of a block, or nil if the block is too short.
func NthRecord(raw []byte, n int) []byte {
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
