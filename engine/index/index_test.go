package index_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"pgregory.net/rapid"
)

const papersFile = "testdata/papers.jsonl.gz"

// wordEmbedder embeds a text as the sum of one pseudo-random direction per word. Texts that share
// words are similar, which is enough to test searches.
type wordEmbedder struct{ calls *atomic.Int32 }

func (wordEmbedder) ID() string { return "words:1" }
func (wordEmbedder) Dim() int   { return 96 }
func (e wordEmbedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if e.calls != nil {
		e.calls.Add(int32(len(texts)))
	}
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i] = make([]float32, 96)
		for _, term := range text.Terms(s) {
			state := uint32(2166136261)
			for _, c := range []byte(term) {
				state = (state ^ uint32(c)) * 16777619
			}
			for d := range vectors[i] {
				state = state*1664525 + 1013904223
				vectors[i][d] += float32(int32(state)) / (1 << 33)
			}
		}
	}
	return vectors, nil
}

func build(t testing.TB, dir string, embedder engine.Embedder, papers iter.Seq2[*engine.Paper, error]) *index.Manifest {
	t.Helper()
	m, err := index.Build(
		context.Background(),
		index.BuildOptions{Dir: dir, Name: "test", Embedder: embedder, AllowEmpty: true}, papers,
	)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func open(t testing.TB, dir string) *index.Index {
	t.Helper()
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// parsedPapers reads the test papers once for all tests.
var parsedPapers = sync.OnceValues(func() (papers []engine.Paper, err error) {
	for p, err := range corpus.File(context.Background(), papersFile) {
		if err != nil {
			return nil, err
		}
		papers = append(papers, *p)
	}
	return papers, nil
})

func readPapers() ([]*engine.Paper, error) {
	parsed, err := parsedPapers()
	papers := make([]*engine.Paper, len(parsed))
	for i, p := range parsed {
		papers[i] = &p
	}
	return papers, err
}

func testPapers(t testing.TB) []*engine.Paper {
	t.Helper()
	papers, err := readPapers()
	if err != nil {
		t.Fatal(err)
	}
	return papers
}

func sequence(papers []*engine.Paper) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func TestRecordsComeBackWhole(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers))
	x := open(t, dir)
	info, err := x.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range papers {
		want := *p
		want.Corpus, want.CorpusID = "test", info.ID
		for _, ref := range []engine.WorkRef{{ID: p.ID}, {DOI: p.DOI}, {Title: strings.ToUpper(p.Title), Author: p.Authors[0].Family}} {
			if ref == (engine.WorkRef{}) {
				continue
			}
			got, err := x.Papers(context.Background(), []engine.WorkRef{{ID: "nobody's"}, ref})
			if err != nil {
				t.Fatal(err)
			}
			if got[0] != nil {
				t.Errorf("a paper that is not there was found: %v", got[0].ID)
			}
			if diff := cmp.Diff(&want, got[1]); diff != "" {
				t.Errorf("%v: %s", ref, diff)
			}
		}
	}
}

// vocabulary contains words of the test papers. Only some of them are adjacent in phrases.
var vocabulary = []string{
	"neural",
	"machine",
	"translation",
	"parsing",
	"dependency",
	"the",
	"of",
	"corpus",
	"attention",
	"state",
	"art",
	"gene",
	"patients",
	"zebra",
}

func drawExpr(t *rapid.T, depth int) keyword.Expr {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		kind = min(kind, 2)
	}
	switch kind {
	case 0:
		return keyword.Years{
			From: rapid.IntRange(2014, 2024).Draw(t, "from"),
			To:   rapid.IntRange(2016, 2025).Draw(t, "to"),
		}
	case 3:
		return keyword.Not{Operand: drawExpr(t, depth-1)}
	case 4:
		return keyword.And{Operands: []keyword.Expr{drawExpr(t, depth-1), drawExpr(t, depth-1)}}
	case 5:
		return keyword.Or{Operands: []keyword.Expr{drawExpr(t, depth-1), drawExpr(t, depth-1)}}
	}
	return keyword.Phrase{Words: rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 4).Draw(t, "words")}
}

// matches reports whether a paper matches a keyword expression, without using an index.
func matches(e keyword.Expr, p *engine.Paper) bool {
	switch e := e.(type) {
	case keyword.And:
		return matches(e.Operands[0], p) && matches(e.Operands[1], p)
	case keyword.Or:
		return matches(e.Operands[0], p) || matches(e.Operands[1], p)
	case keyword.Not:
		return !matches(e.Operand, p)
	case keyword.Years:
		return p.Year >= e.From && p.Year <= e.To
	case keyword.Phrase:
		return holdsPhrase(p, strings.Join(e.Words, " "))
	}
	return true
}

func holdsPhrase(p *engine.Paper, phrase string) bool {
	stems := text.Stems(phrase)
	indexed := len(stems) <= 2 && !slices.ContainsFunc(strings.Fields(phrase), text.IsStop)
	for _, part := range parts(p) {
		if !indexed && text.NewPhrase(phrase).In(part) {
			return true
		}
		found := false
		text.EachTerm(part, func(term string, _ bool) { found = found || indexed && term == strings.Join(stems, " ") })
		if found {
			return true
		}
	}
	return false
}

