package rpc

import (
	"os"
	"syscall"
)

func isAlive(process *os.Process) (alive bool) {
	err := process.WithHandle(func(handle uintptr) {
		event, err := syscall.WaitForSingleObject(syscall.Handle(handle), 0)
		alive = err == nil && event == syscall.WAIT_TIMEOUT
	})
	return err == nil && alive
}
