// Package retrievertest tests implementations of engine.Retriever and engine.Indexer against their
// contracts. Call [Run] from the test of an implementation.
package retrievertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// Run tests a retriever. open must return one that contains the given papers.
func Run(t *testing.T, open func(t *testing.T, papers []*engine.Paper) engine.Retriever) {
	contract{papers: Papers, texts: true}.run(t, open)
}

// RunBibliographic is like Run for a retriever that stores neither abstracts nor full texts.
func RunBibliographic(t *testing.T, open func(t *testing.T, papers []*engine.Paper) engine.Retriever) {
	contract{papers: bibliographic}.run(t, open)
}

// bibliographic returns Papers without abstracts or full texts.
func bibliographic() []*engine.Paper {
	papers := Papers()
	for _, p := range papers {
		p.Abstract, p.Body, p.References = "", nil, nil
	}
	return papers
}

// A contract is a set of checks for a retriever of the given papers.
type contract struct {
	papers func() []*engine.Paper
	texts  bool // whether the papers have abstracts and full texts
}

func (c contract) run(t *testing.T, open func(t *testing.T, papers []*engine.Paper) engine.Retriever) {
	for name, check := range map[string]func(*testing.T, engine.Retriever){
		"info":                 c.checkInfo,
		"whole records":        c.checkPapers,
		"keywords":             c.checkKeywords,
		"years":                checkYears,
		"limit":                checkLimit,
		"short records":        c.checkCandidates,
		"a cancelled request":  checkCancelled,
		"many at once":         checkMany,
		"the engine's answer":  checkDiscover,
		"the end of its use":   checkClose,
		"an expression of all": checkDeep,
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, c.papers())
			defer func() {
				if err := r.Close(); err != nil {
					t.Error(err)
				}
			}()
			check(t, r)
		})
	}
}

// Papers returns the papers that the retrievers under test contain.
func Papers() []*engine.Paper {
	body := []engine.Section{{Title: "Method",
		Paragraphs: []engine.Paragraph{{{Text: "We take the maximum of hidden states [1].",
			Cites: []engine.CiteSpan{{Start: 37, End: 40}}}}}}}
	return []*engine.Paper{
		{ID: "attention", Title: "Attention is all you need", Abstract: "We propose the Transformer, which relies on attention alone.", Year: 2017, Venue: "NeurIPS", ArXiv: "1706.03762",
			Authors: []engine.Author{{Given: "Ashish", Family: "Vaswani"}}},
		{ID: "iron", Title: "Iron deficiency in athletes", Abstract: "Iron supplements treat the deficiency of iron.", Year: 2012, Venue: "Nutrients", DOI: "10.3390/iron",
			Authors: []engine.Author{{Given: "Marie", Family: "Müller"}}},
		{ID: "pooling", Title: "Max pooling of sentence vectors", Abstract: "Mean pooling of words loses what max pooling keeps.", Year: 2018, Venue: "ACL", DOI: "10.18653/v1/p18-1198",
			Key: "conneau18", Authors: []engine.Author{{Given: "Alexis", Family: "Conneau"}}, Body: body,
			References: []engine.Reference{{Title: "Hidden states", Year: 1997}}},
		{ID: "survey", Title: "A survey of sentence embeddings", Abstract: "Vectors of a sentence are compared in many tasks.", Year: 2020, Venue: "TACL",
			Authors: []engine.Author{{Given: "Li", Family: "Chen"}}},
		{ID: "undated", Title: "Notes on paddy rice"},
	}
}

func (c contract) checkInfo(t *testing.T, r engine.Retriever) {
	first, err := r.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Info(t.Context())
	if diff := cmp.Diff(first, again); diff != "" || err != nil {
		t.Errorf("asked again: %v\n%s", err, diff)
	}
	if first.ID == "" || first.Name == "" || first.Papers != len(c.papers()) || first.FullTexts > 0 != c.texts {
		t.Errorf("%+v", first)
	}
}

func (c contract) checkPapers(t *testing.T, r engine.Retriever) {
	info, err := r.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := c.papers()
	refs := []engine.WorkRef{
		{ID: "pooling"}, {ID: "nothing"}, {DOI: "https://doi.org/10.18653/V1/P18-1198"}, {ArXiv: "arXiv:1706.03762v5"}, {Key: "conneau18"}, {},
		{Title: "IRON DEFICIENCY in Athletes.", Author: "Müller"}, {Title: "Iron deficiency in athletes", Author: "Berg"}, {DOI: "10.3390/iron", Keyed: true},
		{ID: "nothing", DOI: "10.3390/iron"},
		{DOI: "10.3390/iron", Unkeyed: true}, {DOI: "10.18653/v1/p18-1198", Unkeyed: true},
	}
	want := []*engine.Paper{all[2], nil, all[2], all[0], all[2], nil, all[1], nil, nil, all[1], all[1], nil}
	got, err := r.Papers(t.Context(), refs)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d papers of %d, %v", len(got), len(want), err)
	}
	for i, p := range want {
		if p != nil {
			p.Corpus, p.CorpusID = info.Name, info.ID
		}
		if diff := cmp.Diff(p, got[i], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%+v: -want +got\n%s", refs[i], diff)
		}
	}
}

