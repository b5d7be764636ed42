package index_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"go.etcd.io/bbolt"
)

// identityIndex builds an index for identity search.
func identityIndex(t testing.TB, papers []*engine.Paper) (dir string) {
	t.Helper()
	dir = t.TempDir()
	opts := index.BuildOptions{Dir: dir, Name: "test", AllowEmpty: true, Identity: true}
	if _, err := index.Build(t.Context(), opts, sequence(papers)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAnIdentityIndexIsARetriever(t *testing.T) {
	retrievertest.RunBibliographic(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
		return open(t, identityIndex(t, papers))
	})
}

func TestAnIdentityIndexHasAnIndexer(t *testing.T) {
	retrievertest.RunIndexer(t, func(t *testing.T) (engine.Retriever, engine.Indexer) {
		dir := identityIndex(t, nil)
		return open(t, dir), index.NewUpdater(index.BuildOptions{Dir: dir})
	})
}

// Every paper is found by each of its names, and by the words of its title.
func TestAnIdentityIndexFindsEveryPaper(t *testing.T) {
	papers := testPapers(t)
	dir := identityIndex(t, papers)
	x := open(t, dir)
	full := t.TempDir()
	build(t, full, nil, sequence(papers))
	same := open(t, full)
	for _, p := range papers {
		author := ""
		if len(p.Authors) > 0 {
			author = p.Authors[0].Family
		}
		refs := []engine.WorkRef{
			{ID: p.ID},
			{DOI: p.DOI},
			{Title: strings.ToUpper(p.Title), Author: author},
			{Title: p.Title},
			{Title: p.Title, Author: "Nobody"},
			{DOI: p.DOI + "0"},
		}
		want, err := same.Papers(t.Context(), refs)
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Papers(t.Context(), refs)
		if err != nil {
			t.Fatal(err)
		}
		for i := range refs {
			if (got[i] == nil) != (want[i] == nil) || got[i] != nil && got[i].ID != want[i].ID {
				t.Errorf("%+v: %v, want %v", refs[i], got[i], want[i])
			}
		}
		found, err := x.Search(t.Context(), engine.Request{Context: []string{p.Title}, Limit: 8})
		if err != nil ||
			!slices.ContainsFunc(found.Candidates, func(c engine.Candidate) bool { return c.Paper.Title == p.Title }) {
			t.Errorf("%s is not found by its title, %v", p.ID, err)
		}
	}
}

// A search that the index does not support returns an error, not an empty result.
func TestAnIdentityIndexSaysWhatItLacks(t *testing.T) {
	x := open(t, identityIndex(t, retrievertest.Papers()))
	for _, keywords := range []string{"doi: 10.33*", "arxiv: 1706*"} {
		e, _ := keyword.Parse(keywords)
		if got, err := x.Search(t.Context(), engine.Request{Expr: e, Limit: 5}); err == nil ||
			!strings.Contains(err.Error(), "complete identifiers") {
			t.Errorf("%s: %+v, %v", keywords, got, err)
		}
	}
	for keywords, want := range map[string]int{"title: vect*": 1, "title: need*": 1, "title: vectors*": 1, "title: x*": 0, "title: att*": 1, "author: che*": 1} {
		e, mistakes := keyword.Parse(keywords)
		if got, err := x.Search(t.Context(), engine.Request{Expr: e, Limit: 5}); err != nil || got.Matching != want ||
			mistakes != nil {
			t.Errorf("%s: %d, want %d, %v %v", keywords, got.Matching, want, err, mistakes)
		}
	}
}

// After additions and removals, an index returns the same results as one built from the remaining
// papers, before and after compaction.
func TestAnIdentityIndexLives(t *testing.T) {
	papers := testPapers(t)[:100]
	left := papers[20:]
	want := askIdentity(t, open(t, identityIndex(t, left)), papers)
	dir := identityIndex(t, papers[:60])
	opts := index.BuildOptions{Dir: dir}
	change, err := index.Add(t.Context(), opts, sequence(papers[40:]))
	if err != nil || change != (index.Change{Added: 40, Unchanged: 20}) {
		t.Fatal(change, err)
	}
	var gone []string
	for _, p := range papers[:20] {
		gone = append(gone, p.ID)
	}
	if _, _, err := index.Remove(t.Context(), dir, gone, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, askIdentity(t, open(t, dir), papers)); diff != "" {
		t.Error(diff)
	}
	if err := index.Compact(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, askIdentity(t, open(t, dir), papers)); diff != "" {
		t.Error("compacted", diff)
	}
	if l := list(t, dir); !l.Identity || l.Segments != 1 || l.Papers != 80 || l.SearchBytes() <= 0 {
		t.Errorf("%+v", l)
	}
}

// askIdentity makes requests of all kinds to an index for identity search.
func askIdentity(t testing.TB, x *index.Index, papers []*engine.Paper) string {
	t.Helper()
	answer, err := tryIdentity(t.Context(), x, papers)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func tryIdentity(ctx context.Context, x *index.Index, papers []*engine.Paper) (string, error) {
	var answer strings.Builder
	for _, keywords := range []string{"", "translation", `"machine translation"`, "title: machine translation", "author: ma* | title: tr*", "venue: acl; 2000-", "~translation of models", "doi: " + papers[3].DOI} {
		req := engine.Request{Limit: 20, Context: []string{papers[7].Title}}
		if keywords != "" {
			req.Expr, _ = keyword.Parse(keywords)
		}
		found, err := x.Search(ctx, req)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&answer, keywords, found.Matching)
		for _, c := range found.Candidates {
			fmt.Fprintf(&answer, "  %s %s %.6f\n", c.Paper.ID, c.Paper.Title, c.BM25)
		}
	}
	var refs []engine.WorkRef
	for _, p := range papers {
		refs = append(refs, engine.WorkRef{ID: p.ID}, engine.WorkRef{DOI: p.DOI}, engine.WorkRef{Title: p.Title})
	}
	found, err := x.Papers(ctx, refs)
	if err != nil {
		return "", err
	}
	for _, p := range found {
		if p != nil {
			fmt.Fprintln(&answer, p.ID, p.Title, p.Authors, p.Year, p.DOI)
		}
	}
	return answer.String(), nil
}

// tryFolder opens an index and makes requests to it.
func tryFolder(t testing.TB, dir string, papers []*engine.Paper) (string, error) {
	return soon(t, func(ctx context.Context) (string, error) {
		x, err := index.Open(dir)
		if err != nil {
			return "", err
		}
		defer x.Close()
		return tryIdentity(ctx, x, papers)
	})
}

// If any byte is changed or a file is truncated anywhere, a request returns the correct result or
// an error that names the file. If the checksums match the damage, nothing crashes or hangs.
func TestADamagedIdentityIndex(t *testing.T) {
	skipShort(t)
	papers := testPapers(t)[:40]
	original := identityIndex(t, papers)
	want, err := tryFolder(t, original, papers)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(9, 10))
	f := forge(t, original)
	for _, name := range []string{"records.db", "names.db", "terms.db", "docs.bin"} {
		whole := f.read(f.path(name))
		for what, damaged := range variants(random, whole) {
			f.write(f.path(name), damaged)
			got, err := tryFolder(t, f.dir, papers)
			if err != nil {
				f.namedBy(err, f.path(name), what)
			} else if got != want {
				t.Errorf("%s, %s: another answer and no error", name, what)
			}
		}
		f.write(f.path(name), whole)
	}
	for _, name := range []string{"records.db", "names.db", "terms.db", "docs.bin"} {
		f := forge(t, original)
		whole := f.read(f.path(name))
		for what, damaged := range variants(random, whole) {
			f.file(name, func([]byte) []byte { return damaged })
			if _, err := tryFolder(t, f.dir, papers); err != nil {
				f.namedBy(err, f.path(name), what)
			}
		}
	}
}

