package library_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
)

// No command builds a library, so an error about a damaged index must name the command that repairs
// the library, and that command must work.
func TestADamagedLibraryNamesWhatHelps(t *testing.T) {
	folder := t.TempDir()
	opts := optionsFor(folder)
	write(
		t, filepath.Join(folder, "files", "refs.bib"),
		"@article{a, title = {Sentence embeddings}, author = {Ada Lovelace}, year = {2000}}\n",
	)
	if err := open(t, opts).Refresh(t.Context(), nil, nil); err != nil {
		t.Fatal(err)
	}
	ruin(t, opts.Dir)
	_, damage := index.Open(opts.Dir)
	searched := library.Searched(opts.Dir, nil, damaged{damage})
	_, ofPapers := searched.Papers(t.Context(), nil)
	_, ofPrefetch := searched.Search(t.Context(), engine.Request{})
	_, ofInfo := searched.Info(t.Context())
	for _, err := range []error{library.Advise(opts.Dir, damage), ofPapers, ofPrefetch, ofInfo} {
		if err == nil || !strings.Contains(err.Error(), "library forget "+opts.Dir) ||
			strings.Contains(err.Error(), index.RebuildAdvice) {
			t.Errorf("got %v", err)
		}
	}
	if err := library.Forget(opts.Dir); err != nil {
		t.Fatal(err)
	}
	if err := open(t, opts).Refresh(t.Context(), nil, nil); err != nil {
		t.Error(err)
	}
}

// A damaged index fails all requests.
type damaged struct{ err error }

func (d damaged) Info(context.Context) (engine.Info, error) { return engine.Info{}, d.err }

func (damaged) Close() error { return nil }

func (d damaged) Papers(context.Context, []engine.WorkRef) ([]*engine.Paper, error) {
	return nil, d.err
}

func (d damaged) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, d.err
}

// ruin flips one byte in the middle of each file in the segments.
func ruin(t *testing.T, dir string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "segment-*", "*.db"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range raw {
			raw[i] ^= 1
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
