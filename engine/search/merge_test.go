package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func TestTheFullerRecordTakesTheKeyOfTheUsers(t *testing.T) {
	rich := &paper.Paper{ID: "1", Corpus: "acl", DOI: "10.1/x", Title: "Pooling", Abstract: "We pool."}
	own := &paper.Paper{ID: "f:ada", Own: true, Corpus: "library", DOI: "10.1/x", Title: "Pooling", Key: "ada", Entry: "@misc{ada, title = {Pooling}}", File: "/papers/ada.pdf"}
	other := &paper.Paper{ID: "2", Own: true, Corpus: "library", Title: "Mean"}
	merged := Merge([]List{{Candidates: []Candidate{{Paper: own}, {Paper: other}}}, {Candidates: []Candidate{{Paper: rich}}}})
	want := *rich
	want.Own, want.Key, want.Entry, want.File, want.Also = true, own.Key, own.Entry, own.File, []string{"library"}
	if len(merged) != 2 {
		t.Fatalf("%d candidates", len(merged))
	}
	if diff := cmp.Diff(&want, merged[0].Paper); diff != "" || !merged[0].Paper.Own || !merged[1].Paper.Own || rich.Own {
		t.Error(diff)
	}
}
