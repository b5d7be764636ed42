package backend

import (
	"os"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// An engine that is opened while another one creates the folder of the corpus must not find it empty.
func TestACorpusThatIsBeingCreatedIsWaitedFor(t *testing.T) {
	t.Setenv("SCILIT_CACHE", t.TempDir())
	found, err := new(Builder).Found(config.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(found.Dir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := found.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(found.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}
