package rpc

import (
	"context"
	"os"
	"time"
)

// processInterval is how often an editor is looked for.
const processInterval = 2 * time.Second

// OnProcessEnd calls end once when the process with that id ends, as an editor
// does that crashed and left its pipes to others. One that cannot be seen at the
// start, as from inside a container, is not looked for.
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

// poll is true once the process has ended, false where ctx ends first.
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
