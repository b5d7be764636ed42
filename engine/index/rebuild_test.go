package index_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// format2 unpacks an index of format 2. It has two segments with vectors and five papers. One paper
// is deleted, and one has a URL query in its DOI and its ID, without which it is another paper's
// twin.
func format2(t *testing.T) (dir string) {
	t.Helper()
	packed, err := os.Open("testdata/format2.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	files := tar.NewReader(plain)
	for {
		entry, err := files.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(root, "format2")
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, filepath.FromSlash(entry.Name))
		if entry.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else if raw, readErr := io.ReadAll(files); readErr == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestAnIndexOfAnOlderFormatIsRefusedWithWhatToDo(t *testing.T) {
	dir := format2(t)
	for name, use := range map[string]func() error{
		"open":    func() error { _, err := askAll(t.Context(), dir); return err },
		"list":    func() error { _, err := index.List(dir); return err },
		"verify":  func() error { _, err := index.Verify(t.Context(), dir); return err },
		"ids":     func() error { _, err := index.IDs(t.Context(), dir); return err },
		"compact": func() error { return index.Compact(t.Context(), dir, false) },
		"remove":  func() error { _, _, err := index.Remove(t.Context(), dir, []string{"x"}, false); return err },
		"add": func() error {
			_, err := index.Add(t.Context(), index.BuildOptions{Dir: dir}, sequence(nil))
			return err
		},
	} {
		want := "has format 2, but this program reads format 3: convert the index with `scilit-lsp index rebuild " + dir + "`"
		if err := use(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRebuildKeepsTextsAndVectors(t *testing.T) {
	dir := format2(t)
	rows := slices.Concat(read(t, dir, "segment-1", "rows.bin"), read(t, dir, "segment-2", "rows.bin"))
	row := len(rows) / 5
	kept := slices.Concat(rows[:2*row], rows[3*row:4*row]) // without the deleted paper and the twin

	done, err := index.Rebuild(context.Background(), dir, false)
	if err != nil || done != (index.RebuildResult{From: 2, Papers: 3, Twins: 1, Rebuilt: true}) {
		t.Fatal(done, err)
	}
	l := list(t, dir)
	if l.Papers != 3 || l.Deleted != 0 || l.Segments != 1 || l.Name != "old" ||
		!strings.HasPrefix(l.Embedder, "static-minilm:") {
		t.Errorf("%+v", l)
	}
	if damages, err := index.Verify(t.Context(), dir); err != nil || len(damages) > 0 {
		t.Error(damages, err)
	}
	if !bytes.Equal(read(t, dir, "segment-3", "rows.bin"), kept) {
		t.Error("vectors changed")
	}
	again, err := index.Rebuild(context.Background(), dir, false)
	if err != nil || again != (index.RebuildResult{From: 3, Papers: 3}) {
		t.Error(again, err)
	}
}

func TestReembedReplacesTheVectorsAlone(t *testing.T) {
	dir := format2(t)
	opts := index.BuildOptions{Dir: dir, Embedder: onnx.StaticCitations()}
	if _, err := index.Rebuild(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	before, rows := list(t, dir), read(t, dir, "segment-3", "rows.bin")
	old := map[string][]byte{"docs.bin": read(t, dir, "segment-3", "docs.bin"), "terms.db": read(t, dir, "segment-3", "terms.db")}
	papers, err := index.Reembed(t.Context(), opts)
	if err != nil || papers != 3 {
		t.Fatal(papers, err)
	}
	after := list(t, dir)
	if after.Embedder != opts.Embedder.ID() || after.Papers != before.Papers || after.Name != before.Name {
		t.Errorf("%+v, before %+v", after, before)
	}
	if now := read(t, dir, "segment-4", "rows.bin"); len(now) != len(rows) || bytes.Equal(now, rows) {
		t.Errorf("%d bytes of vectors, before %d; they must be others", len(now), len(rows))
	}
	for name, was := range old {
		if !bytes.Equal(read(t, dir, "segment-4", name), was) {
			t.Error("changed:", name)
		}
	}
	if damages, err := index.Verify(t.Context(), dir); err != nil || len(damages) > 0 {
		t.Error(damages, err)
	}
	added := sequence([]*engine.Paper{{ID: "new", Title: "Max Pooling for Sentence Embeddings"}})
	if _, err := index.Add(t.Context(), opts, added); err != nil {
		t.Error("papers cannot be added with the new embedder:", err)
	}
}

func TestReembedNeedsVectors(t *testing.T) {
	dir := t.TempDir()
	papers := sequence([]*engine.Paper{{ID: "1", Title: "Max Pooling for Sentence Embeddings"}})
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, papers); err != nil {
		t.Fatal(err)
	}
	_, err := index.Reembed(t.Context(), index.BuildOptions{Dir: dir, Embedder: onnx.StaticCitations()})
	if err == nil || !strings.Contains(err.Error(), "has no vectors") || list(t, dir).Embedder != "" {
		t.Errorf("%v, %+v", err, list(t, dir))
	}
}

func TestAnInterruptedReembedKeepsTheIndex(t *testing.T) {
	dir := format2(t)
	if _, err := index.Rebuild(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	before := list(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	opts := index.BuildOptions{Dir: dir, Embedder: onnx.StaticCitations(), Progress: func(int) { cancel() }}
	if _, err := index.Reembed(ctx, opts); !errors.Is(err, context.Canceled) || ctx.Err() == nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "segment-4")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the unfinished segment stays:", err)
	}
	if after := list(t, dir); after.Embedder != before.Embedder || after.Papers != before.Papers {
		t.Errorf("%+v, before %+v", after, before)
	}
}

func TestRenewedIndexesKeepTheJournalOfAnInterruptedBuild(t *testing.T) {
	dir := format2(t)
	journal := filepath.Join(dir, "embedded.bin")
	const interrupted = "scilit-lsp vectors 1 \"citation-minilm:00000000\" 384\n"
	if err := os.WriteFile(journal, []byte(interrupted), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Rebuild(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Reembed(t.Context(), index.BuildOptions{Dir: dir, Embedder: onnx.StaticCitations()}); err != nil {
		t.Fatal(err)
	}
	if got := string(read(t, journal)); got != interrupted {
		t.Errorf("the journal is now %.60q", got)
	}
}

func TestRebuiltWorksAreFoundByEachOfTheirNames(t *testing.T) {
	dir := format2(t)
	if _, err := index.Rebuild(context.Background(), dir, false); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir)
	tests := []struct {
		name, want string
		ref        engine.WorkRef
	}{
		{"the DOI that lost its query", "10.1145/3376314.1", engine.WorkRef{DOI: "10.1145/3376314.1"}},
		{
			"an address of it",
			"10.1145/3376314.1",
			engine.WorkRef{DOI: "https://dl.acm.org/doi/pdf/10.1145/3376314.1?download=true"},
		},
		{"the ID, which is the DOI", "10.1145/3376314.1", engine.WorkRef{ID: "10.1145/3376314.1"}},
		{"the twin that was first", "10.1145/3376314", engine.WorkRef{DOI: "10.1145/3376314"}},
		{
			"a title with a hyphen less",
			"10.18653/v1/n19-1423",
			engine.WorkRef{Title: "BERT: Pretraining of deep bidirectional transformers", Author: "Devlin"},
		},
		{
			"a title of another author",
			"",
			engine.WorkRef{Title: "BERT: Pretraining of deep bidirectional transformers", Author: "Lee"},
		},
		{"a deleted paper", "", engine.WorkRef{DOI: "10.1000/gone"}},
	}
	for _, tt := range tests {
		found, err := x.Papers(t.Context(), []engine.WorkRef{tt.ref})
		if err != nil {
			t.Fatal(err)
		}
		id := ""
		if found[0] != nil {
			id = found[0].ID
		}
		if id != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, id, tt.want)
		}
	}
}

func TestARebuiltIndexHasTheTermsOfToday(t *testing.T) {
	dir := format2(t)
	if _, err := index.Rebuild(context.Background(), dir, false); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir)
	for source, want := range map[string]int{
		"doi: 10.1145/337*": 2, "doi: 10.1145/3376314.1": 1, "doi: 10.18653/v1/n19-1423": 1, "title: transf*": 1, "title: menus": 2, "author: dev*": 1,
	} {
		if got := count(t, x, source); got != want {
			t.Errorf("%s: %d papers, want %d", source, got, want)
		}
	}
}

func TestADamagedIndexIsNotRebuilt(t *testing.T) {
	dir := format2(t)
	path := filepath.Join(dir, "segment-2", "rows.bin")
	raw := read(t, path)
	raw[7] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Rebuild(context.Background(), dir, false); err == nil ||
		!strings.Contains(err.Error(), "rows.bin") ||
		!strings.Contains(err.Error(), "build the index again") {
		t.Error(err)
	}
	if _, err := index.List(dir); err == nil || !strings.Contains(err.Error(), "format 2") {
		t.Error("the old index stays: ", err)
	}
}
