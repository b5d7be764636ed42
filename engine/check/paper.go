package check

import (
	"cmp"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Paper holds the passages of a paper for comparisons with many claims. The first passage is its title.
// Each passage is parsed only once. A Paper is not safe for concurrent use.
type Paper struct {
	passages []string
	long     map[string]string // long form of each abbreviation that the paper defines
	parsed   []*parsedPassage  // parsed passages, parallel to passages
}

// A parsedPassage holds the parts of a passage that are computed on first use.
type parsedPassage struct {
	terms []string // distinct terms of the passage in order; nil if not yet computed
	read  *sentence
}

// NewPaper prepares the passages of a paper.
func NewPaper(passages []string) *Paper {
	passages = withSubjects(withOwnName(passages))
	p := &Paper{passages, Definitions(passages), make([]*parsedPassage, len(passages))}
	for i := range p.parsed {
		p.parsed[i] = new(parsedPassage)
	}
	return p
}

// with returns a copy of the paper with the given passages. Unchanged passages are not parsed
// again.
func (p *Paper) with(passages []string) *Paper {
	other := &Paper{passages, p.long, slices.Clone(p.parsed)}
	for i, passage := range passages {
		if passage != p.passages[i] {
			other.parsed[i] = new(parsedPassage)
		}
	}
	return other
}

// closest parses and returns the title and the passages that have the most weight in common with the
// claim.
func (p *Paper) closest(claim sentence) []sentence {
	type scored struct {
		index int
		score float64
	}
	var all []scored
	left := maxPaperBytes
	for i, passage := range p.passages {
		if left -= len(passage); left < 0 && i > 1 {
			break
		}
		all = append(all, scored{i, p.shared(claim, i)})
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var closest []sentence
	for i, s := range all {
		if i < comparedClosely || s.index == 0 {
			closest = append(closest, p.read(s.index))
		}
	}
	return closest
}

// shared returns the total weight of the claim's stems that occur in a passage.
func (p *Paper) shared(claim sentence, passage int) (sum float64) {
	parsed := p.parsed[passage]
	if parsed.terms == nil {
		parsed.terms = distinctTerms(bounded(p.passages[passage]))
	}
	for _, term := range parsed.terms {
		if places := claim.at[term]; len(places) > 0 {
			sum += claim.words[places[0]].weight
		}
	}
	return sum
}

// distinctTerms returns the terms of a text in order of their first occurrence. The result is never nil.
func distinctTerms(s string) []string {
	terms, seen := []string{}, make(map[string]bool)
	for _, term := range text.Terms(s) {
		if !seen[term] {
			seen[term] = true
			terms = append(terms, term)
		}
	}
	return terms
}

func (p *Paper) read(passage int) sentence {
	parsed := p.parsed[passage]
	if parsed.read == nil {
		r := read(p.passages[passage])
		r.index = passage
		parsed.read = &r
	}
	return *parsed.read
}
