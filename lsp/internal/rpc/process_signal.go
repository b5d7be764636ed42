//go:build !windows

package rpc

import (
	"errors"
	"os"
	"syscall"
)

// takesSignals reports whether a process exists, even if this process lacks the permission to
// signal it.
func takesSignals(process *os.Process) bool {
	err := process.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