// found returns the IDs of the papers that match a request.
func found(t *testing.T, r engine.Retriever, req engine.Request) []string {
	t.Helper()
	req.Limit = 100
	got, err := r.Search(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	ids := idsOf(got)
	if got.Matching != len(ids) {
		t.Errorf("%d match, and %v are found", got.Matching, ids)
	}
	return ids
}

func idsOf(r engine.Result) (ids []string) {
	for _, c := range r.Candidates {
		ids = append(ids, c.Paper.ID)
	}
	return ids
}

// inTexts marks keywords in the tests that occur only in abstracts and full texts.
const inTexts = " (in texts)"

func (c contract) checkKeywords(t *testing.T, r engine.Retriever) {
	for _, test := range []struct {
		keywords string
		want     []string
	}{
		{"pooling", []string{"pooling"}},
		{"max pooling | iron deficiency", []string{"iron", "pooling"}},
		{"sentence; -survey", []string{"pooling"}},
		{"pooling sentence", nil},
		{"~ pooling sentence", []string{"pooling"}},
		{"~~ words vectors" + inTexts, []string{"pooling"}},
		{"maximum of hidden states" + inTexts, []string{"pooling"}},
		{"~~ maximum pooling", nil},
		{"author: vaswani | author: muller", []string{"attention", "iron"}},
		{"author: conn*", []string{"pooling"}},
		{"title: all you need", []string{"attention"}},
		{"title: attention alone", nil},
		{"venue: acl", []string{"pooling"}},
		{"doi: 10.3390/IRON", []string{"iron"}},
		{"key: conn*", []string{"pooling"}},
		{"arxiv: 1706.03762", []string{"attention"}},
		{"2013..2018", []string{"attention", "pooling"}},
		{"2018..", []string{"pooling", "survey"}},
		{"-2010..", []string{"undated"}},
		{"phlogiston", nil},
	} {
		if !c.texts && strings.HasSuffix(test.keywords, inTexts) {
			continue
		}
		e, mistakes := keyword.Parse(strings.TrimSuffix(test.keywords, inTexts))
		if len(mistakes) > 0 {
			t.Fatal(mistakes)
		}
		if got := found(t, r, engine.Request{Expr: e, Keywords: keyword.Positive(e)}); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.keywords, got, test.want)
		}
	}
}

func checkYears(t *testing.T, r engine.Retriever) {
	sentences, _ := keyword.Parse("sentence")
	for _, test := range []struct {
		req  engine.Request
		want []string
	}{
		{engine.Request{Years: engine.Years{From: 2017, To: 2018}}, []string{"attention", "pooling"}},
		{engine.Request{Years: engine.Years{From: 2018}}, []string{"pooling", "survey"}},
		{engine.Request{Years: engine.Years{To: 2012}}, []string{"iron"}},
		{engine.Request{Expr: sentences, Years: engine.Years{From: 2019}}, []string{"survey"}},
	} {
		if got := found(t, r, test.req); !slices.Equal(got, test.want) {
			t.Errorf("%v, %v: %v, want %v", test.req.Expr, test.req.Years, got, test.want)
		}
	}
}

func checkLimit(t *testing.T, r engine.Retriever) {
	for limit, most := range map[int]int{0: 0, 1: 2, 3: 5} {
		got, err := r.Search(t.Context(), engine.Request{Years: engine.Years{From: 1900}, Keywords: []string{"iron"},
			Limit: limit})
		if err != nil || got.Matching != 4 || len(got.Candidates) > most || limit > 0 && !slices.Contains(idsOf(got),
			"iron") {
			t.Errorf("limit %d: %d match, candidates %v, %v", limit, got.Matching, idsOf(got), err)
		}
	}
}

func (c contract) checkCandidates(t *testing.T, r engine.Retriever) {
	info, err := r.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Search(t.Context(), engine.Request{Years: engine.Years{From: 1900},
		Context: []string{"Max pooling of sentences."}, Limit: 10})
	if err != nil || len(got.Candidates) != 4 {
		t.Fatal(idsOf(got), err)
	}
	for _, found := range got.Candidates {
		p := found.Paper
		if p.Title == "" || (p.Abstract == "") == c.texts || p.Body != nil || p.References != nil ||
			p.Corpus != info.Name || p.CorpusID != info.ID {
			t.Errorf("%+v", p)
		}
		if !got.Lexical && found.BM25 != 0 || found.BM25 < 0 || found.BM25 > 1 {
			t.Errorf("%s: BM25 %v, and scored is %v", p.ID, found.BM25, got.Lexical)
		}
	}
}

