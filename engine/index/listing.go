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
	Terms     int    // summed over the segments
	Pairs     int    // (term, paper) pairs

	termBytes int64
}

// List describes the published snapshot of dir.
func List(dir string) (Listing, error) {
	s, err := openPublished(context.Background(), dir, nil)
	if err != nil {
		return Listing{}, err
	}
	defer s.release()
	l := Listing{Dir: dir, Name: s.state.Name, Papers: s.papers, FullTexts: s.full, Embedder: s.state.Embedder, Segments: len(s.parts)}
	for _, p := range s.parts {
		l.Deleted += int(p.deleted.GetCardinality())
		l.Terms += p.manifest.Terms
		l.Pairs += p.manifest.Pairs
		l.termBytes += p.manifest.Files[termsFile].Size
		for _, sum := range p.manifest.Files {
			l.Bytes += sum.Size
		}
	}
	return l, nil
}

// BytesPerPair is the size of the inverted index on disk, all in, over its
// (term, paper) pairs.
func (l Listing) BytesPerPair() float64 { return float64(l.termBytes) / float64(max(1, l.Pairs)) }
