package search

import (
	"cmp"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/internal/parallel"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// batch is the number of candidates that a goroutine takes at a time.
const batch = 32

// Merge combines the candidates of all retrievers and removes duplicates. If two records describe the
// same work, it keeps the fuller one, copies missing fields from the other, and uses the higher scores.
func Merge(lists []List) []Candidate {
	var all []Candidate
	for _, list := range lists {
		all = append(all, list.Candidates...)
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		if c := fullness(b.Paper) - fullness(a.Paper); c != 0 {
			return c
		}
		return comparePapers(a.Paper, b.Paper)
	})
	names := make([][]string, len(all))
	parallel.Each(len(all), batch, func(i int) {
		p := all[i].Paper
		names[i] = append(namesOf(p), "id:"+cmp.Or(p.CorpusID, p.Corpus)+"\x00"+p.ID)
	})
	known := make(map[string]int, 2*len(all))
	kept := all[:0]
	for i, c := range all {
		keys := names[i]
		if at, ok := firstKnown(known, keys); ok {
			kept[at].BM25, kept[at].Profile = max(kept[at].BM25, c.BM25), max(kept[at].Profile, c.Profile)
			kept[at].Together = max(kept[at].Together, c.Together)
			if !kept[at].hasVector() || c.hasVector() && c.Cosine > kept[at].Cosine {
				kept[at].Cosine, kept[at].Views = c.Cosine, c.Views
			}
			kept[at].Paper = kept[at].Paper.Merged(c.Paper)
			remember(known, keys, at)
			continue
		}
		remember(known, keys, len(kept))
		kept = append(kept, c)
	}
	return kept
}

// fullness rates a record by the fields that later stages need. An abstract counts twice.
func fullness(p *paper.Paper) (n int) {
	if p.Abstract != "" {
		n += 2
	}
	if p.DOI != "" {
		n++
	}
	return n
}

func firstKnown(known map[string]int, keys []string) (int, bool) {
	for _, key := range keys {
		if at, ok := known[key]; ok {
			return at, true
		}
	}
	return 0, false
}

func remember(known map[string]int, keys []string, at int) {
	for _, key := range keys {
		if _, ok := known[key]; !ok {
			known[key] = at
		}
	}
}
