//go:build attack

package attack

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandDeadline is how long a subcommand may take.
const commandDeadline = 2 * time.Minute

// A ran is what a command came to.
type ran struct {
	stdout string
	code   int  // -1 where a signal ended it
	peak   int  // bytes of memory
	late   bool // it did not end by its deadline
}

// command runs a subcommand in dir; its output is both streams.
func command(t *testing.T, dir, stdin string, args ...string) (output string, result ran) {
	t.Helper()
	return commandOf(t, dir, stdin, append([]string{program}, args...)...)
}

func commandOf(t *testing.T, dir, stdin string, args ...string) (output string, result ran) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), commandDeadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, cleanEnv(t.TempDir()), strings.NewReader(stdin)
	var both, stdout bytes.Buffer
	cmd.Stderr = &both
	cmd.Stdout = &stdout
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Logf("%v: %v", args, err)
	}
	result = ran{stdout: stdout.String(), late: ctx.Err() != nil, code: -1}
	if cmd.ProcessState != nil {
		result.code = cmd.ProcessState.ExitCode()
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			result.peak = int(usage.Maxrss) << 10
		}
	}
	return both.String() + stdout.String(), result
}

// outcome of a command: it may fail, by a message.
func (r ran) outcome(output string) outcome {
	switch {
	case r.late:
		return hung
	case r.code < 0 || r.code == 2 && isCrash(output), isCrash(output):
		return crashed
	}
	return held
}
