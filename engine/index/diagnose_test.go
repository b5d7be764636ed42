package index

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

func TestDiagnoseSaysWhatAFolderIs(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "corpus")
	onePaper(t, dir)
	for path, want := range map[string]string{
		root:                                   "folder of indexes: use one of them (" + dir,
		filepath.Join(root, "nowhere"):         "contains no index: build one with",
		filepath.Join(dir, format.CurrentFile): "a file, not an index",
	} {
		if _, err := Diagnose(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := Diagnose(dir); err != nil {
		t.Error(err)
	}
	if os.Getuid() == 0 {
		return // root may read everything
	}
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if _, err := Diagnose(dir); err == nil || !strings.Contains(err.Error(), "permission is denied: run `chmod") {
		t.Errorf("%v", err)
	}
}

func TestWritingNamesTheWriterAndWhatOneLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	onePaper(t, dir)
	w, err := openWriter(context.Background(), dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if holder, _ := Writing(dir); !strings.Contains(holder, "another process (process ") {
		t.Errorf("holder %q while it is written", holder)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, format.JournalFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if holder, interrupted := Writing(dir); holder != "" || !interrupted {
		t.Errorf("holder %q, interrupted %v, with a journal that nobody writes", holder, interrupted)
	}
}

func onePaper(t *testing.T, dir string) {
	t.Helper()
	var papers iter.Seq2[*engine.Paper, error] = func(yield func(*engine.Paper, error) bool) {
		yield(&engine.Paper{ID: "1", Title: "On Pooling"}, nil)
	}
	if _, err := Build(context.Background(), BuildOptions{Dir: dir}, papers); err != nil {
		t.Fatal(err)
	}
}
