package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// A distant retriever delays its answers and counts searches.
type distant struct {
	engine.Retriever
	takes    time.Duration
	limits   engine.Limits
	searches *int
	err      error
}

func (d distant) Limits() engine.Limits { return d.limits }

func (d distant) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	if d.searches != nil {
		*d.searches++
	}
	select {
	case <-time.After(d.takes):
	case <-ctx.Done():
		return engine.Result{}, ctx.Err()
	}
	found, err := d.Retriever.Search(ctx, req)
	return found, errors.Join(err, d.err)
}

func named(name string, papers ...string) engine.Retriever {
	var all []*engine.Paper
	for _, id := range papers {
		all = append(all, &engine.Paper{ID: id, Title: "Iron in " + id, Abstract: "Iron supplements."})
	}
	return memory.New("m:"+name, name, all...)
}

// outline summarizes an intermediate result.
type outline struct {
	papers  []string
	pending int
	notices []engine.Notice
}

func outlineOf(d engine.Discovery) outline {
	return outline{idsOf(d), d.Pending, d.Notices}
}

func TestAnswersAreShownStepByStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := distant{Retriever: named("broken"), takes: time.Second, err: errors.New("out of paper")}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{
			distant{Retriever: named("far", "d"), takes: 2 * time.Second}, named("here", "a"), broken,
			distant{Retriever: named("next door", "b"), takes: 100 * time.Millisecond},
			distant{Retriever: named("gone", "e"), takes: time.Hour, limits: engine.Limits{Patience: 5 * time.Second}},
		}})
		failed := engine.Notice{Code: engine.NoticeFailed, Subject: "broken", Text: "the corpus broken was not searched: out of paper"}
		late := engine.Notice{Code: engine.NoticeLate, Subject: "gone", Text: "the corpus gone was not searched: no answer in time"}
		want := []outline{
			{[]string{"a", "b"}, 3, nil},
			{[]string{"a", "b"}, 2, []engine.Notice{failed}},
			{[]string{"a", "b", "d"}, 1, []engine.Notice{failed}},
			{[]string{"a", "b", "d"}, 0, []engine.Notice{failed, late}},
		}
		var got []outline
		var last engine.Discovery
		begin := time.Now()
		for found, err := range e.DiscoverInSteps(t.Context(), ironQuery) {
			if err != nil {
				t.Fatal(err)
			}
			got, last = append(got, outlineOf(found)), found
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(outline{})); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		if took := time.Since(begin); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if whole, err := e.Discover(t.Context(), ironQuery); err != nil || !cmp.Equal(whole.Papers, last.Papers) || !cmp.Equal(whole.Notices, last.Notices) {
			t.Errorf("at once it is %+v, %v", outlineOf(whole), err)
		}
	})
}

func TestACallerThatHasSeenEnoughWaitsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{named("here", "a"), distant{Retriever: named("far", "b"), takes: 5 * time.Second}}})
		begin := time.Now()
		for found, err := range e.DiscoverInSteps(t.Context(), ironQuery) {
			if err != nil || found.Pending != 1 {
				t.Error(outlineOf(found), err)
			}
			break
		}
		if took := time.Since(begin); took > time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestStepsEndInTheErrorOfAll(t *testing.T) {
	for name, corpora := range map[string][]engine.Retriever{
		"none":   nil,
		"broken": {distant{Retriever: named("broken"), err: errors.New("out of paper")}},
	} {
		steps := 0
		for _, err := range engine.New(engine.Parts{Retrievers: corpora}).DiscoverInSteps(t.Context(), ironQuery) {
			if steps++; err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if steps != 1 {
			t.Errorf("%s: %d steps", name, steps)
		}
	}
}

// The engine queries a web API once per search, since each query has a cost.
func TestOnlyWhatCostsNothingIsAskedAgainWithFewerKeywords(t *testing.T) {
	for _, test := range []struct {
		name      string
		askOnce   bool
		asked     int
		keywords  string
		papers    []string
		relaxedTo string
	}{
		{"free", false, 4, "iron of rice", []string{"a", "b"}, engine.RelaxedAll},
		{"asked once", true, 1, "iron of rice", []string{"a"}, engine.RelaxedAll},
		{"nothing to relax", true, 1, "iron supplements", []string{"a", "b"}, ""},
	} {
		searches := 0
		far := distant{Retriever: named("far", "b"), searches: &searches, limits: engine.Limits{AskOnce: test.askOnce}}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{named("here", "a"), far}})
		query := ironQuery
		query.Keywords = test.keywords
		found, err := e.Discover(t.Context(), query)
		if err != nil || searches != test.asked || !slices.Equal(idsOf(found), test.papers) || found.Relaxation.Code != test.relaxedTo {
			t.Errorf("%s: asked %d times, %v, %+v, %v", test.name, searches, idsOf(found), found.Relaxation, err)
		}
		if count, err := e.Count(t.Context(), found.Keywords); err != nil || test.askOnce && searches != test.asked {
			t.Errorf("%s: %d counted after %d searches, %v", test.name, count, searches, err)
		}
	}
}

// A sentence that names the authors of a work finds it, whatever words it has besides.
// Remote corpora receive no names from the manuscript.
func TestAWorkIsFoundByTheAuthorsThatTheSentenceNames(t *testing.T) {
	var all []*engine.Paper
	for i := range 300 {
		all = append(all, &engine.Paper{ID: fmt.Sprint("p", i), Title: fmt.Sprint("DNA of leaves ", i), Abstract: "DNA was extracted from leaves of seedlings by kits.", Year: 2018})
	}
	all = append(all, &engine.Paper{ID: "bhatta", Title: "Grain minerals", Year: 2018, Authors: []engine.Author{{Family: "Bhatta"}, {Family: "Baenziger"}, {Family: "Regassa"}}})
	searches := 0
	far := distant{Retriever: named("far", "b"), searches: &searches, limits: engine.Limits{Patience: time.Minute}}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("m:here", "here", all...), far}})
	for sentence, want := range map[string]bool{
		"DNA was extracted from leaves of seedlings as described in Bhatta et al. (2018).": true,
		"DNA was extracted from leaves of seedlings as described in Bhatta et al. (2005).": false,
		"DNA was extracted from leaves of seedlings.":                                      false,
	} {
		searches = 0
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{sentence}, Limit: 3})
		if err != nil || slices.Contains(idsOf(found), "bhatta") != want || searches != 1 {
			t.Errorf("%s: %v, the other machine was asked %d times, %v", sentence, idsOf(found), searches, err)
		}
	}
}
