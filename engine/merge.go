package engine

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// mergeCandidates puts the answers of all corpora together and keeps each
// work once: same DOI, or same normalised title and first author. Of two
// records of a work the fuller one stays, with the better of both scores and
// the citation key that either has.
func mergeCandidates(answers []Prefetched) []Candidate {
	var all []Candidate
	for _, answer := range answers {
		all = append(all, answer.Candidates...)
	}
	slices.SortStableFunc(all, func(a, b Candidate) int { return compareFullness(a.Paper, b.Paper) })
	known := make(map[string]int, 2*len(all))
	kept := all[:0]
	for _, c := range all {
		keys := workKeys(c.Paper)
		if at, ok := firstKnown(known, keys); ok {
			kept[at].BM25 = max(kept[at].BM25, c.BM25)
			if !kept[at].hasVector() || c.hasVector() && c.Cosine > kept[at].Cosine {
				kept[at].Cosine, kept[at].Views = c.Cosine, c.Views
			}
			kept[at].Paper = kept[at].Paper.besides(c.Paper)
			remember(known, keys, at)
			continue
		}
		remember(known, keys, len(kept))
		kept = append(kept, c)
	}
	return kept
}

// besides is the record, with what only another one of the same work knows of
// how its user cites it.
func (p *Paper) besides(other *Paper) *Paper {
	both := *p
	both.Own = p.Own || other.Own
	if both.Key == "" || other.Own && !p.Own && other.Key != "" {
		both.Key, both.Entry = other.Key, other.Entry
	}
	if other.Corpus != p.Corpus && !slices.Contains(p.Also, other.Corpus) {
		both.Also = append(slices.Clone(p.Also), other.Corpus)
	}
	return &both
}

func compareFullness(a, b *Paper) int {
	if c := fullness(b) - fullness(a); c != 0 {
		return c
	}
	return comparePapers(a, b)
}

// fullness counts what a record has that the next steps want.
func fullness(p *Paper) (n int) {
	if p.Abstract != "" {
		n += 2
	}
	if p.DOI != "" {
		n++
	}
	return n
}

// workKeys are the names under which two records of one work meet.
func workKeys(p *Paper) []string {
	keys := []string{"id:" + p.Corpus + "\x00" + p.ID}
	if p.DOI != "" {
		keys = append(keys, "doi:"+p.DOI)
	}
	if title := text.NormalTitle(p.Title); title != "" && len(p.Authors) > 0 {
		keys = append(keys, "title:"+title+"\x00"+text.Fold(p.Authors[0].Family))
	}
	return keys
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
