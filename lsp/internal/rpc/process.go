package rpc

import (
	"context"
	"os"
	"time"
)

const processInterval = 2 * time.Second // time between checks of the editor's process

// OnProcessEnd calls end when a process exits. Monitoring the connection is not enough, since other
// processes may keep a crashed editor's pipes open. OnProcessEnd ignores a process that is not
// visible at the start, for example from inside a container.
func OnProcessEnd(ctx context.Context, id int, end func()) {
	process, err := os.FindProcess(id)
	if err != nil || id <= 0 || !isAlive(process) {
		return
	}
	go func() {
		defer process.Release()
		if poll(ctx, process) {
			end()
		}
	}()
}

// poll waits until the process has exited and then returns true. If ctx ends first, it returns
// false.
func poll(ctx context.Context, process *os.Process) bool {
	ticker := time.NewTicker(processInterval)
	defer ticker.Stop()
	for isAlive(process) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
