package catalogue

import (
	"cmp"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/parallel"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Query is a search for entries.
type Query struct {
	Typed   Typed
	Context []string  // sentences before the cursor, in document order
	Vector  []float32 // embedding of the sentence, by the same embedder as the titles, or nil
}

// A Match is an entry that matches the text typed so far.
type Match struct {
	File  int // index into the files passed to Search
	Entry *bib.Entry
	Tier  Tier
}

// A candidate is a matching entry that has yet to be ranked.
type candidate struct {
	catalogue, entry int
	tier             Tier
}

// Search returns up to limit matching entries, ordered by tier, then by similarity to the sentence,
// then by position. more reports whether other entries also match. Entries without a key never
// match.
func Search(files []*Catalogue, q Query, limit int) (found []Match, more bool) {
	candidates := fitting(files, q.Typed)
	scores := closeness(files, q, candidates)
	best := rank.NewTopK(limit)
	for i, c := range candidates {
		best.Offer(uint32(i), scores[i]-float64(c.tier)*tierStep)
	}
	for _, b := range best.Best() {
		c := candidates[b.Number]
		found = append(found, Match{c.catalogue, &files[c.catalogue].File.Entries[c.entry], c.tier})
	}
	return found, len(candidates) > limit
}

// tierStep is the score difference between two tiers. It exceeds any score difference within a
// tier, so that the tier always decides first.
const tierStep = 1e9

func fitting(files []*Catalogue, typed Typed) (all []candidate) {
	for n, c := range files {
		tiers := make([]int8, len(c.records))
		parallel.Each(len(c.records), batch, func(i int) { tiers[i] = c.fits(i, typed) })
		for i, tier := range tiers {
			if tier != fitsNot {
				all = append(all, candidate{n, i, Tier(tier)})
			}
		}
	}
	return all
}

const fitsNot = -1

func (c *Catalogue) fits(i int, typed Typed) int8 {
	r := c.records[i]
	if r.key == "" {
		return fitsNot
	}
	if tier, ok := typed.tier(r.key, r.words); ok {
		return int8(tier)
	}
	if typed.identity != (paper.TypedIdentifier{}) && typed.Identifies(identifiersOf(&c.File.Entries[i])) {
		return int8(ByKey)
	}
	return fitsNot
}

func identifiersOf(e *bib.Entry) (doi, arxiv string) {
	doi = e.Field("doi")
	return cmp.Or(paper.DOI(doi), doi), e.Field("eprint")
}

// closeness scores the candidates by their similarity to the sentence. It combines lexical and
// semantic scores, as the engine does for papers.
func closeness(files []*Catalogue, q Query, candidates []candidate) []float64 {
	lexical := make([]float64, len(candidates))
	semantic := make([]float64, len(candidates))
	weights := make([][]float64, len(files))
	for n, c := range files {
		weights[n] = c.weights(q.Context)
	}
	vector := rank.Quantise(q.Vector, make([]int8, len(q.Vector)))
	parallel.Each(len(candidates), batch, func(i int) {
		at := candidates[i]
		c := files[at.catalogue]
		r := c.records[at.entry]
		lexical[i] = r.lexical(weights[at.catalogue]) * c.bm25.Frequency(1, float64(len(r.terms)))
		semantic[i] = r.cosine(vector)
	})
	return rank.Fuse(lexical, semantic)
}

func (r *record) lexical(weights []float64) (sum float64) {
	for _, n := range r.terms {
		sum += weights[n]
	}
	return sum
}

// cosine returns the cosine similarity of the title and a sentence, or 0 if either has no vector.
func (r *record) cosine(vector rank.QuantisedVector) float64 {
	of := r.vector.Load()
	if of == nil || len(of.Components) != len(vector.Components) {
		return 0
	}
	return rank.Dot(*of, vector)
}

const contextDecay = 0.7 // weight of a sentence relative to the following one

// weights returns the weight of each term in the sentences, indexed by term number.
func (c *Catalogue) weights(context []string) []float64 {
	weights := make([]float64, len(c.holders))
	weight := 1.0
	for i := len(context) - 1; i >= 0; i-- {
		for _, term := range text.Terms(text.WithoutCiteMarks(context[i])) {
			if n, known := c.terms.find(term); known && int(n) < len(weights) {
				weights[n] += weight * c.bm25.IDF(c.holders[n])
			}
		}
		weight *= contextDecay
	}
	return weights
}