func parts(p *engine.Paper) []string {
	all := []string{p.Title, p.Abstract}
	for _, section := range p.Body {
		all = append(all, section.Title)
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				all = append(all, s.Text)
			}
		}
	}
	return all
}

func TestFilterAgreesWithReadingEveryPaper(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers))
	x := open(t, dir)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawExpr(rt, 2)
		want := 0
		for _, p := range papers {
			if matches(e, p) && !(isStopOnly(e)) {
				want++
			}
		}
		got, err := x.Search(context.Background(), engine.Request{Expr: e})
		if err != nil {
			rt.Fatal(err)
		}
		if got.Matching != want && !isStopOnly(e) {
			rt.Fatalf("%s: %d papers, want %d", e, got.Matching, want)
		}
	})
}

// isStopOnly reports whether an expression contains a phrase of stop words only, which an index
// cannot search for.
func isStopOnly(e keyword.Expr) bool {
	switch e := e.(type) {
	case keyword.And:
		return isStopOnly(e.Operands[0]) || isStopOnly(e.Operands[1])
	case keyword.Or:
		return isStopOnly(e.Operands[0]) || isStopOnly(e.Operands[1])
	case keyword.Not:
		return isStopOnly(e.Operand)
	case keyword.Phrase:
		return !slices.ContainsFunc(e.Words, func(w string) bool { return !text.IsStop(w) })
	}
	return false
}

func TestFieldsOfAPaper(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers))
	x := open(t, dir)
	p := papers[5]
	for _, source := range []string{
		"author: " + p.Authors[0].Family,
		"title: \"" + p.Title + "\"",
		"doi: https://doi.org/" + strings.ToUpper(p.DOI),
		"venue: " + strings.Fields(p.Venue)[0],
	} {
		e, mistakes := keyword.Parse(source)
		if len(mistakes) > 0 {
			t.Fatalf("%s: %v", source, mistakes)
		}
		got, err := x.Search(context.Background(), engine.Request{Expr: e, Limit: 200, Keywords: []string{p.Title}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(got.Candidates, func(c engine.Candidate) bool { return c.Paper.ID == p.ID }) {
			t.Errorf("%s does not find %s", source, p.ID)
		}
	}
}

func TestAPaperIsFoundByItsOwnWords(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, wordEmbedder{}, sequence(papers))
	x := open(t, dir)
	for i, p := range papers {
		if testing.Short() && i%10 != 0 { // a single goroutine makes all requests
			continue
		}
		vectors, _ := wordEmbedder{}.Embed(context.Background(), []string{p.Title + ". " + p.Abstract})
		got, err := x.Search(
			context.Background(),
			engine.Request{Context: []string{p.Title, p.Abstract}, Vector: vectors[0], Embedder: "words:1", Limit: 1},
		)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Semantic ||
			!slices.ContainsFunc(
				got.Candidates,
				func(c engine.Candidate) bool { return c.Paper.ID == p.ID && c.Cosine > 0.99 },
			) {
			t.Errorf("%s is not the nearest to itself", p.ID)
		}
	}
}

func TestBuildingTwiceGivesTheSameBytesAndKeepsVectors(t *testing.T) {
	papers := testPapers(t)
	first, second := t.TempDir(), t.TempDir()
	var calls atomic.Int32
	a := build(t, first, wordEmbedder{&calls}, sequence(papers))
	b := build(t, second, wordEmbedder{}, sequence(papers))
	if diff := cmp.Diff(a.Files, b.Files); diff != "" {
		t.Error(diff)
	}
	embedded := calls.Load()
	again := build(t, first, wordEmbedder{&calls}, sequence(papers))
	if calls.Load() != embedded {
		t.Errorf("%d papers were embedded again although nothing changed", calls.Load()-embedded)
	}
	if diff := cmp.Diff(a.Files, again.Files); diff != "" {
		t.Error(diff)
	}
}

func TestANewSnapshotIsSeenWithoutRestart(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:10]))
	x := open(t, dir)
	build(t, dir, nil, sequence(papers[:20]))
	info, err := x.Info(context.Background())
	if err != nil || info.Papers != 20 {
		t.Errorf("%d papers (%v), want 20", info.Papers, err)
	}
}

func TestAnInterruptedBuildLeavesTheOldIndex(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:10]))
	ctx, cancel := context.WithCancel(context.Background())
	_, err := index.Build(ctx, index.BuildOptions{Dir: dir}, func(yield func(*engine.Paper, error) bool) {
		for i, p := range papers {
			if i == 50 {
				cancel()
			}
			if !yield(p, nil) {
				return
			}
		}
	})
	if err == nil {
		t.Error("a cancelled build reports success")
	}
	info, err := open(t, dir).Info(context.Background())
	if err != nil || info.Papers != 10 {
		t.Errorf("%d papers (%v), want the 10 of before", info.Papers, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "segment-*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestATruncatedFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, wordEmbedder{}, sequence(testPapers(t)[:10]))
	files, _ := filepath.Glob(filepath.Join(dir, "segment-*", "terms.db"))
	if err := os.Truncate(files[0], 100); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Open(dir); err == nil || !strings.Contains(err.Error(), "100 bytes instead of") {
		t.Errorf("got %v", err)
	}
}
