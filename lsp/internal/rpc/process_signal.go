//go:build !windows

package rpc

import (
	"errors"
	"os"
	"syscall"
)

// takesSignals reports whether a process exists, even one that may not be signalled.
func takesSignals(process *os.Process) bool {
	err := process.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
