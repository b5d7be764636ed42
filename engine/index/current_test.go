package index

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// breakCurrent makes CURRENT unreadable in several ways and calls check for each, with the end of
// the expected error.
func breakCurrent(t *testing.T, dir string, check func(name, want string)) {
	t.Helper()
	path := filepath.Join(dir, format.CurrentFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		damage func() error
		want   string
		skip   bool
	}{
		"garbage": {func() error { return os.WriteFile(path, []byte("garbage"), 0o644) },
			"its content is malformed or in an older format: " + RebuildAdvice, false},
		"a folder": {func() error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) }, RebuildAdvice, false},
		"input/output error": {func() error { return errors.Join(os.Remove(path), os.Symlink("/proc/self/mem", path)) },
			"input/output error: check the disk or network drive, or " + RebuildAdvice, runtime.GOOS != "linux"},
		"permission": {func() error { return os.Chmod(path, 0) }, "permission is denied: run `chmod -R u+rX " + dir +
			"` as its owner", runtime.GOOS == "windows" || os.Getuid() == 0},
	} {
		if c.skip {
			continue
		}
		if err := c.damage(); err != nil {
			t.Fatal(err)
		}
		check(name, c.want)
		if err := errors.Join(os.Remove(path), os.WriteFile(path, good, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnUnreadableCURRENTIsReportedAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	onePaper(t, dir)
	breakCurrent(t, dir, func(name, want string) {
		if x, err := Open(dir); err == nil || errors.Is(err, syscall.ENOENT) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: opened %v, %v", name, x, err)
		}
		_, err := Diagnose(dir)
		if err == nil || !strings.Contains(err.Error(), dir) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	})
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
}

// An open index does not need CURRENT to answer from the snapshot that it has read.
func TestAnOpenIndexAnswersWhileCURRENTIsUnreadable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	onePaper(t, dir)
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	breakCurrent(t, dir, func(name, _ string) {
		if info, err := x.Info(t.Context()); err != nil || info.Papers != 1 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	})
}
