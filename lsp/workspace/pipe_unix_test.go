//go:build unix

package workspace_test

import (
	"syscall"
	"testing"
)

func makePipe(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
