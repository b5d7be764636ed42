//go:build unix

package index_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// A file of an index is rejected unless it is a regular file. Opening a pipe would block forever,
// and reading a device would exhaust memory.
func TestWhatIsNoFileIsRefusedAsAnyFile(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	for _, path := range publishedFiles(t, original) {
		name := filepath.Base(path)
		for what, replace := range specials {
			t.Run(name+" "+what, func(t *testing.T) {
				f := forge(t, original)
				f.replace(name, replace)
				_, err := soon(t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
				named(t, err, name)
				damages, err := soon(
					t, func(ctx context.Context) ([]index.Damage, error) { return index.Verify(ctx, f.dir) },
				)
				if err == nil && len(damages) == 0 {
					t.Error("verify finds nothing")
				}
				_, _ = soon(t, func(context.Context) (int, error) {
					_, _ = index.Diagnose(f.dir)
					index.Writing(f.dir)
					return 0, nil
				})
				if _, err := soon(t, f.rebuild); name == "CURRENT" && what == "folder" {
					named(t, err, name) // not created by a writer, so it is not removed
				} else if err != nil {
					t.Errorf("rebuild: %v", err)
				}
			})
		}
	}
}

var specials = map[string]func(path string) error{
	"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"zero":   func(path string) error { return os.Symlink("/dev/zero", path) },
	"loop":   func(path string) error { return os.Symlink(filepath.Base(path), path) },
	"folder": func(path string) error { return os.Mkdir(path, 0o755) },
}

func (f forgery) replace(name string, replace func(string) error) {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	if found, _ := filepath.Glob(filepath.Join(f.dir, "segment-*", name)); len(found) > 0 {
		path = found[0]
	}
	if err := errors.Join(os.RemoveAll(path), replace(path)); err != nil {
		f.t.Fatal(err)
	}
}

func (f forgery) rebuild(ctx context.Context) (*index.Manifest, error) {
	return index.Build(ctx, index.BuildOptions{Dir: f.dir, Embedder: wordEmbedder{}}, sequence(testPapers(f.t)[:3]))
}

// The same holds for the files that only writers use.
func TestAWriterWaitsForNoPipe(t *testing.T) {
	original := hostileIndex(t)
	for _, name := range []string{"LOCK", "embedded.bin"} {
		for what, replace := range specials {
			t.Run(name+" "+what, func(t *testing.T) {
				f := forge(t, original)
				f.replace(name, replace)
				_, err := soon(t, f.rebuild)
				named(t, err, name)
				_, _ = soon(t, func(context.Context) (int, error) { index.Writing(f.dir); return 0, nil })
				if _, err := askAll(t.Context(), f.dir); err != nil {
					t.Errorf("the old index: %v", err)
				}
			})
		}
	}
}

// The names of a writer's files are predictable, so a link with such a name must not lead the
// writer to one of the user's files.
func TestAWriterWritesThroughNoLink(t *testing.T) {
	original := hostileIndex(t)
	for _, name := range []string{"LOCK", "embedded.bin", "snapshot-2.json", "CURRENT", "segment-2", "segment-2/papers.db"} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			precious := filepath.Join(t.TempDir(), "precious")
			f.write(precious, []byte("precious"))
			if dir := filepath.Dir(name); dir != "." {
				if err := os.Mkdir(filepath.Join(f.dir, dir), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			f.replace(name, func(path string) error { return os.Symlink(precious, path) })
			if _, err := soon(t, f.rebuild); err != nil && !strings.Contains(err.Error(), name) {
				t.Error(err)
			}
			if got := string(f.read(precious)); got != "precious" {
				t.Errorf("a file of the user's is now %q", got)
			}
		})
	}
}
