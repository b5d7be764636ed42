package rpc

import (
	"context"
	"os"
	"time"
)

// processInterval is the time between two checks of the editor's process.
const processInterval = 2 * time.Second

// OnProcessEnd calls end once when a process ends. An editor that crashed may have
// left its pipes open in other processes. A process that cannot be seen at the
// start, as from inside a container, is not watched.
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

// poll returns true once the process has ended, false if ctx ends first.
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
