package rpc

import (
	"os"

	"golang.org/x/sys/unix"
)

// isAlive asks for the handle: one that ended takes signals until its parent
// looked at it, and its id may be given to another process.
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