func checkCancelled(t *testing.T, r engine.Retriever) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, ofSearch := r.Search(ctx, engine.Request{Keywords: []string{"iron"}, Limit: 5})
	_, ofPapers := r.Papers(ctx, []engine.WorkRef{{ID: "iron"}})
	for _, err := range []error{ofSearch, ofPapers} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

func checkMany(t *testing.T, r engine.Retriever) {
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			id := Papers()[i%len(Papers())].ID
			papers, err := r.Papers(t.Context(), []engine.WorkRef{{ID: id}})
			if err != nil || papers[0] == nil || papers[0].ID != id {
				t.Errorf("%s: %v, %v", id, papers, err)
				return
			}
			papers[0].Title = "changed by who asked"
		})
		wait.Go(func() {
			if got, err := r.Search(t.Context(), engine.Request{Keywords: []string{"pooling"}, Limit: 2}); err != nil ||
				!slices.Contains(idsOf(got), "pooling") {
				t.Errorf("%v, %v", idsOf(got), err)
			}
		})
	}
	wait.Wait()
	if papers, err := r.Papers(t.Context(), []engine.WorkRef{{ID: "iron"}}); err != nil ||
		papers[0].Title != "Iron deficiency in athletes" {
		t.Errorf("%v, %v", papers, err)
	}
}

func checkDiscover(t *testing.T, r engine.Retriever) {
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{r}})
	for context, best := range map[string]string{
		"Max pooling keeps more of a sentence than mean pooling.": "pooling",
		"Athletes often lack iron.":                               "iron",
	} {
		found, err := e.Discover(t.Context(), engine.Query{Context: []string{context}, Limit: 3})
		if err != nil || len(found.Papers) == 0 || found.Papers[0].Paper.ID != best {
			t.Errorf("%s: %+v, %v", context, found.Papers, err)
		}
	}
}

func checkClose(t *testing.T, r engine.Retriever) {
	if err := r.Close(); err != nil { // run closes it a second time
		t.Error(err)
	}
}

// checkDeep searches for an expression with hundreds of operands.
func checkDeep(t *testing.T, r engine.Retriever) {
	var operands []keyword.Expr
	for i := range 300 {
		operands = append(operands, keyword.Phrase{Words: []string{fmt.Sprint("word", i)}})
	}
	e := keyword.Or{Operands: append(operands, keyword.Phrase{Words: []string{"iron"}})}
	if got := found(t, r, engine.Request{Expr: e, Keywords: []string{"iron"}}); !slices.Equal(got, []string{"iron"}) {
		t.Errorf("%v", got)
	}
}

// RunIndexer tests an engine.Indexer. open must return an empty corpus as a retriever and an indexer.
func RunIndexer(t *testing.T, open func(t *testing.T) (r engine.Retriever, x engine.Indexer)) {
	r, x := open(t)
	defer r.Close()
	expect := func(step string, want ...string) {
		t.Helper()
		got, err := r.Search(t.Context(), engine.Request{Years: engine.Years{From: 1900}, Limit: 100})
		if ids := idsOf(got); err != nil || !slices.Equal(ids, want) {
			t.Errorf("%s: %v, want %v, %v", step, ids, want, err)
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	expect("at the beginning")
	do(x.Publish(t.Context()))
	do(x.Upsert(t.Context(), Papers()[:3]))
	do(x.Delete(t.Context(), []string{"iron", "nothing"}))
	expect("before it is published")
	do(x.Publish(t.Context()))
	expect("published", "attention", "pooling")
	newer := *Papers()[0]
	newer.Title = "Attention is not all you need"
	do(x.Delete(t.Context(), []string{"attention", "pooling"}))
	do(x.Upsert(t.Context(), []*engine.Paper{&newer, Papers()[1]}))
	do(x.Publish(t.Context()))
	expect("replaced, put in and taken out at once", "attention", "iron")
	papers, err := r.Papers(t.Context(), []engine.WorkRef{{ID: "attention"}, {ID: "pooling"}, {DOI: "10.3390/iron"}})
	if err != nil || papers[0] == nil || papers[0].Title != newer.Title || papers[1] != nil || papers[2] == nil {
		t.Errorf("%v, %v", papers, err)
	}
	do(x.Publish(t.Context()))
	expect("nothing to publish", "attention", "iron")
}
