// Package catalogue searches .bib files while the user types a citation: by key, by author names
// and title words, and by the meaning of the sentence.
//
// A Catalogue indexes one version of a .bib. A new version reuses the records of unchanged entries.
// Embed adds title vectors later; until then, entries are ranked by the words they share with the
// sentence.
package catalogue

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/parallel"
)

const batch = 256 // number of entries that a goroutine takes at a time

// A Catalogue is the index of one .bib file. It is safe for concurrent use.
type Catalogue struct {
	File *bib.File

	records []*record          // records[i] describes File.Entries[i]
	known   map[uint64]*record // keyed by the hash of the entry's source
	terms   *vocabulary        // shared with earlier versions
	holders []int              // document frequency of each term
	bm25    rank.BM25
}

// A record is the searchable data of one entry, independent of its position in the file.
type record struct {
	key    string   // the citation key, case-folded
	words  string   // the result of Words
	stems  []string // stems of the title's words; nil after terms is set
	terms  []uint32
	vector atomic.Pointer[rank.QuantisedVector] // title embedding; nil until it is computed
}

var seed = maphash.MakeSeed()

// New indexes a file. before is the catalogue of the previous version, or nil.
func New(file *bib.File, before *Catalogue) *Catalogue {
	c := &Catalogue{File: file, records: make([]*record, len(file.Entries)),
		known: make(map[uint64]*record, len(file.Entries)), terms: &vocabulary{numbers: map[string]uint32{}}}
	if before != nil {
		c.terms = before.terms
	}
	if before != nil && macrosOf(before.File) != macrosOf(file) {
		before = &Catalogue{} // a macro may change any entry
	}
	hashes := make([]uint64, len(file.Entries))
	parallel.Each(len(file.Entries), batch, func(i int) {
		entry := &file.Entries[i]
		hashes[i] = maphash.String(seed, file.Text(entry.Span))
		if before != nil {
			c.records[i] = before.known[hashes[i]]
		}
		if c.records[i] == nil {
			c.records[i] = newRecord(entry)
		}
	})
	for i, r := range c.records {
		if !dependsOnOthers(&file.Entries[i]) {
			c.known[hashes[i]] = r
		}
	}
	c.count()
	return c
}

func macrosOf(file *bib.File) string {
	var b strings.Builder
	for _, macro := range file.Strings {
		b.WriteString(file.Text(macro.Span))
	}
	return b.String()
}

// dependsOnOthers reports whether an entry may inherit fields from the entry that its crossref
// names.
func dependsOnOthers(e *bib.Entry) bool { return e.Lookup("crossref") != nil }

func newRecord(e *bib.Entry) *record {
	title := e.Field("title")
	names := make([]string, 0, 8)
	for _, a := range e.Authors() {
		names = append(names, a.Family)
	}
	return &record{key: text.Fold(e.Key), words: Words(e.Key, names, e.Year(), title), stems: text.Terms(title)}
}

// count assigns numbers to the terms of new records and computes how many records contain each
// term.
func (c *Catalogue) count() {
	total := 0
	for _, r := range c.records {
		total += len(r.terms) + len(r.stems)
	}
	numbers := make([]uint32, 0, total) // one contiguous array, since each search reads all of it
	for _, r := range c.records {
		if r.stems != nil { // a new record has stems instead of term numbers
			start := len(numbers)
			numbers = c.terms.number(numbers, r.stems)
			r.terms, r.stems = numbers[start:len(numbers):len(numbers)], nil
		}
	}
	c.holders = make([]int, c.terms.size())
	for _, r := range c.records {
		for _, n := range r.terms {
			c.holders[n]++
		}
	}
	c.bm25 = rank.BM25{Texts: len(c.records), AverageLength: float64(max(total, 1)) / float64(max(len(c.records), 1))}
}

// A vocabulary assigns numbers to terms. All versions of a file share it, and terms are never
// removed.
type vocabulary struct {
	mu      sync.RWMutex
	numbers map[string]uint32
}

// number appends the number of each term and assigns numbers to new terms.
func (v *vocabulary) number(numbers []uint32, terms []string) []uint32 {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, term := range terms {
		n, known := v.numbers[term]
		if !known {
			n = uint32(len(v.numbers))
			v.numbers[term] = n
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func (v *vocabulary) find(term string) (n uint32, known bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	n, known = v.numbers[term]
	return n, known
}

func (v *vocabulary) size() int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return len(v.numbers)
}

const embedBatch = 256 // maximum number of titles embedded between checks for cancellation

// Embed computes the missing title vectors. Concurrent searches use the vectors computed so far.
// All calls must use the same embedder.
func (c *Catalogue) Embed(ctx context.Context, embedder engine.Embedder) error {
	var missing []int // indexes of the entries with a title but no vector
	for i, r := range c.records {
		if r.vector.Load() == nil && c.File.Entries[i].Field("title") != "" {
			missing = append(missing, i)
		}
	}
	for part := range slices.Chunk(missing, embedBatch) {
		titles := make([]string, len(part))
		for k, i := range part {
			titles[k] = c.File.Entries[i].Field("title")
		}
		vectors, err := embedder.Embed(ctx, titles)
		if err != nil {
			return err
		}
		for k, v := range vectors {
			quantised := rank.Quantise(v, make([]int8, len(v)))
			c.records[part[k]].vector.Store(&quantised)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}
