package index

import "context"

// A Listing is what `index list` shows of a corpus.
type Listing struct {
	Dir       string
	Name      string
	Papers    int // without deleted ones
	FullTexts int // of these
	Deleted   int // papers that still take space, until the segments that hold them are merged
	Segments  int
	Embedder  string // "" where there are no vectors
	Bytes     int64  // on disk
	Identity  bool   // an index for identity search
	Terms     int    // summed over the segments
	Pairs     int    // (term, paper) pairs

	termBytes   int64
	recordBytes int64 // of an index for identity search
}

// List describes the published snapshot of dir.
func List(dir string) (Listing, error) {
	s, err := openPublished(context.Background(), dir, nil)
	if err != nil {
		return Listing{}, err
	}
	defer s.release()
	l := Listing{Identity: s.state.Identity, Dir: dir, Name: s.state.Name, Papers: s.papers, FullTexts: s.full, Embedder: s.state.Embedder, Segments: len(s.parts)}
	for _, p := range s.parts {
		l.Deleted += int(p.deleted.GetCardinality())
		l.Terms += p.manifest.Terms
		l.Pairs += p.manifest.Pairs
		l.termBytes += p.manifest.Files[termsFile].Size
		for name, sum := range p.manifest.Files {
			l.Bytes += sum.Size
			if name == recordsFile {
				l.recordBytes += sum.Size
			}
		}
	}
	return l, nil
}

// SearchBytes is how much a paper costs on disk beside its record, in an index for
// identity search.
func (l Listing) SearchBytes() float64 {
	return float64(l.Bytes-l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// RecordBytes is how much the record of a paper takes there.
func (l Listing) RecordBytes() float64 {
	return float64(l.recordBytes) / float64(max(1, l.Papers+l.Deleted))
}

// BytesPerPair is the size of the inverted index on disk, all in, over its
// (term, paper) pairs.
func (l Listing) BytesPerPair() float64 { return float64(l.termBytes) / float64(max(1, l.Pairs)) }
