// Package catalogue finds the entries of .bib files for a citation that is
// being typed: by key, by words of authors and title, and by the meaning of the
// sentence.
//
// A Catalogue is one version of a .bib. Making one of a file of which a few
// entries changed reads only these; the vectors of titles come later, by Embed,
// and until then the words of the sentence decide.
package catalogue

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Catalogue is one .bib file, ready for search. It is safe for concurrent use.
type Catalogue struct {
	File *bib.File

	records []*record          // parallel to File.Entries
	known   map[uint64]*record // by the hash of an entry's source
	terms   *vocabulary        // shared with the versions before
	holders []int              // how many records hold each term
	bm25    rank.BM25
}

// A record is what is known of one entry, whatever file and place it is in.
type record struct {
	key    string   // folded
	words  string   // see Words
	stems  []string // of the title; nil once there are terms
	terms  []uint32
	vector atomic.Pointer[rank.Quantised] // of the title, nil until it is made
}

var seed = maphash.MakeSeed()

// New reads a file. before is the catalogue of an earlier version, or nil.
func New(file *bib.File, before *Catalogue) *Catalogue {
	c := &Catalogue{File: file, records: make([]*record, len(file.Entries)), known: make(map[uint64]*record, len(file.Entries)), terms: &vocabulary{numbers: map[string]uint32{}}}
	if before != nil {
		c.terms = before.terms
	}
	if before != nil && macrosOf(before.File) != macrosOf(file) {
		before = &Catalogue{} // any entry may read otherwise now
	}
	hashes := make([]uint64, len(file.Entries))
	inParallel(len(file.Entries), func(i int) {
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

// dependsOnOthers is true of an entry whose year may come from another one.
func dependsOnOthers(e *bib.Entry) bool { return e.Lookup("crossref") != nil }

func newRecord(e *bib.Entry) *record {
	title := e.Field("title")
	names := make([]string, 0, 8)
	for _, a := range e.Authors() {
		names = append(names, a.Family)
	}
	return &record{key: text.Fold(e.Key), words: Words(e.Key, names, e.Year(), title), stems: text.Terms(title)}
}

// count numbers the terms of new records, and counts the holders of all.
func (c *Catalogue) count() {
	total := 0
	for _, r := range c.records {
		total += len(r.terms) + len(r.stems)
	}
	numbers := make([]uint32, 0, total) // side by side, since a search reads them all
	for _, r := range c.records {
		if r.stems != nil { // only this catalogue knows it yet
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
