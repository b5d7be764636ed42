package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// papers.db: the short record (metadata and abstract) by document number, the
// full text apart, and the document numbers of a work by the hash of each of
// its names.
var (
	shortBucket = []byte("short")
	bodyBucket  = []byte("body")
	worksBucket = []byte("works")
)

// A body is what a record holds besides the short one.
type body struct {
	Sections   []engine.Section   `json:"s,omitempty"`
	References []engine.Reference `json:"r,omitempty"`
}

// compressor is shared: its methods used here keep no state between calls.
var compressor, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(runtime.NumCPU()))
var decompressor, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRecord))

// A kilobyte can unpack to gigabytes, and a megabyte of empty brackets to many
// times as much memory: no paper takes so much as this.
const (
	maxRecord = 16 << 20 // bytes of JSON
	maxValues = 1 << 20  // objects and arrays in it
)

var errLargeRecord = fmt.Errorf("larger than %d MB or of more than %d parts", maxRecord>>20, maxValues)

func isLarge(raw []byte) bool {
	return len(raw) > maxRecord || bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) > maxValues
}

// packRecord returns the short record and the body, nil where there is none.
func packRecord(p *engine.Paper) (short, rest []byte, err error) {
	brief := *p
	brief.Corpus, brief.CorpusID, brief.Also, brief.Body, brief.References = "", "", nil, nil, nil
	if short, err = packJSON(brief); err != nil {
		return nil, nil, err
	}
	if len(p.Body) == 0 && len(p.References) == 0 {
		return short, nil, nil
	}
	rest, err = packJSON(body{p.Body, p.References})
	return short, rest, err
}

func packJSON(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if isLarge(raw) {
		return nil, errLargeRecord
	}
	return compressor.EncodeAll(raw, nil), nil
}

func unpackJSON(packed []byte, v any) error {
	raw, err := unpack(packed)
	if err != nil {
		return err
	}
	return unmarshal(raw, v)
}

func unpack(packed []byte) ([]byte, error) {
	// Of a copy, so that no fault and no other process meets the decoder at work.
	raw, err := decompressor.DecodeAll(bytes.Clone(packed), nil)
	if err != nil {
		return nil, unreadable(err)
	}
	return raw, nil
}

func unmarshal(raw []byte, v any) error {
	err := errLargeRecord
	if !isLarge(raw) {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		return unreadable(err)
	}
	return nil
}

func unreadable(err error) error { return fmt.Errorf("a record that cannot be read (%w)", err) }

func docKey(doc uint32) []byte { return binary.BigEndian.AppendUint32(nil, doc) }

func hashOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// A workTable collects which documents have which names.
type workTable struct {
	entries []workEntry
	ids     map[uint64]struct{}
}

type workEntry struct {
	hash uint64
	doc  uint32
}

// firstOf reports whether no record with this ID came before.
func (t *workTable) firstOf(id string) bool {
	if t.ids == nil {
		t.ids = make(map[uint64]struct{})
	}
	before := len(t.ids)
	t.ids[hashOf(id)] = struct{}{}
	return len(t.ids) > before
}

func (t *workTable) add(doc uint32, p *engine.Paper) {
	for _, name := range paper.RefOf(p).Names() {
		t.entries = append(t.entries, workEntry{hashOf(name), doc})
	}
}

// write puts the table into db: hash to ascending document numbers.
func (t *workTable) write(db *bulkDB) error {
	slices.SortFunc(t.entries, func(a, b workEntry) int {
		if a.hash != b.hash {
			if a.hash < b.hash {
				return -1
			}
			return 1
		}
		return int(a.doc) - int(b.doc)
	})
	for at := 0; at < len(t.entries); {
		hash := t.entries[at].hash
		var docs []byte
		for ; at < len(t.entries) && t.entries[at].hash == hash; at++ {
			docs = binary.BigEndian.AppendUint32(docs, t.entries[at].doc)
		}
		if err := db.put(worksBucket, binary.BigEndian.AppendUint64(nil, hash), docs); err != nil {
			return err
		}
	}
	return nil
}
