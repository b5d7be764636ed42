package retrievertest

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

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
