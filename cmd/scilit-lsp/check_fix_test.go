package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A .bib file is not replaced if it changed after the check or is in UTF-16. If it is a symbolic
// link, its target is replaced. No temporary file remains.
func TestAChangedFileIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "link.bib")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		now, want string
		err       error
	}{
		{"checked", "corrected", nil},
		{"changed", "changed", errChanged},
		{"\xff\xfec", "\xff\xfec", errUTF16},
	} {
		if err := os.WriteFile(path, []byte(c.now), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := replaceBib(t.Context(), link, []byte("checked"), []byte("corrected")); !errors.Is(err, c.err) {
			t.Errorf("%q: %v", c.now, err)
		}
		raw, err := os.ReadFile(path)
		info, _ := os.Lstat(path)
		if err != nil || string(raw) != c.want || info.Mode() != 0o640 {
			t.Errorf("%q became %q, %v, %v", c.now, raw, info.Mode(), err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left %v", left)
	}
}
