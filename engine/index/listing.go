package index

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A Listing describes a corpus for the command `index list`.
type Listing struct {
	Dir       string
	Name      string
	Papers    int // number of papers, excluding deleted ones
	FullTexts int // number of full texts, excluding deleted ones
	Deleted   int // number of deleted papers that occupy space until their segment is merged
	Segments  int
	Embedder  string // ID of the embedder; "" if the index has no vectors
	Bytes     int64  // size on disk
	Identity  bool   // whether the index is for identity search
	Terms     int    // total number of terms of all segments
	Pairs     int    // number of (term, paper) pairs

	termBytes   int64
	recordBytes int64 // size of the records in an index for identity search
}

// List describes the published snapshot of dir.
func List(dir string) (Listing, error) {
	s, err := read.OpenPublished(context.Background(), dir, nil)
	if err != nil {
		return Listing{}, err
	}
	defer s.Release()
	l := Listing{
		Identity:  s.State.Identity,
		Dir:       dir,
		Name:      s.State.Name,
		Papers:    s.Papers,
		FullTexts: s.FullTexts,
		Embedder:  s.State.Embedder,
		Segments:  len(s.Parts),
	}
	for _, p := range s.Parts {
		l.Deleted += int(p.Deleted.GetCardinality())
		l.Terms += p.Manifest.Terms
		l.Pairs += p.Manifest.Pairs
		l.termBytes += p.Manifest.Files[format.TermsFile].Size
		for name, sum := range p.Manifest.Files {
			l.Bytes += sum.Size
			if name == format.RecordsFile {
				l.recordBytes += sum.Size
			}
		}
	}
	return l, nil
}

// SearchBytes returns the disk space per paper, excluding its record, in bytes. It applies to an
// index for identity search.
func (l Listing) SearchBytes() float64 {
	return float64(l.Bytes-l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// RecordBytes returns the disk space per record in bytes. It applies to an index for identity search.
func (l Listing) RecordBytes() float64 {
	return float64(l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// BytesPerPair returns the size of the inverted index in bytes per (term, paper) pair.
func (l Listing) BytesPerPair() float64 { return float64(l.termBytes) / float64(max(1, l.Pairs)) }
