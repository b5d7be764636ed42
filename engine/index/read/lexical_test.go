package read

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

func PostingsOf(list []byte, papers int) (all []format.Posting) {
	r := format.ListReader{Bytes: list, Papers: uint32(papers)}
	for p, ok := r.Read(); ok; p, ok = r.Read() {
		all = append(all, p)
	}
	return all
}

// A termsFolder is a folder with the segment files that a search by terms reads: terms.db and
// docs.bin.
type termsFolder struct {
	lists    map[string]*format.ListWriter
	docs     *format.DocsWriter
	folder   string
	manifest format.Manifest
}

// A paperTerm is a term of a paper, with its frequencies in the title and in the abstract.
type paperTerm struct {
	term            string
	title, abstract uint8
}

func newTermsFolder(t testing.TB, folder string) *termsFolder {
	t.Helper()
	docs, err := format.CreateDocs(filepath.Join(folder, format.DocsFile), false)
	if err != nil {
		t.Fatal(err)
	}
	return &termsFolder{lists: make(map[string]*format.ListWriter), docs: docs, folder: folder}
}

func (f *termsFolder) add(t testing.TB, id string, length int, terms []paperTerm) {
	t.Helper()
	for _, term := range terms {
		if f.lists[term.term] == nil {
			f.lists[term.term] = new(format.ListWriter)
		}
		f.lists[term.term].Add(
			format.Posting{Doc: uint32(f.manifest.Papers), Title: term.title, Abstract: term.abstract},
		)
	}
	if err := f.docs.Add(2000, length, id); err != nil {
		t.Fatal(err)
	}
	f.manifest.Papers++
	f.manifest.Length += length
}

// finish writes the files. Without tables, the files are like those of older programs.
func (f *termsFolder) finish(t testing.TB, tables bool) {
	t.Helper()
	f.write(t, tables, func(use func(term string, count int, list []byte) error) error {
		for _, term := range slices.Sorted(maps.Keys(f.lists)) {
			if err := use(term, f.lists[term].Count, f.lists[term].Bytes); err != nil {
				return err
			}
		}
		return nil
	})
}

// write writes the files, with the lists of all terms in ascending order.
func (f *termsFolder) write(
	t testing.TB, tables bool, each func(use func(term string, count int, list []byte) error) error,
) {
	t.Helper()
	err := f.docs.Close()
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.NewDictionary(f.folder, !tables)
	if err != nil {
		t.Fatal(err)
	}
	if err = each(w.Add); err != nil {
		t.Fatal(err)
	}
	f.manifest.Terms, f.manifest.Pairs = w.Terms, w.Pairs
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// openTerms opens folders as the parts of one view, with the given papers deleted.
func openTerms(t testing.TB, folders []*termsFolder, deleted []*roaring.Bitmap) *View {
	t.Helper()
	v := &View{Snapshot: &Snapshot{State: &format.State{}}}
	for i, f := range folders {
		s := &Segment{Folder: f.folder, Manifest: &f.manifest, sums: make(map[string]format.BlockSums)}
		f.manifest.Files = make(format.FileSums)
		for _, name := range []string{format.DocsFile, format.TermsFile} {
			sum, err := format.SumFile(context.Background(), filepath.Join(f.folder, name), nil)
			if err != nil {
				t.Fatal(err)
			}
			f.manifest.Files[name], s.sums[name] = sum, sum.OfFile()
		}
		err := s.openTables(
			context.Background(), format.TermsFile, table{format.TermsBucket, &s.Dictionary},
			table{format.SkipsBucket, &s.skips}, table{format.DenseBucket, &s.dense},
		)
		if err == nil {
			err = s.openDocs(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.close() })
		p := part{Segment: s, Deleted: deleted[i], Live: liveOf(deleted[i], f.manifest.Papers), counts: new(textCounts)}
		v.Parts = append(v.Parts, p)
		v.Segments = append(v.Segments, &SegmentView{part: p})
		v.Papers += f.manifest.Papers - int(p.Deleted.GetCardinality())
		v.lengths += f.manifest.Length - s.Docs.Lengths(p.Deleted)
	}
	return v
}

// A lexicalCase is a random corpus with a random query.
type lexicalCase struct {
	view     *View
	searches []*search
	req      engine.Request
	terms    []engine.QueryTerm
}

const caseTerms = 40

// randomFolder returns papers whose terms are distributed by Zipf's law. Every third paper repeats
// the previous one, so that some scores are equal.
func randomFolder(t *testing.T, random *rand.Rand, papers int, tables bool) *termsFolder {
	f := newTermsFolder(t, t.TempDir())
	var terms []paperTerm
	length := 0
	for doc := range papers {
		if doc%3 != 2 {
			terms, length = nil, 1+random.IntN(300)
			for i := range caseTerms {
				if random.Float64() < .9/float64(1+i*i/8) {
					terms = append(
						terms,
						paperTerm{
							fmt.Sprintf("term%02d", i),
							uint8(random.IntN(40) / 38),
							uint8(random.ExpFloat64() * 2),
						},
					)
				}
			}
		}
		f.add(t, fmt.Sprint(random.Uint64()), length, terms)
	}
	f.finish(t, tables)
	return f
}

func randomCase(t *testing.T, seed uint64) *lexicalCase {
	random := rand.New(rand.NewPCG(seed, 1))
	folders, deleted := make([]*termsFolder, 1+random.IntN(3)), []*roaring.Bitmap{}
	for i := range folders {
		papers := 1 + random.IntN([]int{5, 3000, 30000}[random.IntN(3)])
		folders[i] = randomFolder(t, random, papers, seed%4 != 0)
		deleted = append(deleted, randomSet(random, papers, []float64{0, 0, .3}[random.IntN(3)]))
	}
	c := &lexicalCase{view: openTerms(t, folders, deleted)}
	c.req.Limit = []int{1, 10, 150, 100000}[random.IntN(4)]
	for i := range caseTerms + 1 { // no paper contains the last term
		if random.IntN(3) > 0 {
			c.terms = append(c.terms, engine.QueryTerm{Text: fmt.Sprintf("term%02d", i), Weight: random.Float64()})
		}
	}
	share := []float64{0, .0005, .01, .5, 2}[random.IntN(5)]
	if share < 1 {
		c.req.Expr = keyword.Field{Name: "key"} // any
	}
	for _, r := range c.view.Segments {
		s := &search{SegmentView: r, allowed: r.Live}
		if share < 1 {
			set := randomSet(random, r.Manifest.Papers, share)
			set.AndNot(r.Deleted)
			s.allowed = bitsetOf(set, r.Manifest.Papers)
		}
		var err error
		if s.lists, err = r.lookUpAll(t.Context(), c.terms); err != nil {
			t.Fatal(err)
		}
		c.searches = append(c.searches, s)
	}
	return c
}

func randomSet(random *rand.Rand, papers int, share float64) *roaring.Bitmap {
	set := roaring.New()
	for doc := range uint32(papers) {
		if random.Float64() < share {
			set.Add(doc)
		}
	}
	return set
}

// exhaustive scores every paper, posting by posting, and sorts all papers.
func (c *lexicalCase) exhaustive(q *lexicalQuery) (hits []hit) {
	for part, s := range c.searches {
		scores := make([]uint32, s.Manifest.Papers)
		for i := range c.terms {
			cursor := cursor{queryTerm: &q.terms[i]}
			for _, p := range PostingsOf(s.lists[i].list, s.Manifest.Papers) {
				if frequency := 2*p.Title + p.Abstract; frequency > 0 {
					scores[p.Doc] += cursor.score(frequency, s.Docs.Length(p.Doc))
				}
			}
		}
		for doc, score := range scores {
			if s.allowed.Has(uint32(doc)) && (score > 0 || q.filtered) {
				hits = append(hits, hit{part, uint32(doc), float64(score), s.Docs.Order(uint32(doc))})
			}
		}
	}
	slices.SortFunc(hits, better)
	return hits[:min(q.k, len(hits))]
}

// A pruned search returns exactly the same papers, scores and order as an exhaustive one: in one
// segment or several, with deleted papers, filters and equal scores, with and without tables.
func TestPrunedSearchIsExact(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds on one goroutine")
	}
	for seed := range uint64(60) {
		c := randomCase(t, seed)
		q := c.view.lexicalQuery(c.searches, c.req, c.terms)
		if seed%2 == 0 { // as a large segment: with a floor from the start, on all cores
			q.chunk, q.large = format.WindowPapers, format.WindowPapers/2
		}
		got, err := c.view.lexical(t.Context(), c.searches, q)
		if err != nil {
			t.Fatal(err)
		}
		if want := c.exhaustive(q); !slices.Equal(got, want) {
			t.Fatalf(
				"seed %d: %d hits where %d were wanted, the first difference at %d", seed, len(got),
				len(want), difference(got, want),
			)
		}
		c.checkCounts(t, seed)
		c.checkScores(t, seed, q)
	}
}

