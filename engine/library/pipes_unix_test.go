//go:build unix

package library_test

import (
	"syscall"
	"testing"
)

func makePipes(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
