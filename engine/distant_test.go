package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

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

func TestASlowOrBrokenCorpusIsLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := distant{Retriever: named("broken"), takes: time.Second, err: errors.New("out of paper")}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{
			distant{Retriever: named("far", "d"), takes: 2 * time.Second}, named("here", "a"), broken,
			distant{Retriever: named("next door", "b"), takes: 100 * time.Millisecond},
			distant{Retriever: named("gone", "e"), takes: time.Hour, limits: engine.Limits{Patience: 5 * time.Second}},
		}})
		want := []engine.Notice{
			{Code: engine.NoticeFailed, Subject: "broken", Text: "the corpus broken was not searched: out of paper"},
			{Code: engine.NoticeLate, Subject: "gone", Text: "the corpus gone was not searched: no answer in time"},
		}
		begin := time.Now()
		found, err := e.Discover(t.Context(), ironQuery)
		if err != nil || !slices.Equal(idsOf(found), []string{"a", "b", "d"}) || !slices.Equal(found.Notices, want) {
			t.Errorf("%v, %+v, %v", idsOf(found), found.Notices, err)
		}
		if took := time.Since(begin); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestASearchThatNoCorpusAnswersFails(t *testing.T) {
	for name, corpora := range map[string][]engine.Retriever{
		"none":   nil,
		"broken": {distant{Retriever: named("broken"), err: errors.New("out of paper")}},
	} {
		if _, err := engine.New(engine.Parts{Retrievers: corpora}).Discover(t.Context(), ironQuery); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestACorpusIsAskedAgainWithLooserKeywords(t *testing.T) {
	for keywords, want := range map[string]struct {
		asked, counted int
		relaxedTo      string
	}{
		"iron of rice":     {4, 0, engine.RelaxedAll},
		"iron supplements": {1, 2, ""},
	} {
		searches := 0
		far := distant{Retriever: named("far", "b"), searches: &searches}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{named("here", "a"), far}})
		query := ironQuery
		query.Keywords = keywords
		found, err := e.Discover(t.Context(), query)
		if err != nil || searches != want.asked || !slices.Equal(idsOf(found), []string{"a", "b"}) || found.Relaxation.Code != want.relaxedTo {
			t.Errorf("%s: asked %d times, %v, %+v, %v", keywords, searches, idsOf(found), found.Relaxation, err)
		}
		if n, err := e.Count(t.Context(), found.Keywords); err != nil || n != want.counted {
			t.Errorf("%s: %d counted, %v", keywords, n, err)
		}
	}
}

// A sentence that names a work's authors finds the work, whatever else the sentence contains.
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