func difference(got, want []hit) int {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return i
		}
	}
	return min(len(got), len(want))
}

// checkCounts compares the number of papers that contain each term with an exhaustive count.
func (c *lexicalCase) checkCounts(t *testing.T, seed uint64) {
	t.Helper()
	for _, s := range c.searches {
		for i, term := range c.terms {
			want := 0
			for _, p := range PostingsOf(s.lists[i].list, s.Manifest.Papers) {
				if p.Title+p.Abstract > 0 && s.Live.Has(p.Doc) {
					want++
				}
			}
			if got := s.lists[i].inText; got != want {
				t.Fatalf("seed %d: %s is in %d papers, counted %d", seed, term.Text, want, got)
			}
		}
	}
}

// checkScores compares the scores of some papers, requested by ID, with the definition of BM25.
func (c *lexicalCase) checkScores(t *testing.T, seed uint64, q *lexicalQuery) {
	t.Helper()
	model := rank.BM25{
		Texts:         c.view.Papers,
		AverageLength: max(float64(c.view.lengths)/float64(max(1, c.view.Papers)), 1),
	}
	for _, s := range c.searches {
		var docs []uint32
		want, perfect := make(map[uint32]float64), 0.
		for doc := uint32(0); int(doc) < s.Manifest.Papers; doc += 1 + doc/7 {
			docs = append(docs, doc)
		}
		for i, term := range c.terms {
			inText := 0
			for _, other := range c.searches {
				inText += other.lists[i].inText
			}
			weight := term.Weight * model.IDF(inText)
			perfect += weight * rank.MaxFrequency
			for _, p := range PostingsOf(s.lists[i].list, s.Manifest.Papers) {
				want[p.Doc] += weight * model.Frequency(float64(2*p.Title+p.Abstract), float64(s.Docs.Length(p.Doc)))
			}
		}
		papers, err := s.scores(q, docs)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range papers {
			if got := float64(p.score) / perfectScore; math.Abs(got-want[p.doc]/perfect) > 1e-6 {
				t.Fatalf("seed %d: paper %d scores %v, by the formula %v", seed, p.doc, got, want[p.doc]/perfect)
			}
		}
	}
}
