package engine_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

func TestNoPaperBeforeSinceIsSuggested(t *testing.T) {
	papers := []*engine.Paper{
		{ID: "old", Title: "Parsing Dutch with Grammars", Year: 1991},
		{ID: "new", Title: "Parsing Dutch with Networks", Year: 2021},
		{ID: "undated", Title: "Parsing Dutch with Patience"},
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("m", "m", papers...)}, Since: 2010})
	for name, test := range map[string]struct {
		query engine.Query
		want  []string
	}{
		"no years":             {engine.Query{}, []string{"new"}},
		"years of a directive": {engine.Query{Keywords: "1980.."}, []string{"new", "old"}},
		"excluded years":       {engine.Query{Keywords: "parsing; -2020..2022"}, []string{"old", "undated"}},
		"years of a query":     {engine.Query{YearTo: 2000}, []string{"old"}},
		"papers to read":       {engine.Query{AllYears: true}, []string{"new", "old", "undated"}},
	} {
		test.query.Context, test.query.Limit = []string{"Dutch can be parsed."}, 9
		found, err := e.Discover(t.Context(), test.query)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]bool)
		for _, f := range found.Papers {
			got[f.Paper.ID] = true
		}
		for _, id := range test.want {
			if !got[id] {
				t.Errorf("%s: %s is missing", name, id)
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
