package library_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// counting is an embedder that counts texts.
type counting struct {
	lengths
	texts *atomic.Int32
}

func (c counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.texts.Add(int32(len(texts)))
	return c.lengths.Embed(ctx, texts)
}

// olderFormat changes the format number in the files of an index, and updates their hashes.
func olderFormat(t *testing.T, dir string) {
	t.Helper()
	format := regexp.MustCompile(`"Format": ?\d+`)
	change := func(path string, named ...string) string {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		raw = format.ReplaceAll(raw, []byte(`"Format": 2`))
		for i := 0; i < len(named); i += 2 {
			raw = regexp.MustCompile(named[i]).ReplaceAll(raw, []byte(named[i+1]))
		}
		write(t, path, string(raw))
		sum := sha256.Sum256(raw)
		return hex.EncodeToString(sum[:])
	}
	only := func(pattern string) string {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) != 1 {
			t.Fatal(pattern, found, err)
		}
		return found[0]
	}
	manifest := change(only("segment-*/manifest.json"))
	snapshot := change(only("snapshot-*.json"), `"Manifest": ?"[0-9a-f]+"`, `"Manifest": "`+manifest+`"`)
	change(filepath.Join(dir, "CURRENT"), `[0-9a-f]{64}`, snapshot)
}

func TestALibraryOfAnOlderFormatIsNotReadAgain(t *testing.T) {
	folder := t.TempDir()
	write(
		t, filepath.Join(folder, "files/a.bib"),
		"@book{ada, title = {Notes on the Engine}}\n@book{bob, title = {Pooling}}",
	)
	opts := optionsFor(folder)
	texts := new(atomic.Int32)
	opts.Embedder = counting{texts: texts}
	refresh(t, open(t, opts))
	before := titles(t, opts.Dir)
	olderFormat(t, opts.Dir)
	if _, err := index.List(opts.Dir); err == nil {
		t.Fatal("the index is of today's format")
	}
	refresh(t, open(t, opts))
	if diff := cmp.Diff(before, titles(t, opts.Dir)); diff != "" || texts.Load() != 2 {
		t.Errorf("%d texts were embedded %s", texts.Load(), diff)
	}
}