// A forged block in an otherwise intact file causes an error that names the file.
func TestForgedBlocksOfAnIdentityIndex(t *testing.T) {
	papers := testPapers(t)[:40]
	original := identityIndex(t, papers)
	packed := func(raw []byte) []byte {
		w, _ := zstd.NewWriter(nil)
		return w.EncodeAll(raw, nil)
	}
	bomb := packed(make([]byte, 64<<20))
	for name, test := range map[string]struct {
		file, bucket string
		key, value   []byte
	}{
		"no zstd":                   {"records.db", "records", []byte{0, 0, 0, 0}, []byte("records")},
		"a bomb":                    {"records.db", "records", []byte{0, 0, 0, 0}, bomb},
		"no records":                {"records.db", "records", []byte{0, 0, 0, 0}, packed(nil)},
		"a record behind its block": {"records.db", "records", []byte{0, 0, 0, 0}, packed([]byte{200, 1, '{', '}'})},
		"a record without end":      {"records.db", "records", []byte{0, 0, 0, 0}, packed(slices.Repeat([]byte{255}, 20))},
		"no JSON":                   {"records.db", "records", []byte{0, 0, 0, 0}, packed([]byte{2, '{', '{'})},
		"a long key":                {"records.db", "records", []byte{0, 0, 0, 0, 0}, packed([]byte{2, '{', '}'})},
		"a name of no paper":        {"names.db", "names", make([]byte, 8), []byte{0, 200}},
		"papers that do not ascend": {"names.db", "names", make([]byte, 8), []byte{0, 3, 0, 3}},
		"a gap beyond all hashes":   {"names.db", "names", make([]byte, 8), append(binary.AppendUvarint(nil, 1<<33), 1)},
		"half an entry":             {"names.db", "names", make([]byte, 8), []byte{0}},
		"a short key of a name":     {"names.db", "names", []byte{0}, []byte{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			path := filepath.Join(t.TempDir(), "forged.db")
			forgeBucket(t, path, test.bucket, test.key, test.value)
			forged := f.read(path)
			f.file(test.file, func([]byte) []byte { return forged })
			_, err := tryFolder(t, f.dir, papers)
			named(t, err, test.file)
			if err := index.Compact(t.Context(), f.dir, false); err != nil {
				t.Errorf("nothing to compact, and %v", err)
			}
		})
	}
}

// forgeBucket writes a file of pages that contains one bucket with one key.
func forgeBucket(t testing.TB, path, bucket string, key, value []byte) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte(bucket))
		if err != nil {
			return err
		}
		return b.Put(key, value)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An index for identity search is not accepted as another kind of index.
func TestKindsOfIndexesDoNotMix(t *testing.T) {
	papers := testPapers(t)[:40]
	f := forge(t, identityIndex(t, papers))
	f.snapshot(func(members map[string]any) { delete(members, "Identity") })
	_, err := tryFolder(t, f.dir, papers)
	named(t, err, "snapshot-")
	f = forge(t, identityIndex(t, papers))
	f.manifest(func(members map[string]any) { delete(members, "Identity") })
	_, err = tryFolder(t, f.dir, papers)
	named(t, err, "manifest.json")
	f = forge(t, identityIndex(t, papers))
	f.manifest(func(members map[string]any) { members["FullTexts"] = 3 })
	_, err = tryFolder(t, f.dir, papers)
	named(t, err, "manifest.json")
}
