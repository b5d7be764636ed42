package index_test

import (
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// An update that changes nothing leaves no journal, since `doctor` would report an interrupted
// writer.
func TestAnUpdateWithoutChangesLeavesNoJournal(t *testing.T) {
	papers := []*engine.Paper{{ID: "1", Title: "A first paper", Abstract: "It has a text."}}
	opts := index.BuildOptions{Dir: t.TempDir(), Name: "test", Embedder: wordEmbedder{}}
	if _, err := index.Build(t.Context(), opts, sequence(papers)); err != nil {
		t.Fatal(err)
	}
	u := index.NewUpdater(opts)
	if err := u.Upsert(t.Context(), papers); err != nil {
		t.Fatal(err)
	}
	if err := u.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(opts.Dir, "embedded*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
