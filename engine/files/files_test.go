package files_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

const limit = 100

func TestReadTakesAFileUpToTheLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for size, fits := range map[int]bool{0: true, 1: true, limit: true, limit + 1: false, 1 << 20: false} {
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		raw, err := files.Read(t.Context(), path, limit)
		if fits && (err != nil || len(raw) != size) {
			t.Errorf("%d bytes: %d (%v)", size, len(raw), err)
		}
		if !fits &&
			(!errors.Is(err, files.ErrTooLarge) || !strings.Contains(err.Error(), path+": larger than the limit of 100 bytes")) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// A sparse file costs an attacker nothing, so reading it must not allocate memory for its size.
func TestReadRefusesAHugeFileBeforeItReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip(err)
	}
	_, err := files.Read(t.Context(), path, 20<<20)
	if !errors.Is(err, files.ErrTooLarge) || !strings.Contains(err.Error(), "20 MB") {
		t.Error(err)
	}
}

// Files in /proc report size 0 whatever their content.
func TestTheLimitCountsWhatIsReadNotWhatTheSystemSays(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	if _, err := files.Read(t.Context(), "/proc/self/maps", limit); !errors.Is(err, files.ErrTooLarge) {
		t.Error(err)
	}
}

func TestAFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	_, err := files.Read(t.Context(), dir, limit)
	refused(t, dir, err, "a folder, not a regular file")
	file, err := files.Open(t.Context(), dir)
	refused(t, dir, err, "a folder, not a regular file")
	if file != nil {
		t.Error("a folder was opened")
	}
}

// refused fails the test unless an error names the file and the reason.
func refused(t *testing.T, path string, err error, reason string) {
	t.Helper()
	var known *fs.PathError
	if !errors.Is(err, files.ErrNotRegular) || !errors.As(err, &known) || known.Path != path ||
		!strings.Contains(err.Error(), reason) {
		t.Errorf("got %v, want %q", err, reason)
	}
}

func TestAMissingFileIsToldFromOthers(t *testing.T) {
	_, err := files.Read(t.Context(), filepath.Join(t.TempDir(), "none"), limit)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestNothingIsReadOnceTheRequestIsOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if raw, err := files.Read(ctx, path, limit); err != nil || string(raw) != "text" {
		t.Errorf("%q %v", raw, err)
	}
	cancel()
	if _, err := files.Read(ctx, path, limit); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := files.Open(ctx, path); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCreateAndUpdateWriteThroughNoLink(t *testing.T) {
	dir := t.TempDir()
	precious, link := filepath.Join(dir, "precious"), filepath.Join(dir, "link")
	if err := os.WriteFile(precious, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(precious, link); err != nil {
		t.Skip(err)
	}
	_, err := files.Update(link)
	refused(t, link, err, "a symbolic link")
	if err := files.Write(link, []byte("new")); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]string{precious: "precious", link: "new"} {
		if raw, err := files.Read(t.Context(), path, limit); err != nil || string(raw) != want {
			t.Errorf("%s: %q (%v), want %q", path, raw, err, want)
		}
	}
}

func TestUpdateKeepsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for range 2 {
		file, err := files.Update(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteAt([]byte("text"), 0); err != nil {
			t.Error(err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	if raw, err := files.Read(t.Context(), path, limit); err != nil || string(raw) != "text" {
		t.Errorf("%q %v", raw, err)
	}
}
