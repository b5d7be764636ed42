//go:build !windows

package rpc

import (
	"errors"
	"os"
	"syscall"
)

// takesSignals holds for a process that may not be signalled too: it runs.
func takesSignals(process *os.Process) bool {
	err := process.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
