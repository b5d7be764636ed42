package index_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// A forgery is an index changed by an attacker. Its checksums are correct, since an attacker can
// compute them too.
type forgery struct {
	t   testing.TB
	dir string
}

// forge returns a modifiable copy of an index with one segment.
func forge(t testing.TB, from string) forgery {
	t.Helper()
	f := forgery{t, t.TempDir()}
	if err := os.CopyFS(f.dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f forgery) path(name string) string {
	f.t.Helper()
	for _, pattern := range []string{name, "segment-*/" + name} {
		if found, _ := filepath.Glob(filepath.Join(f.dir, pattern)); len(found) > 0 {
			return found[0]
		}
	}
	f.t.Fatalf("no %s in %s", name, f.dir)
	return ""
}

func (f forgery) read(path string) []byte {
	f.t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		f.t.Fatal(err)
	}
	return raw
}

func (f forgery) write(path string, raw []byte) {
	f.t.Helper()
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// json changes the members of a JSON file and returns its new hash.
func (f forgery) json(path string, change func(map[string]any)) (hash string) {
	f.t.Helper()
	members := make(map[string]any)
	in := json.NewDecoder(bytes.NewReader(f.read(path)))
	in.UseNumber()
	if err := in.Decode(&members); err != nil {
		f.t.Fatal(err)
	}
	change(members)
	raw, err := json.Marshal(members)
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(path, raw)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// manifest changes manifest.json and updates the files that refer to it.
func (f forgery) manifest(change func(map[string]any)) {
	f.t.Helper()
	hash := f.json(f.path("manifest.json"), func(members map[string]any) {
		if sums, ok := members["Files"].(map[string]any); ok {
			delete(sums, "sums.bin") // as in older segments
		}
		change(members)
	})
	f.snapshot(func(members map[string]any) {
		members["Segments"].([]any)[0].(map[string]any)["Manifest"] = hash
	})
}

// snapshot changes snapshot-N.json and updates CURRENT.
func (f forgery) snapshot(change func(map[string]any)) {
	f.t.Helper()
	path := f.path("snapshot-*.json")
	hash := f.json(path, change)
	f.write(f.path("CURRENT"), []byte(filepath.Base(path)+" "+hash+"\n"))
}

// file changes a file in the segment and updates its checksums.
func (f forgery) file(name string, change func([]byte) []byte) {
	f.t.Helper()
	raw := change(f.read(f.path(name)))
	f.write(f.path(name), raw)
	blocks := []uint32{}
	for block := range slices.Chunk(raw, 1<<20) {
		blocks = append(blocks, crc32.Checksum(block, crc32.MakeTable(crc32.Castagnoli)))
	}
	f.manifest(func(members map[string]any) {
		members["Files"].(map[string]any)[name] = map[string]any{"Size": len(raw), "Blocks": blocks}
	})
}

// sharedFolder contains the index that hostileIndex returns.
var sharedFolder string

var buildShared = sync.OnceValue(func() error {
	papers, err := readPapers()
	if err != nil {
		return err
	}
	papers = papers[:40]
	for p, err := range corpus.File(context.Background(), "../../testdata/papers/biomed.jsonl.gz") {
		if err != nil {
			return err
		}
		if papers = append(papers, p); len(papers) == 42 {
			break
		}
	}
	if sharedFolder, err = os.MkdirTemp("", "scilit-hostile-*"); err == nil {
		_, err = index.Build(
			context.Background(),
			index.BuildOptions{Dir: sharedFolder, Name: "test", Embedder: wordEmbedder{}}, sequence(papers),
		)
	}
	return err
})

// hostileIndex returns an index with one segment that contains all kinds of files. It is built
// once, and each test changes a copy.
func hostileIndex(t testing.TB) (dir string) {
	t.Helper()
	if err := buildShared(); err != nil {
		t.Fatal(err)
	}
	return sharedFolder
}

// askAll makes requests of all kinds to an index and returns the results as text.
func askAll(ctx context.Context, dir string) (string, error) {
	x, err := index.Open(dir)
	if err != nil {
		return "", err
	}
	defer x.Close()
	return askOpen(ctx, x)
}

func askOpen(ctx context.Context, x *index.Index) (string, error) {
	var answer strings.Builder
	vectors, err := wordEmbedder{}.Embed(ctx, []string{"neural machine translation of patients"})
	if err != nil {
		return "", err
	}
	var refs []engine.WorkRef
	for _, keywords := range []string{"", "translation", `"machine translation"`, `"of the model"; 2000-`, "author: ma* | title: tr* | doi: 10.*", "~translation of models", "~~patients translation"} {
		req := engine.Request{Vector: vectors[0], Embedder: "words:1", Limit: 20}
		req.Context, req.Keywords = []string{"A model."}, []string{"machine translation"}
		if keywords != "" {
			req.Expr, _ = keyword.Parse(keywords)
		}
		found, err := x.Search(ctx, req)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&answer, found.Matching)
		for _, c := range found.Candidates {
			fmt.Fprintln(&answer, c.Paper.ID, c.Paper.Title, c.BM25, c.Cosine)
			refs = append(refs, engine.WorkRef{ID: c.Paper.ID})
		}
	}
	err = askWhole(ctx, x, refs, &answer)
	return answer.String(), err
}

// askWhole requests complete records.
func askWhole(ctx context.Context, x *index.Index, refs []engine.WorkRef, answer *strings.Builder) error {
	papers, err := x.Papers(ctx, refs)
	if err != nil {
		return err
	}
	for _, p := range papers {
		if p != nil {
			fmt.Fprintln(answer, p.ID, p.Abstract, len(p.Body))
		}
	}
	for e, err := range x.Embedded(ctx) {
		if err != nil {
			return err
		}
		fmt.Fprintln(answer, e.Paper.ID, e.Paper.Title, len(e.Paper.Body))
	}
	return nil
}

// soon fails the test if f does not return in time.
func soon[T any](t testing.TB, f func(context.Context) (T, error)) (T, error) {
	t.Helper()
	type result struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		value, err := f(ctx)
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		t.Fatal("hangs")
		panic("unreachable")
	}
}

// named fails the test unless an error names the affected file of the index.
func named(t testing.TB, err error, file string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "internal error") {
		t.Errorf("got %v, want an error that names %s", err, file)
	}
}
