package onnx

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// memory returns the process's memory in MB, excluding file-backed memory and Go's garbage.
func memory(t *testing.T) (mb int) {
	debug.FreeOSMemory()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here")
	}
	_, rest, _ := strings.Cut(string(raw), "RssAnon:")
	if _, err := fmt.Sscan(rest, &mb); err != nil {
		t.Skip(err)
	}
	return mb / 1024
}

// The network's weights alone take 22 MB. The first round does not count, since onnxruntime keeps some
// memory for itself.
func TestAnIdleModelLeavesTheMemory(t *testing.T) {
	e := installed(t)
	e.idle = time.Nanosecond
	for round := range 3 {
		if err := e.use(func(enc *encoder) error { _, err := enc.encode(strings.Repeat("many words ", 100)); return err }); err != nil {
			t.Fatal(err)
		}
		loaded := memory(t)
		_ = e.use(func(*encoder) error { loaded = max(loaded, memory(t)); return nil })
		for e.isLoaded() {
			time.Sleep(time.Millisecond)
		}
		if idle := memory(t); round > 0 && loaded-idle < 15 {
			t.Errorf("%d MB in use, %d MB when idle", loaded, idle)
		}
	}
}
