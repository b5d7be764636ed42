//go:build unix

package files_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// With each of these, os.ReadFile would block forever or exhaust memory.
func TestWhatIsNoFileIsRefusedWithoutWaiting(t *testing.T) {
	dir, err := os.MkdirTemp("", "") // a socket needs a short path
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for link, target := range map[string]string{
		"to-pipe": "pipe", "zero": "/dev/zero", "tty": "/dev/tty", "self": "self", "one": "two", "two": "one", "to-folder": ".",
	} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	// If a call blocks, the deadline causes a different error.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	for name, reason := range map[string]string{
		"pipe": "a named pipe", "to-pipe": "a named pipe", "zero": "a device", "tty": "a device", "socket": "a socket",
		"self": "points back to itself", "one": "points back to itself", "to-folder": "a folder",
	} {
		_, err := files.Read(ctx, at(name), limit)
		refused(t, at(name), err, reason)
		_, err = files.Open(ctx, at(name))
		refused(t, at(name), err, reason)
	}
	_, err = files.Update(at("pipe"))
	refused(t, at("pipe"), err, "a named pipe")
}
