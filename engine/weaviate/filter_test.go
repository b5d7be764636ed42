package weaviate

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// passes evaluates a filter in the same way as a cluster.
func (c *clause) passes(o values) bool {
	of := map[string][]string{termsProperty: o.Terms, namesProperty: o.Names}
	holds := func(s string) bool { return slices.Contains(of[c.path], s) }
	inside := func(operand *clause) bool { return operand.passes(o) }
	switch {
	case c == nil:
		return true
	case c.operator == "And":
		return !slices.ContainsFunc(c.operands, func(operand *clause) bool { return !operand.passes(o) })
	case c.operator == "Or":
		return slices.ContainsFunc(c.operands, inside)
	case c.operator == "Not":
		return !c.operands[0].passes(o)
	case c.operator == "GreaterThanEqual":
		return o.Year != 0 && o.Year >= c.year
	case c.operator == "LessThanEqual":
		return o.Year != 0 && o.Year <= c.year
	case c.operator == "ContainsAny":
		return slices.ContainsFunc(c.texts, holds)
	case c.operator == "ContainsAll":
		return !slices.ContainsFunc(c.texts, func(s string) bool { return !holds(s) })
	case c.operator == "Like":
		beginning, _ := strings.CutSuffix(c.texts[0], "*")
		return slices.ContainsFunc(of[c.path], func(s string) bool { return strings.HasPrefix(s, beginning) })
	}
	return holds(c.texts[0])
}

// For any keywords, the cluster's filter passes every matching paper. An exact filter passes no
// others.
func FuzzFilter(f *testing.F) {
	for _, keywords := range []string{
		"pooling", "max pooling | iron deficiency", "sentence; -survey", "~ pooling sentence", "~~ words vectors", "maximum of hidden states",
		"author: vaswani | author: muller", "author: conn*", "title: all you need", "venue: acl", "doi: 10.3390/IRON", "doi: 10.33*", "key: conn*",
		"2013..2018", "-2010..", "-max pooling of sentence", "-(the transformer); 2017..", "title: po*", "venue: nu*", "-\"of the\"", "arxiv: 1706*",
	} {
		f.Add(keywords)
	}
	papers := retrievertest.Papers()
	c := &Corpus{}
	var objects []paperObject
	for _, p := range papers {
		o, err := c.storedOf(engine.PaperVector{Paper: p})
		if err != nil {
			f.Fatal(err)
		}
		objects = append(objects, o)
	}
	f.Fuzz(func(t *testing.T, keywords string) {
		e, _ := keyword.Parse(keywords)
		matching, err := memory.Passing(t.Context(), papers, engine.Request{Expr: e})
		if err != nil {
			t.Fatal(err)
		}
		filter := translate(e)
		for i, o := range objects {
			matches, passes := slices.Contains(matching, i), filter.where.passes(o.Properties)
			if matches && !passes || passes && !matches && filter.is == exact {
				t.Errorf(
					"%q, %s: it matches: %v, it passes: %v, %+v", keywords, papers[i].ID, matches, passes,
					filter.where,
				)
			}
		}
	})
}

func TestHowCloseFiltersAre(t *testing.T) {
	for keywords, want := range map[string]closeness{
		"pooling": exact, "max pooling": nearly, "max pooling of sentences": loose, "the pooling": loose, "-max pooling": nearly,
		"author: conn*": exact, "2010..": exact, "pooling; 2010..": exact, "pooling | max pooling": nearly, "title: max pooling": loose, "~ max pooling": loose, "~~ max pooling": exact,
	} {
		e, _ := keyword.Parse(keywords)
		if got := translate(e).is; got != want {
			t.Errorf("%s: %d, want %d", keywords, got, want)
		}
	}
}

func TestAWideDisjunctionIsOneList(t *testing.T) {
	var operands []keyword.Expr
	for range 300 {
		operands = append(operands, keyword.Phrase{Words: []string{"iron"}})
	}
	if got := translate(keyword.Or{Operands: operands}).where; got.operator != "ContainsAny" || len(got.texts) != 600 {
		t.Errorf("%+v", got)
	}
}

func TestNamesOfWorksAreFoldedAndBounded(t *testing.T) {
	got := namesOf(paper.Ref{ID: "x", DOI: "10.1/Ä", Key: "Müller20", Title: strings.Repeat("long ", 200)})
	if !slices.Equal(got, []string{"key:muller20", "doi:10.1/a"}) {
		t.Errorf("%q", got)
	}
}
