package index_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// damages is the number of random bytes changed in each file, in addition to the bytes of its head.
const (
	damages   = 24
	headBytes = 80
	folded    = 24 // every folded-th copy is also compacted, which takes longer
)

// If any byte is changed or a file is truncated anywhere, a request returns the correct result or
// an error that names the file.
func TestADamagedFileGivesNoWrongAnswer(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	want, err := askAll(t.Context(), original)
	if err != nil {
		t.Fatal(err)
	}
	f := forge(t, original)
	random := rand.New(rand.NewPCG(5, 6))
	wrong, refused := 0, 0
	for _, path := range publishedFiles(t, f.dir) {
		whole := f.read(path)
		for what, damaged := range variants(random, whole) {
			f.write(path, damaged)
			got, err := soon(t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
			switch {
			case err != nil:
				refused++
				f.namedBy(err, path, what)
			case got != want:
				wrong++
				t.Errorf("%s, %s: another answer and no error", filepath.Base(path), what)
			}
		}
		f.write(path, whole)
	}
	t.Logf("%d refused, %d wrong", refused, wrong)
}

// namedBy fails the test unless the error names the damaged file. For CURRENT, the error may name
// the snapshot instead.
func (f forgery) namedBy(err error, path, what string) {
	f.t.Helper()
	named := strings.Contains(err.Error(), filepath.Base(path)) ||
		filepath.Base(path) == "CURRENT" && strings.Contains(err.Error(), "snapshot-")
	if !named || strings.Contains(err.Error(), "internal error") {
		f.t.Errorf("%s, %s: %v", filepath.Base(path), what, err)
	}
}

// variants returns damaged copies of a file, by kind of damage.
func variants(random *rand.Rand, whole []byte) map[string][]byte {
	all := make(map[string][]byte)
	places := make([]int, 0, headBytes+damages)
	for at := range min(headBytes, len(whole)) {
		places = append(places, at)
	}
	for range damages {
		places = append(places, random.IntN(len(whole)))
	}
	for _, at := range places {
		damaged := slices.Clone(whole)
		damaged[at] ^= byte(1 + random.IntN(255))
		all[fmt.Sprintf("byte %d", at)] = damaged
	}
	for _, length := range []int{0, 1, 16, 4096, len(whole) / 2, len(whole) / 4096 * 4096, len(whole) - 1} {
		if length < len(whole) {
			all[fmt.Sprintf("cut at %d", length)] = whole[:length]
		}
	}
	return all
}

// If the checksums match the damaged content, results may differ, but no reader crashes, hangs, or
// returns an error that does not name the file.
func TestADamagedFileWithFittingChecksumsLeadsNobodyAstray(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"papers.db", "terms.db", "bodies.db", "docs.bin", "codes.bin", "rows.bin", "hashes.bin"} {
		f := forge(t, original)
		whole := f.read(f.path(name))
		all := variants(random, whole)
		for i, what := range slices.Sorted(maps.Keys(all)) {
			if i%3 != 0 { // a third of them takes long enough
				continue
			}
			f.file(name, func([]byte) []byte { return all[what] })
			_, err := soon(t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
			if err != nil {
				f.namedBy(err, f.path(name), what)
			}
			if i%folded != 0 {
				continue
			}
			if err := f.fold(); err != nil && !strings.Contains(err.Error(), f.dir) ||
				err != nil && strings.Contains(err.Error(), "internal error") {
				t.Errorf("%s, %s, compact: %v", name, what, err)
			}
		}
	}
}

// fold removes a paper from a copy of the index and compacts the copy.
func (f forgery) fold() error {
	copied := forge(f.t, f.dir)
	id := testPapers(f.t)[0].ID
	if _, _, err := index.Remove(context.Background(), copied.dir, []string{id}, false); err != nil {
		return copied.renamed(err, f)
	}
	return copied.renamed(index.Compact(context.Background(), copied.dir, false), f)
}

func (f forgery) renamed(err error, to forgery) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), f.dir, to.dir))
}

// With more than 2,000 papers, a search scans the codes. A build reuses vectors by their text
// hashes. Neither may use damaged vectors.
func TestDamagedVectorsAreNeitherScannedNorTakenOver(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine opens one damaged index after the other")
	}
	var papers []*engine.Paper
	words := strings.Fields("translation model neural parsing corpus patients trial protein graph speech")
	for i := range 2100 {
		title := fmt.Sprintf("%s %s %s %d", words[i%10], words[i/10%10], words[i/100%10], i)
		papers = append(papers, &engine.Paper{ID: fmt.Sprint(i), Title: title})
	}
	original := t.TempDir()
	build(t, original, wordEmbedder{}, sequence(papers))
	want, err := askAll(t.Context(), original)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"codes.bin", "rows.bin", "hashes.bin"} {
		for what, change := range map[string]func(string, []byte) error{
			"changed":   scribble,
			"cut short": func(path string, raw []byte) error { return os.Truncate(path, int64(len(raw)/2)) },
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				f := forge(t, original)
				if err := change(f.path(name), f.read(f.path(name))); err != nil {
					t.Fatal(err)
				}
				_, err := soon(t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
				if name != "hashes.bin" || what != "changed" { // no search reads hashes.bin
					named(t, err, name)
				}
				build(t, f.dir, wordEmbedder{}, sequence(papers))
				if got, err := askAll(t.Context(), f.dir); err != nil || got != want {
					t.Errorf("built again, it answers otherwise (%v)", err)
				}
			})
		}
	}
}
