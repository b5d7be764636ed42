package index_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"pgregory.net/rapid"
)

func add(t testing.TB, dir string, embedder engine.Embedder, papers []*engine.Paper) index.Change {
	t.Helper()
	change, err := index.Add(context.Background(), index.BuildOptions{Dir: dir, Embedder: embedder}, sequence(papers))
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func remove(t testing.TB, dir string, ids ...string) []string {
	t.Helper()
	_, unknown, err := index.Remove(context.Background(), dir, ids, false)
	if err != nil {
		t.Fatal(err)
	}
	return unknown
}

func list(t testing.TB, dir string) index.Listing {
	t.Helper()
	l, err := index.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A livingCorpus is an index that changes, together with its expected content.
type livingCorpus struct {
	t      testing.TB
	dir    string
	pool   []*engine.Paper // the first version of every paper
	holds  map[string]*engine.Paper
	number int // number of changed records, which makes each change unique
}

// step changes the index and the expected content in the same way.
func (c *livingCorpus) step(rt *rapid.T) {
	switch rapid.SampledFrom([]string{"add", "add", "add", "remove", "remove", "compact"}).Draw(rt, "step") {
	case "add":
		c.add(rt)
	case "remove":
		var ids []string
		for _, p := range c.draw(rt, "removed") {
			ids = append(ids, p.ID)
			delete(c.holds, p.ID)
		}
		remove(c.t, c.dir, ids...)
	case "compact":
		if err := index.Compact(context.Background(), c.dir, false); err != nil {
			rt.Fatal(err)
		}
		if l := list(c.t, c.dir); l.Segments > 1 || l.Deleted > 0 {
			rt.Fatalf("compact leaves %d segments and %d deleted papers", l.Segments, l.Deleted)
		}
	}
}

func (c *livingCorpus) draw(rt *rapid.T, label string) []*engine.Paper {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(c.pool), 0, 6, func(p *engine.Paper) string { return p.ID }).
		Draw(rt, label)
}

func (c *livingCorpus) add(rt *rapid.T) {
	var given []*engine.Paper
	var want index.Change
	for _, p := range c.draw(rt, "given") {
		old := c.holds[p.ID]
		switch {
		case old == nil:
			want.Added++
		case rapid.Bool().Draw(rt, "changed"):
			p = c.changed(rt, old) // a record without the changes of old would keep them
			want.Updated++
		default:
			p = old
			want.Unchanged++
		}
		c.holds[p.ID] = p
		given = append(given, p)
	}
	if got := add(c.t, c.dir, wordEmbedder{}, given); got != want {
		rt.Fatalf("%+v, want %+v", got, want)
	}
}

// changed returns a copy of a paper with another title, abstract, body, or page range. No search
// uses the page range.
func (c *livingCorpus) changed(rt *rapid.T, p *engine.Paper) *engine.Paper {
	c.number++
	changed := *p
	word := fmt.Sprintf("%s v%d", vocabulary[c.number%len(vocabulary)], c.number)
	switch rapid.SampledFrom([]string{"title", "abstract", "body", "pages"}).Draw(rt, "field") {
	case "title":
		changed.Title = word + " and " + p.Title
	case "abstract":
		changed.Abstract = c.pool[c.number%len(c.pool)].Abstract + " Revised: " + word
	case "body":
		sentence := engine.Sentence{Text: word + " is the state of the art"}
		changed.Body = []engine.Section{{Title: "Added", Paragraphs: []engine.Paragraph{{sentence}}}}
	case "pages":
		changed.Pages = word
	}
	return &changed
}

// live returns the papers that the index should contain.
func (c *livingCorpus) live() []*engine.Paper {
	var all []*engine.Paper
	for _, p := range c.holds {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *engine.Paper) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// A corpus returns the same results as a freshly built one, whatever its history.
func TestACorpusThatChangedAnswersLikeAFreshOne(t *testing.T) {
	pool := testPapers(t)[:30]
	rapid.Check(t, func(rt *rapid.T) {
		root := tempDir(t)
		defer os.RemoveAll(root)
		c := &livingCorpus{t: t, dir: filepath.Join(root, "living"), pool: pool, holds: make(map[string]*engine.Paper)}
		first := c.draw(rt, "built")
		for _, p := range first {
			c.holds[p.ID] = p
		}
		build(t, c.dir, wordEmbedder{}, sequence(first))
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			c.step(rt)
		}
		fresh := filepath.Join(root, "fresh")
		build(t, fresh, wordEmbedder{}, sequence(rapid.Permutation(c.live()).Draw(rt, "order")))
		compareIndexes(rt, c.dir, fresh, pool)
	})
}

func tempDir(t *testing.T) string {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func compareIndexes(rt *rapid.T, a, b string, pool []*engine.Paper) {
	x, y := openRapid(rt, a), openRapid(rt, b)
	defer x.Close()
	defer y.Close()
	compareAnswers(rt, "info", func(x *index.Index) engine.Info {
		info, err := x.Info(context.Background())
		info.Path, info.ID, info.State = "", "", "" // these name the folder and its history
		return orFail(rt, info, err)
	}, x, y)
	var refs []engine.WorkRef
	for _, p := range pool {
		refs = append(refs, engine.WorkRef{ID: p.ID}, engine.WorkRef{Title: p.Title})
	}
	compareAnswers(rt, "papers", func(x *index.Index) []*engine.Paper {
		papers, err := x.Papers(context.Background(), refs)
		for _, p := range papers {
			if p != nil {
				p.CorpusID = ""
			}
		}
		return orFail(rt, papers, err)
	}, x, y)
	for range 4 {
		req := drawRequest(rt, pool)
		got, err := x.Search(context.Background(), req)
		orFail(rt, got, err)
		want, err := y.Search(context.Background(), req)
		sameResult(rt, got, orFail(rt, want, err))
	}
}

func openRapid(rt *rapid.T, dir string) *index.Index {
	x, err := index.Open(dir)
	return orFail(rt, x, err)
}

func orFail[T any](rt *rapid.T, v T, err error) T {
	if err != nil {
		rt.Fatal(err)
	}
	return v
}

func drawRequest(rt *rapid.T, pool []*engine.Paper) engine.Request {
	about := rapid.SampledFrom(pool).Draw(rt, "about")
	req := engine.Request{Limit: rapid.IntRange(0, 12).Draw(rt, "limit"), Embedder: "words:1"}
	if rapid.Bool().Draw(rt, "filter") {
		req.Expr = drawExpr(rt, 2)
	}
	if rapid.Bool().Draw(rt, "year") {
		req.Years.To = rapid.IntRange(2015, 2024).Draw(rt, "to")
	}
	if rapid.Bool().Draw(rt, "lexical") { // otherwise, all papers that pass the filter have the same score
		req.Context = []string{about.Abstract, about.Title + " zebra"}
	}
	if rapid.Bool().Draw(rt, "semantic") {
		vectors, _ := wordEmbedder{}.Embed(context.Background(), []string{about.Title})
		req.Vector = vectors[0]
	}
	return req
}

func sameResult(rt rapid.TB, got, want engine.Result) {
	if got.Matching != want.Matching || got.Semantic != want.Semantic && want.Matching > 0 ||
		len(got.Candidates) != len(want.Candidates) {
		rt.Fatalf(
			"%d match, %d candidates, semantic %v; want %d, %d, %v", got.Matching, len(got.Candidates),
			got.Semantic, want.Matching, len(want.Candidates), want.Semantic,
		)
	}
	for i, c := range got.Candidates {
		w := want.Candidates[i]
		if c.Paper.ID != w.Paper.ID || math.Abs(c.BM25-w.BM25) > 1e-6 || math.Abs(c.Cosine-w.Cosine) > 1e-6 {
			rt.Fatalf(
				"candidate %d is %s (%v, %v), want %s (%v, %v)", i, c.Paper.ID, c.BM25, c.Cosine, w.Paper.ID,
				w.BM25, w.Cosine,
			)
		}
	}
}

// The index has so many papers that a search scans the codes instead of comparing all vectors.
func TestTheNearestAreTheBestOfAllSegments(t *testing.T) {
	skipShort(t)
	papers := realParts(t).papers[:2600]
	for _, p := range papers {
		p.Abstract = "" // not needed here
	}
	living, fresh := t.TempDir(), t.TempDir()
	build(t, living, wordEmbedder{}, sequence(papers[:1300]))
	add(t, living, wordEmbedder{}, papers[1300:2000])
	add(t, living, wordEmbedder{}, papers[2000:])
	var gone []string
	var left []*engine.Paper
	for i, p := range papers {
		if i%10 == 0 {
			gone = append(gone, p.ID)
		} else {
			left = append(left, p)
		}
	}
	remove(t, living, gone...)
	slices.Reverse(left)
	build(t, fresh, wordEmbedder{}, sequence(left))
	x, y := open(t, living), open(t, fresh)
	for _, p := range papers[:40] {
		vectors, _ := wordEmbedder{}.Embed(t.Context(), []string{p.Title})
		req := engine.Request{
			Vector:   vectors[0],
			Embedder: "words:1",
			Limit:    50,
			Years:    engine.Years{To: p.Year % 2 * 2020},
		}
		got, err := x.Search(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		want, err := y.Search(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(want.Candidates) < 50 {
			t.Fatalf("%d candidates", len(want.Candidates))
		}
		sameResult(t, got, want)
	}
}

func compareAnswers[T any](rt *rapid.T, what string, ask func(*index.Index) T, x, y *index.Index) {
	if diff := gocmp.Diff(ask(y), ask(x)); diff != "" {
		rt.Fatalf("%s: %s", what, diff)
	}
}

func TestACompactedCorpusHasTheBytesOfAFreshOne(t *testing.T) {
	papers := testPapers(t)
	living, fresh := t.TempDir(), t.TempDir()
	build(t, living, wordEmbedder{}, sequence(papers[:50]))
	add(t, living, wordEmbedder{}, papers[50:70])
	remove(t, living, papers[0].ID, papers[55].ID)
	add(t, living, wordEmbedder{}, papers[70:])
	if err := index.Compact(t.Context(), living, false); err != nil {
		t.Fatal(err)
	}
	build(t, fresh, wordEmbedder{}, sequence(slices.Concat(papers[1:55], papers[56:])))
	var segments [2]string
	for i, dir := range []string{living, fresh} {
		found, _ := filepath.Glob(filepath.Join(dir, "segment-*"))
		if len(found) != 1 {
			t.Fatal(found)
		}
		segments[i] = found[0]
	}
	files, _ := os.ReadDir(segments[1])
	for _, file := range files {
		got, _ := os.ReadFile(filepath.Join(segments[0], file.Name()))
		want, err := os.ReadFile(filepath.Join(segments[1], file.Name()))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s differs (%v)", file.Name(), err)
		}
	}
}

func TestAddEmbedsOnlyWhatIsNewAndMergesSmallSegments(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, wordEmbedder{}, sequence(papers[:40]))
	var calls atomic.Int32
	for i := range 12 {
		add(t, dir, wordEmbedder{&calls}, papers[30+i:42+i])
		if l := list(t, dir); l.Segments > 8 || l.Papers != 42+i {
			t.Fatalf("%d segments of %d papers", l.Segments, l.Papers)
		}
	}
	if calls.Load() != 13 {
		t.Errorf("%d texts were embedded, 13 are new", calls.Load())
	}
	calls.Store(0)
	sameText := *papers[0]
	sameText.Pages = "1--2"
	if change := add(t, dir, wordEmbedder{&calls}, []*engine.Paper{&sameText}); change.Updated != 1 ||
		calls.Load() != 0 {
		t.Errorf("%+v, %d texts embedded; the text did not change", change, calls.Load())
	}
}

func TestRemovingSaysWhatIsUnknown(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:2]))
	if unknown := remove(t, dir, "nobody's", papers[0].ID, papers[0].ID); !slices.Equal(unknown, []string{"nobody's"}) {
		t.Errorf("unknown: %q", unknown)
	}
	remove(t, dir, papers[1].ID)
	if l := list(t, dir); l.Papers != 0 || l.Segments != 0 {
		t.Errorf("%d papers in %d segments after all are gone", l.Papers, l.Segments)
	}
	add(t, dir, nil, papers[:1])
	if l := list(t, dir); l.Papers != 1 || l.Name != "test" {
		t.Errorf("%+v", l)
	}
}

