package plan

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Entries returns a new .bib with one entry per work, and the key of each paper.
func Entries(papers []*paper.Paper) (keys []string, file *bib.File) {
	p := New([]File{{File: bib.Parse("")}}, Options{})
	for _, work := range papers {
		key, err := p.Cite(context.Background(), work)
		if err != nil {
			panic(err) // cannot happen, since an empty file accepts every entry
		}
		keys = append(keys, key)
	}
	return keys, p.files[0].File
}

// EntryOf returns the entry that a paper would have in a new .bib.
func EntryOf(work *paper.Paper) *bib.Entry {
	_, file := Entries([]*paper.Paper{work})
	return &file.Entries[0]
}
