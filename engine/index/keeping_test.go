package index_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// If the source folder is unmounted or none of its files can be read, the old index is kept.
func TestABuildOfNothingKeepsTheIndex(t *testing.T) {
	papers := testPapers(t)
	unreadable := func(yield func(*engine.Paper, error) bool) {
		for range 3 {
			if !yield(nil, &corpus.RecordError{File: "a.pdf", Reason: "damaged"}) {
				return
			}
		}
	}
	for name, source := range map[string]func(func(*engine.Paper, error) bool){"empty": sequence(nil), "unreadable": unreadable} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for range 2 { // first without an index, then with one
				_, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Embedder: wordEmbedder{}}, source)
				if !errors.Is(err, index.ErrNoPapers) || !strings.Contains(err.Error(), dir) {
					t.Errorf("got %v", err)
				}
				build(t, dir, wordEmbedder{}, sequence(papers[:5]))
			}
			if l := list(t, dir); l.Papers != 5 {
				t.Errorf("%d papers, want the 5 of before", l.Papers)
			}
			if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, AllowEmpty: true}, source); err != nil {
				t.Error(err)
			}
			if l := list(t, dir); l.Papers != 0 {
				t.Errorf("%d papers, though none were meant", l.Papers)
			}
		})
	}
}

// Users may keep other files in the folder of an index.
func TestAWriterRemovesOnlyWhatWritersMake(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"segment-notes", "segment-1.bak", "snapshot-of-mine.json", "CURRENT.txt", "CURRENT-work"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		build(t, dir, nil, sequence(testPapers(t)[:2]))
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 5+4 {
		t.Errorf("%v %v", entries, err)
	}
}

// A foreign file with a huge number in its name must not exhaust the writer's numbers.
func TestAnIndexIsRebuiltBesideHugeNumbers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"snapshot-9223372036854775807.json", "segment-9223372036854775807", "segment-99999999999999999999999"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		build(t, dir, nil, sequence(testPapers(t)[:2]))
		if l := list(t, dir); l.Papers != 2 {
			t.Errorf("%d papers, want 2", l.Papers)
		}
	}
}

// A record above the size limit is skipped, since readers would reject it.
func TestAHugeRecordIsLeftOut(t *testing.T) {
	papers := testPapers(t)[:2]
	huge := &engine.Paper{ID: "huge", Title: "Huge", Abstract: strings.Repeat("long ", 4<<20)}
	var rejected []error
	opts := index.BuildOptions{Dir: t.TempDir(), Rejected: func(err error) { rejected = append(rejected, err) }}
	if _, err := index.Build(t.Context(), opts, sequence(append(papers, huge))); err != nil {
		t.Fatal(err)
	}
	if len(rejected) != 1 || !strings.Contains(rejected[0].Error(), "huge: its record is larger than 16 MB") {
		t.Errorf("left out: %v", rejected)
	}
	if l := list(t, opts.Dir); l.Papers != 2 {
		t.Errorf("%d papers, want 2", l.Papers)
	}
}
