package onnx

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A model folder may come from anywhere, so only regular files in it may be read.
func TestAModelIsReadFromRegularFilesOnly(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"model.json", "tokenizer.json"} {
		if err := os.Symlink("/dev/zero", filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	if _, err := readModel(folder); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("model.json: %v", err)
	}
	path := filepath.Join(folder, "tokenizer.json")
	for name, load := range map[string]func() error{
		"WordPiece":  func() error { _, err := LoadTokenizer(path); return err },
		"a checksum": func() error { return File{Name: "tokenizer.json"}.verify(folder) },
		"a model":    func() error { return (&Model{folder: folder, Files: []File{{Name: "model.json"}}}).verify() },
	} {
		if err := load(); !errors.Is(err, files.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
