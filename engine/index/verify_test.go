package index_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// flips is the number of bytes changed, one at a time.
const flips = 120

func TestVerifyFindsAnyFlippedByte(t *testing.T) {
	skipShort(t)
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, wordEmbedder{}, sequence(papers[:12]))
	add(t, dir, wordEmbedder{}, papers[12:18])
	remove(t, dir, papers[3].ID, papers[15].ID)
	files := publishedFiles(t, dir)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range flips {
		// Damage every file, however small.
		path := files[i%len(files)]
		original, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		at := random.IntN(len(original))
		damaged := slices.Clone(original)
		damaged[at] ^= byte(1 + random.IntN(255))
		overwrite(t, path, damaged)
		damages, err := index.Verify(context.Background(), dir)
		overwrite(t, path, original)
		if err != nil || !slices.ContainsFunc(damages, func(d index.Damage) bool { return isDamageOf(d, path) }) {
			t.Errorf("%s: byte %d changed, found %v (%v)", path, at, damages, err)
		}
	}
	if damages, err := index.Verify(context.Background(), dir); err != nil || len(damages) > 0 {
		t.Errorf("whole, and found %v (%v)", damages, err)
	}
}

// isDamageOf reports whether d describes damage to the file at path. If the hash in CURRENT was
// changed, Verify can only tell that the snapshot does not match it, so it may name the snapshot.
func isDamageOf(d index.Damage, path string) bool {
	return d.File == path || filepath.Base(path) == "CURRENT" && filepath.Ext(d.File) == ".json"
}

// publishedFiles returns all files that a reader needs.
func publishedFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	for _, pattern := range []string{"CURRENT", "snapshot-*", "segment-*/*"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(found) == 0 {
			t.Fatalf("no %s", pattern)
		}
		files = append(files, found...)
	}
	return files
}

func overwrite(t *testing.T, path string, raw []byte) {
	t.Helper()
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
}
