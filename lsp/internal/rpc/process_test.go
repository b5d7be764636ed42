package rpc

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
)

// A helper process ends when its standard input is closed.
const helper = "SCILIT_TEST_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(helper) != "" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}

func startProcess(t *testing.T) (process *exec.Cmd, stop func()) {
	t.Helper()
	process = exec.Command(os.Args[0])
	process.Env = append(os.Environ(), helper+"=1")
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); process.Wait() })
	return process, func() { process.Process.Kill() }
}

// The test does not wait for the process, so that it remains a zombie.
func TestTheEndOfAProcessIsSeen(t *testing.T) {
	process, stop := startProcess(t)
	ended := make(chan struct{})
	OnProcessEnd(t.Context(), process.Process.Pid, func() { close(ended) })
	stop()
	<-ended
}

func TestAProcessThatCannotBeSeenIsNotLookedFor(t *testing.T) {
	process, stop := startProcess(t)
	stop()
	process.Wait()
	for _, id := range []int{process.Process.Pid, 0, -1, 1 << 30} {
		OnProcessEnd(t.Context(), id, func() { t.Errorf("%d ended", id) })
	}
	running, _ := startProcess(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	OnProcessEnd(ctx, running.Process.Pid, func() { t.Error("it ended with its context") })
}
