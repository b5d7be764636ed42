package engine_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

func TestAManuscriptIsNotSuggestedToItself(t *testing.T) {
	e := twoCorpora(t)
	query := engine.Query{Context: []string{"Iron deficiency is treated with supplements."}, Limit: 5}
	found, err := e.Discover(t.Context(), query)
	if err != nil || len(found.Papers) == 0 {
		t.Fatalf("%v, %v", found.Papers, err)
	}
	first := found.Papers[0].Paper
	query.Manuscript.Title = strings.ToUpper(first.Title) + "."
	again, err := e.Discover(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range again.Papers {
		if strings.EqualFold(f.Paper.Title, first.Title) {
			t.Errorf("%s is suggested to itself", f.Paper.ID)
		}
	}
}

// twoCorpora returns an engine over the biomedical demo papers and over copies of them without
// abstracts and with other IDs. The tests share the indexes and must not change them.
func twoCorpora(t *testing.T) *engine.Engine {
	t.Helper()
	folders, err := theTwo()
	if err != nil {
		t.Fatal(err)
	}
	parts := engine.Parts{Embedder: onnx.Static()}
	for _, folder := range folders {
		x, err := index.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		parts.Retrievers = append(parts.Retrievers, x)
	}
	return engine.New(parts)
}

// sharedFolder contains the indexes of theTwo. It is empty until they are built.
var sharedFolder string

// theTwo builds the indexes of twoCorpora.
var theTwo = sync.OnceValues(func() (folders []string, err error) {
	if sharedFolder, err = os.MkdirTemp("", "scilit-corpora-*"); err != nil {
		return nil, err
	}
	for name, papers := range map[string]iter.Seq2[*engine.Paper, error]{"full": demo(nil), "titles": demo(bare)} {
		folder := filepath.Join(sharedFolder, name)
		opts := index.BuildOptions{Dir: folder, Embedder: onnx.Static()}
		if _, err := index.Build(context.Background(), opts, papers); err != nil {
			return nil, err
		}
		folders = append(folders, folder)
	}
	return folders, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(sharedFolder)
	os.Exit(code)
}

// demo returns copies of the biomedical demo papers, modified by change if it is not nil.
func demo(change func(*engine.Paper)) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		papers, err := demoPapers()
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range papers {
			if change != nil {
				change(&p)
			}
			if !yield(&p, nil) {
				return
			}
		}
	}
}

// demoPapers reads the papers of demo once for all tests.
var demoPapers = sync.OnceValues(func() (papers []engine.Paper, err error) {
	for p, err := range corpus.File(context.Background(), "../testdata/papers/biomed.jsonl.gz") {
		if err != nil {
			return nil, err
		}
		if papers = append(papers, *p); testing.Short() && len(papers) == shortDemo {
			break
		}
	}
	return papers, nil
})

// shortDemo is the number of papers in short mode. With the race detector, parsing full texts is slow.
const shortDemo = 20

// bare removes abstracts and full texts, and the DOI of every second paper.
func bare(p *engine.Paper) {
	p.ID, p.Abstract, p.Body, p.References = "copy-"+p.ID, "", nil, nil
	if len(p.Title)%2 == 0 {
		p.DOI = ""
	}
	p.Title = strings.ToUpper(p.Title)
}

func TestAWorkOfTwoCorporaIsShownOnceAndWithItsAbstract(t *testing.T) {
	e := twoCorpora(t)
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Patients were treated for cancer and infection."}, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	all := 60
	if testing.Short() {
		all = shortDemo
	}
	if len(found.Papers) != all {
		t.Errorf("%d papers, want each of %d once", len(found.Papers), all)
	}
	for _, f := range found.Papers {
		if strings.HasPrefix(f.Paper.ID, "copy-") {
			t.Errorf("%s is shown in place of the record with the abstract", f.Paper.ID)
		}
	}
}

func TestKeywordsThatMatchNothingAreGivenUpAndThatIsSaid(t *testing.T) {
	e := twoCorpora(t)
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Patients were treated."}, Keywords: "phlogiston", Limit: 5})
	if err != nil || !found.Relaxed || found.Matching != 0 || len(found.Papers) != 5 {
		t.Errorf("relaxed %v, %d match, %d papers, %v", found.Relaxed, found.Matching, len(found.Papers), err)
	}
}

func TestTheSameQueryGivesTheSameAnswer(t *testing.T) {
	e := twoCorpora(t)
	q := engine.Query{Context: []string{"Iron deficiency is common."}, Keywords: "iron | blood", Limit: 20}
	first, err := e.Discover(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, _ := e.Discover(t.Context(), q)
		if !slices.EqualFunc(first.Papers, again.Papers, func(a, b engine.Hit) bool { return a.Paper.ID == b.Paper.ID && a.Score == b.Score }) {
			t.Fatal("another order")
		}
	}
}

func TestNoPaperIsNewerThanAskedFor(t *testing.T) {
	e := twoCorpora(t)
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Patients were treated."}, YearTo: 2017, Limit: 50})
	if err != nil || len(found.Papers) == 0 {
		t.Fatal(len(found.Papers), err)
	}
	for _, f := range found.Papers {
		if f.Paper.Year > 2017 {
			t.Errorf("%s is of %d", f.Paper.ID, f.Paper.Year)
		}
	}
}

// countingIndex records the requested number of candidates.
type countingIndex struct {
	listIndex
	limit *int
}

func (x countingIndex) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	*x.limit = req.Limit
	return x.listIndex.Search(ctx, req)
}

func TestACorpusIsAskedForAsManyCandidatesAsTheSettingSays(t *testing.T) {
	for _, test := range []struct{ setting, asked, want int }{
		{0, 5, 150}, {0, 400, 400}, {50, 100, 50}, {300, 100, 300},
	} {
		var limit int
		index := countingIndex{listIndex{papers: []engine.Candidate{{Paper: &engine.Paper{ID: "a", Title: "Iron"}, BM25: 1}}}, &limit}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{index}, Prefetch: test.setting})
		if _, err := e.Discover(t.Context(), engine.Query{Context: []string{"Iron."}, Limit: test.asked}); err != nil {
			t.Fatal(err)
		}
		if limit != test.want {
			t.Errorf("prefetch %d and %d papers asked for: %d candidates, want %d", test.setting, test.asked, limit, test.want)
		}
	}
}
