package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A paper's score never exceeds the bound given by its sum, whatever its length and term
// frequencies, so that no paper among the best is missed.
func TestASumLimitsTheScore(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		average := 1 + 500*random.Float64()
		q := &lexicalQuery{saturation: rank.BM25{Texts: 1000, AverageLength: average}.Saturation()}
		perfect := 0.
		for range 1 + random.IntN(60) {
			q.terms = append(q.terms, queryTerm{weight: random.ExpFloat64(), saturation: q.saturation})
			perfect += q.terms[len(q.terms)-1].weight * rank.MaxFrequency
		}
		for i := range q.terms {
			q.terms[i].weight *= perfectScore / perfect
		}
		q.limitScores(average)
		for range 2000 {
			length, sum, score := int(random.ExpFloat64()*average), 0, uint32(0)
			for i := range q.terms {
				if frequency := uint8(random.IntN(2) * int(1+random.ExpFloat64()*float64(1+random.IntN(9)))); frequency > 0 {
					frequency = min(frequency, format.MaxFrequency)
					sum += int(q.terms[i].adds[min(frequency, format.OftenAtLeast)])
					score += q.terms[i].score(frequency, length)
				}
			}
			if sum >= 1<<16 || score > 0 && q.limits.of(uint16(sum), length) < float64(score) ||
				uint16(sum) < q.limits.least(score) && score > 0 {
				t.Fatalf(
					"seed %d: a sum of %d in %d words limits a score to %v, which is %d", seed, sum, length,
					q.limits.of(uint16(sum), length), score,
				)
			}
		}
	}
}

// tiedCase returns a corpus in which thousands of papers have the same score. One term occurs in
// all papers, one in every third and one in every hundredth, and the texts have two lengths.
func tiedCase(t *testing.T, papers int) *lexicalCase {
	f, random := newTermsFolder(t, t.TempDir()), rand.New(rand.NewPCG(1, 1))
	for doc := range papers {
		terms := []paperTerm{{"all", 0, 1}}
		if doc%100 == 50 {
			terms = append(terms, paperTerm{"hundredth", 0, 1})
		}
		if doc%3 == 0 {
			terms = append(terms, paperTerm{"third", 1, uint8(doc / 3 % 2)})
		}
		f.add(t, fmt.Sprint(random.Uint64()), 100+doc/7%2, terms)
	}
	f.finish(t, true)
	c := &lexicalCase{view: openTerms(t, []*termsFolder{f}, []*roaring.Bitmap{roaring.New()})}
	c.terms = []engine.QueryTerm{{Text: "all", Weight: 1}, {Text: "hundredth", Weight: .5}, {Text: "third", Weight: 1}}
	s := &search{SegmentView: c.view.Segments[0]}
	var err error
	if s.lists, err = s.lookUpAll(t.Context(), c.terms); err != nil {
		t.Fatal(err)
	}
	c.searches = []*search{s}
	return c
}

// Among papers with equal scores, those that are first by DocTable.Order are returned, whatever
// their position and whichever worker finds them.
func TestTiesAreDecidedByTheOrderOfIDs(t *testing.T) {
	c := tiedCase(t, 17*format.WindowPapers+100)
	if lists := c.searches[0].lists; lists[0].dense == nil || lists[1].table == nil || lists[2].dense == nil {
		t.Fatal("a case without a list of each kind")
	}
	for _, k := range []int{1, 7, 150, 700, 5000} {
		for _, large := range []int{format.WindowPapers, largeSegment} {
			c.req.Limit = k
			q := c.view.lexicalQuery(c.searches, c.req, c.terms)
			q.chunk, q.large = format.WindowPapers, large
			got, err := c.view.lexical(t.Context(), c.searches, q)
			if err != nil {
				t.Fatal(err)
			}
			if want := c.exhaustive(q); !slices.Equal(got, want) {
				t.Fatalf("the best %d differ at %d", k, difference(got, want))
			}
		}
	}
}

// A query finds nothing if it has no terms, or only terms that no paper contains.
func TestWithoutTermsNothingIsFound(t *testing.T) {
	c := tiedCase(t, 1000)
	c.req.Limit = 10
	for _, terms := range [][]engine.QueryTerm{nil, {{Text: "all", Weight: 0}}, {{Text: "none", Weight: 1}}} {
		s := &search{SegmentView: c.view.Segments[0]}
		var err error
		if s.lists, err = s.lookUpAll(t.Context(), terms); err != nil {
			t.Fatal(err)
		}
		hits, err := c.view.lexical(t.Context(), []*search{s}, c.view.lexicalQuery([]*search{s}, c.req, terms))
		if err != nil || len(hits) > 0 {
			t.Errorf("%v: %d papers (%v)", terms, len(hits), err)
		}
	}
}

// With four times as many papers, less than twice as many are scored.
func TestFewPapersAreScored(t *testing.T) {
	scored := func(papers int) int {
		random := rand.New(rand.NewPCG(1, 1))
		c := &lexicalCase{
			view: openTerms(t, []*termsFolder{randomFolder(t, random, papers, true)}, []*roaring.Bitmap{roaring.New()}),
		}
		c.req.Limit = 10
		for i := range caseTerms {
			c.terms = append(c.terms, engine.QueryTerm{Text: fmt.Sprintf("term%02d", i), Weight: 1})
		}
		s := &search{SegmentView: c.view.Segments[0]}
		var err error
		if s.lists, err = s.lookUpAll(t.Context(), c.terms); err != nil {
			t.Fatal(err)
		}
		w := s.newWindowSearch(0, c.view.lexicalQuery([]*search{s}, c.req, c.terms))
		if err := w.run(t.Context(), new(atomic.Int64)); err != nil {
			t.Fatal(err)
		}
		return w.scored
	}
	few, more := scored(3*format.WindowPapers), scored(12*format.WindowPapers)
	if few == 0 || more > 2*few || more > 12*format.WindowPapers/20 {
		t.Errorf("%d and %d papers are scored of %d and %d", few, more, 3*format.WindowPapers, 12*format.WindowPapers)
	}
}
