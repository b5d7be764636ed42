package engine_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// corpusOf builds an index of papers and opens it.
func corpusOf(t *testing.T, name string, papers iter.Seq2[*engine.Paper, error]) (x *index.Index, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), name)
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: folder, Name: name}, papers); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return x, folder
}

// fewest returns the minimum number of demo papers that ironQuery must find.
func fewest() int {
	if testing.Short() {
		return 2
	}
	return ironQuery.Limit
}

var ironQuery = engine.Query{Context: []string{"Iron deficiency is treated with supplements."}, Limit: 5}

// A slow index blocks until its context ends or, if stubborn, until the test
// ends.
type slow struct {
	engine.Retriever
	stubborn chan struct{} // nil if it is not stubborn
}

func (x slow) Search(ctx context.Context, _ engine.Request) (engine.Result, error) {
	x.wait(ctx)
	return engine.Result{}, ctx.Err()
}

func (x slow) Papers(ctx context.Context, _ []engine.WorkRef) ([]*engine.Paper, error) {
	x.wait(ctx)
	return nil, ctx.Err()
}

func (x slow) wait(ctx context.Context) {
	if x.stubborn != nil {
		<-x.stubborn
	}
	<-ctx.Done()
}

func TestASlowCorpusDoesNotHoldTheOthers(t *testing.T) {
	quick, _ := corpusOf(t, "quick", demo(nil))
	defer quick.Close()
	lazy, _ := corpusOf(t, "lazy", demo(bare))
	defer lazy.Close()
	for _, isStubborn := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var stubborn chan struct{}
			if isStubborn {
				stubborn = make(chan struct{})
				defer close(stubborn)
			}
			e := engine.New(engine.Parts{Retrievers: []engine.Retriever{slow{lazy, stubborn}, quick}})
			begin := time.Now()
			found, err := e.Discover(t.Context(), ironQuery)
			if err != nil || len(found.Papers) < fewest() || time.Since(begin) > 11*time.Second {
				t.Fatalf("%d papers after %v, %v", len(found.Papers), time.Since(begin), err)
			}
			if want := []engine.Notice{{Code: engine.NoticeLate, Subject: "lazy", Text: "the corpus lazy was not searched: no answer in time"}}; !slices.Equal(found.Notices, want) {
				t.Errorf("notes %q", found.Notices)
			}
			best := found.Papers[0].Paper
			papers, err := e.Papers(t.Context(), []engine.WorkRef{{ID: best.ID}})
			if err != nil || papers[0] == nil || papers[0].Corpus != "quick" {
				t.Errorf("%v, %v", papers, err)
			}
		})
	}
}

// Calls beyond a corpus's concurrency limit time out like all others.
func TestACorpusThatIsStuckHasABoundedNumberOfQuestions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stubborn := make(chan struct{})
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{slow{nil, stubborn}}})
		before := runtime.NumGoroutine()
		for range 1000 {
			if _, err := e.Papers(t.Context(), []engine.WorkRef{{ID: "1"}}); err == nil || !strings.Contains(err.Error(), "no answer in time") {
				t.Fatal(err)
			}
		}
		if more := runtime.NumGoroutine() - before; more > 100 {
			t.Errorf("%d questions are still being asked", more)
		}
		close(stubborn)
	})
}

func TestACancelledQuestionIsNoFailureOfACorpus(t *testing.T) {
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{slow{}}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Discover(ctx, ironQuery); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestADamagedCorpusIsNamedAndTheOtherSearched(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is mapped cannot be cut short there")
	}
	whole, _ := corpusOf(t, "whole", demo(nil))
	defer whole.Close()
	damaged, folder := corpusOf(t, "damaged", demo(bare))
	files, _ := filepath.Glob(filepath.Join(folder, "segment-*", "terms.db"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	if err := os.Truncate(files[0], 0); err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{damaged, whole}})
	found, err := e.Discover(t.Context(), ironQuery)
	if err != nil || len(found.Papers) < fewest() {
		t.Fatalf("%d papers, %v", len(found.Papers), err)
	}
	if len(found.Notices) != 1 || found.Notices[0].Code != engine.NoticeFailed || !strings.HasPrefix(found.Notices[0].Text, "corpus 1 of 2 was not searched: "+files[0]) || !strings.HasSuffix(found.Notices[0].Text, "build the index again") {
		t.Errorf("notes %q", found.Notices)
	}
}

// The notice names a corpus without vectors, so that the user can rebuild it.
func TestACorpusWithoutVectorsIsNamed(t *testing.T) {
	old, _ := corpusOf(t, "old", demo(nil))
	defer old.Close()
	older, _ := corpusOf(t, "older", demo(nil))
	defer older.Close()
	for want, retrievers := range map[string][]engine.Retriever{"the corpus old": {old}, "the corpora old, older": {old, older}} {
		found, err := engine.New(engine.Parts{Retrievers: retrievers, Embedder: onnx.Static()}).Discover(t.Context(), ironQuery)
		if err != nil || len(found.Notices) != 1 {
			t.Fatal(found.Notices, err)
		}
		if n := found.Notices[0]; n.Code != engine.NoticeNoVectors || !strings.Contains(n.Text, "the papers in "+want+" were found") {
			t.Errorf("%s: %+v", want, n)
		}
	}
}