// A bare title, a preprint or a record with initials must not replace the abstract, the version of
// record or the full names in the corpus.
func TestAPoorerRecordReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	rich := &engine.Paper{
		ID: "10.1/x", DOI: "10.1/x", Title: "Fast Menus", Abstract: "Menus are slow. We make them fast.", Venue: "Journal of Menus", Year: 2001,
		Authors: []engine.Author{{Given: "Jane", Family: "Doe"}}, Pages: "1-9", EntryType: "article",
		Body: []engine.Section{{Title: "Introduction", Paragraphs: []engine.Paragraph{{{Text: "Menus are slow."}}}}},
	}
	build(t, dir, nil, sequence([]*engine.Paper{rich}))
	for name, poor := range map[string]engine.Paper{
		"title alone":                 {Title: "Fast Menus"},
		"initials and a cut abstract": {Title: "Fast Menus", DOI: "10.1/x", Year: 2001, Abstract: "Menus are slow. We ...", Authors: []engine.Author{{Given: "J.", Family: "Doe"}}},
		"a preprint":                  {Title: "Fast Menus", ArXiv: "0101.00001", Venue: "arXiv", Year: 2000, Authors: rich.Authors},
	} {
		poor.ID = rich.ID
		change := add(t, dir, nil, []*engine.Paper{&poor})
		if poor.ArXiv == "" && change != (index.Change{Unchanged: 1}) {
			t.Errorf("%s: %+v", name, change)
		}
	}
	better := *rich
	better.Abstract, better.Body = "Menus were slow. They are fast now.", nil
	if change := add(t, dir, nil, []*engine.Paper{&better}); change.Updated != 1 {
		t.Errorf("a new abstract: %+v", change)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	found, err := x.Papers(t.Context(), []engine.WorkRef{{ID: rich.ID}})
	if err != nil {
		t.Fatal(err)
	}
	want := *rich
	want.Abstract, want.ArXiv = better.Abstract, "0101.00001"
	got := *found[0]
	got.Corpus, got.CorpusID = "", ""
	if diff := gocmp.Diff(&want, &got); diff != "" {
		t.Errorf("the record (-want +got)\n%s", diff)
	}
}

func TestAddRefusesAnotherEmbedder(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, wordEmbedder{}, sequence(papers[:2]))
	_, err := index.Add(t.Context(), index.BuildOptions{Dir: dir}, sequence(papers))
	if err == nil || !strings.Contains(err.Error(), `by embedder "words:1"`) {
		t.Errorf("got %v", err)
	}
}
