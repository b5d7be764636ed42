package index_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Records of recent candidates are cached. Each search must return its own copies and see changes
// to the corpus.
func TestRecentCandidatesAreNotShared(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(profilePapers()))
	x := open(t, dir)
	first := func() *engine.Paper {
		t.Helper()
		found, err := x.Search(t.Context(), engine.Request{Context: []string{"An annotated corpus of English."}, Limit: 1})
		if err != nil || len(found.Candidates) == 0 {
			t.Fatal(found, err)
		}
		return found.Candidates[0].Paper
	}
	was := *first()
	changed := first()
	changed.Title, changed.Corpus, changed.Year = "Changed by a caller", "changed", 1
	if now := first(); now.Title != was.Title || now.Corpus != was.Corpus || now.Year != was.Year {
		t.Errorf("a caller changed the record of another search: %+v", now)
	}
	fresh := was
	fresh.Abstract = "An annotated corpus of English with a new abstract."
	add(t, dir, nil, []*engine.Paper{&fresh})
	x = open(t, dir)
	if now := first(); now.ID != was.ID || now.Abstract != fresh.Abstract {
		t.Errorf("an old record was returned: %+v", now)
	}
}
