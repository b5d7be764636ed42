package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// papers.db has two buckets. One maps document numbers to short records, which consist of metadata
// and abstract. The other maps the hash of each work's name to documents. Full texts are in
// bodies.db.
var (
	ShortBucket = []byte("short")
	BodyBucket  = []byte("body")
	WorksBucket = []byte("works")
)

// A Body holds the parts of a record that the short record omits: full text and references.
type Body struct {
	Sections   []engine.Section   `json:"s,omitempty"`
	References []engine.Reference `json:"r,omitempty"`
}

// sectionsFirst begins the JSON of a Body with full text.
const sectionsFirst = `{"s":`

// HasFullText reports whether a packed Body has a full text, not just references.
func HasFullText(packed []byte) (bool, error) {
	raw, err := Unpack(packed)
	return bytes.HasPrefix(raw, []byte(sectionsFirst)), err
}

// compressor can be shared, since the methods used here keep no state between calls.
var compressor, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(runtime.NumCPU()))

var Decompressor, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRecord))

// Limits on a record. Real records are far below them. Without limits, a kilobyte could unpack to
// gigabytes, and a megabyte of empty brackets could take many times as much memory.
const (
	maxRecord = 16 << 20 // size of the JSON in bytes
	maxValues = 1 << 20  // number of objects and arrays
)

var ErrLargeRecord = fmt.Errorf("larger than %d MB or has more than %d JSON objects and arrays",
	maxRecord>>20, maxValues)

func IsLarge(raw []byte) bool {
	return len(raw) > maxRecord || bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) > maxValues
}

// PackRecord returns the short record and the body of a paper. rest is nil if the paper has no body.
func PackRecord(p *engine.Paper) (short, rest []byte, err error) {
	brief := *p
	brief.Corpus, brief.CorpusID, brief.Also, brief.Body, brief.References = "", "", nil, nil, nil
	if short, err = packJSON(brief); err != nil {
		return nil, nil, err
	}
	if len(p.Body) == 0 && len(p.References) == 0 {
		return short, nil, nil
	}
	rest, err = packJSON(Body{p.Body, p.References})
	return short, rest, err
}

func packJSON(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if IsLarge(raw) {
		return nil, ErrLargeRecord
	}
	return compressor.EncodeAll(raw, nil), nil
}

func UnpackJSON(packed []byte, v any) error {
	raw, err := Unpack(packed)
	if err != nil {
		return err
	}
	return Unmarshal(raw, v)
}

func Unpack(packed []byte) ([]byte, error) {
	// Decode a copy, so that neither a memory fault nor another process can affect the decoder.
	raw, err := Decompressor.DecodeAll(bytes.Clone(packed), nil)
	if err != nil {
		return nil, unreadable(err)
	}
	return raw, nil
}

func Unmarshal(raw []byte, v any) error {
	err := ErrLargeRecord
	if !IsLarge(raw) {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		return unreadable(err)
	}
	return nil
}

func unreadable(err error) error { return fmt.Errorf("a record cannot be decoded (%w)", err) }

func DocKey(doc uint32) []byte { return binary.BigEndian.AppendUint32(nil, doc) }

// A WorkTable collects the documents for each name.
type WorkTable struct {
	entries []workEntry
	ids     map[uint64]struct{}
}

type workEntry struct {
	hash uint64
	doc  uint32
}

// FirstOf records an ID and reports whether it is new.
func (t *WorkTable) FirstOf(id string) bool {
	if t.ids == nil {
		t.ids = make(map[uint64]struct{})
	}
	before := len(t.ids)
	t.ids[profile.Hash(id)] = struct{}{}
	return len(t.ids) > before
}

func (t *WorkTable) Add(doc uint32, p *engine.Paper) {
	for _, name := range paper.RefOf(p).Names() {
		t.Put(profile.Hash(name), doc)
	}
}

// Put adds a document under the hash of a name.
func (t *WorkTable) Put(hash uint64, doc uint32) { t.entries = append(t.entries, workEntry{hash, doc}) }

// Write writes the documents of each hash, in ascending order, to a database.
func (t *WorkTable) Write(db *BulkDB) error {
	slices.SortFunc(t.entries, func(a, b workEntry) int {
		if order := cmp.Compare(a.hash, b.hash); order != 0 {
			return order
		}
		return cmp.Compare(a.doc, b.doc)
	})
	for at := 0; at < len(t.entries); {
		hash := t.entries[at].hash
		var docs []byte
		for ; at < len(t.entries) && t.entries[at].hash == hash; at++ {
			docs = binary.BigEndian.AppendUint32(docs, t.entries[at].doc)
		}
		if err := db.Put(WorksBucket, binary.BigEndian.AppendUint64(nil, hash), docs); err != nil {
			return err
		}
	}
	return nil
}

// RecordsBucket is the bucket of records.db, which replaces the short records of papers.db in an
// index for identity search. Consecutive records share most of their bytes, so they are compressed
// in blocks. The key of a block is its first document. Its value holds the records, each preceded
// by its length, compressed with zstd.
var RecordsBucket = []byte("records")

// blockRecords is the approximate size of a block in bytes of JSON. Larger blocks save space, but
// take longer to unpack.
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
