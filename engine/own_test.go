package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheFullerRecordTakesTheKeyOfTheUsers(t *testing.T) {
	rich := &Paper{ID: "1", Corpus: "acl", DOI: "10.1/x", Title: "Pooling", Abstract: "We pool."}
	own := &Paper{ID: "f:ada", Corpus: LibraryCorpus, DOI: "10.1/x", Title: "Pooling", Key: "ada", Entry: "@misc{ada, title = {Pooling}}"}
	other := &Paper{ID: "2", Corpus: LibraryCorpus, Title: "Mean"}
	merged := mergeCandidates([]Prefetched{{Candidates: []Candidate{{Paper: own}, {Paper: other}}}, {Candidates: []Candidate{{Paper: rich}}}})
	want := *rich
	want.Key, want.Entry, want.Also = own.Key, own.Entry, []string{LibraryCorpus}
	if len(merged) != 2 {
		t.Fatalf("%d candidates", len(merged))
	}
	if diff := cmp.Diff(&want, merged[0].Paper); diff != "" || !merged[0].Paper.IsOwn() || !merged[1].Paper.IsOwn() || rich.IsOwn() {
		t.Error(diff)
	}
}
