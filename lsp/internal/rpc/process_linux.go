package rpc

import (
	"os"

	"golang.org/x/sys/unix"
)

// isAlive reports whether a process is running. It polls the process handle, since a zombie still
// accepts signals and its ID may be reused.
func isAlive(process *os.Process) bool {
	ended := false
	err := process.WithHandle(func(handle uintptr) {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(handle), Events: unix.POLLIN}}, 0)
		ended = err == nil && n > 0
	})
	if err != nil {
		return takesSignals(process)
	}
	return !ended
}
