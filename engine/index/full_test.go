//go:build unix

package index_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// Helpers whose names start with "full-" can write only a limited number of bytes to a file, as on
// a full disk.
func init() {
	for _, kind := range []string{"build", "add", "fold"} {
		work := helpers[kind]
		helpers["full-"+kind] = func(dir string, number int) error {
			signal.Ignore(syscall.SIGXFSZ)
			limit := syscall.Rlimit{Cur: uint64(number), Max: uint64(number)}
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
				return err
			}
			if work(dir, 1) != nil {
				os.Exit(1) // silently, since most runs are expected to fail
			}
			return nil
		}
	}
}

// On a full disk, a writer fails and the published index stays intact and searchable. With enough
// space, the same writer succeeds.
func TestAFullDiskLeavesTheOldStateOrTheNew(t *testing.T) {
	skipShort(t)
	for _, kind := range []string{"build", "add", "fold"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			if err := buildHelper(dir, 0); err != nil {
				t.Fatal(err)
			}
			if kind == "fold" {
				unfold(t, dir, 0)
			}
			failed, state := 0, 0
			for limit := 0; limit < 64<<20 && state == 0; limit = max(limit*3, 40) {
				err := startHelper(t, "full-"+kind, dir, limit).Wait()
				if err != nil {
					failed++
				}
				state = fullState(t, kind, dir, err == nil)
				if t.Failed() {
					t.Fatalf("with files of at most %d bytes: %v", limit, err)
				}
			}
			t.Logf("%d attempts failed, then one was done", failed)
			if failed < 5 || state == 0 {
				t.Errorf("%d attempts failed, state %d", failed, state)
			}
		})
	}
}

// fullState returns the expected state: 1 if the writer finished.
func fullState(t *testing.T, kind, dir string, done bool) int {
	t.Helper()
	if kind == "fold" { // only the number of segments changes
		checkState(t, dir, 0, 0)
		if l := list(t, dir); (l.Segments == 1) != done {
			t.Errorf("%d segments, done: %v", l.Segments, done)
		}
		if done {
			return 1
		}
		return 0
	}
	state := checkState(t, dir, 0, 1)
	if (state == 1) != done {
		t.Errorf("state %d, done: %v", state, done)
	}
	return state
}
