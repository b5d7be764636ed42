package audit

import (
	"bytes"
	"encoding/gob"
	"iter"

	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// Results contains the results of a check in the order of the files. It stores them in compressed
// blocks, since a list may have 100,000 entries, each with several records.
type Results struct {
	blocks []block
	count  int
}

// A block contains the results of one batch.
type block struct {
	places []place
	packed []byte // compressed gob encoding of a []verify.Result
}

// A place is an entry and the file that contains it.
type place struct {
	file  *File
	entry *bib.Entry
}

// Len returns the number of results.
func (r *Results) Len() int { return r.count }

// All yields the results. Each iteration decodes them again.
func (r *Results) All() iter.Seq[verify.EntryResult] {
	return func(yield func(verify.EntryResult) bool) {
		for _, b := range r.blocks {
			for i, result := range b.unpack() {
				if !yield(b.places[i].position(result)) {
					return
				}
			}
		}
	}
}

// set stores the block of the batch with the given number. Blocks may be set in any order.
func (r *Results) set(number int, b block) {
	for len(r.blocks) <= number {
		r.blocks = append(r.blocks, block{})
	}
	r.blocks[number] = b
	r.count += len(b.places)
}

// packWindow is the compression window in bytes. It exceeds the results of a batch; a larger one would waste
// memory, since each encoder keeps two windows.
const packWindow = 1 << 17

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(packWindow))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
)

// pack compresses the final results of a batch.
func pack(batch []*job) (b block) {
	results := make([]verify.Result, len(batch))
	for i, j := range batch {
		results[i] = j.settle()
		b.places = append(b.places, place{j.file, j.entry})
	}
	var raw bytes.Buffer
	if err := gob.NewEncoder(&raw).Encode(results); err != nil { // cannot fail, since it writes to memory
		panic(err)
	}
	b.packed = bytes.Clone(packer.EncodeAll(raw.Bytes(), nil))
	return b
}

func (b block) unpack() (results []verify.Result) {
	if b.packed == nil {
		return nil
	}
	raw, err := unpacker.DecodeAll(b.packed, nil)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(raw)).Decode(&results)
	}
	if err != nil { // cannot fail, since pack wrote the data
		panic(err)
	}
	return results
}

func (p place) position(r verify.Result) verify.EntryResult {
	line, column, end := p.file.position(p.entry)
	return verify.EntryResult{Path: p.file.Path, Line: line, Column: column, EndLine: end, Entry: p.entry, Result: r}
}
