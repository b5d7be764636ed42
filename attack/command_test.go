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

// commandDeadline bounds one subcommand.
const commandDeadline = 15 * time.Minute

// A cmdResult is the result of a finished command.
type cmdResult struct {
	stdout string
	code   int  // -1 if a signal ended it
	peak   int  // peak resident memory, in bytes
	late   bool // killed at its deadline
}

// command runs a subcommand in dir. The output is standard error followed by standard output.
func command(t *testing.T, dir, stdin string, args ...string) (output string, result cmdResult) {
	t.Helper()
	return commandOf(t, dir, stdin, append([]string{program}, args...)...)
}

// commandOf is like command for any program; args[0] is its name.
func commandOf(t *testing.T, dir, stdin string, args ...string) (output string, result cmdResult) {
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
	result = cmdResult{stdout: stdout.String(), late: ctx.Err() != nil, code: -1}
	if cmd.ProcessState != nil {
		result.code = cmd.ProcessState.ExitCode()
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			result.peak = int(usage.Maxrss) << 10
		}
	}
	return both.String() + stdout.String(), result
}

// outcome classifies the result. A failure with a message counts as held.
func (r cmdResult) outcome(output string) outcome {
	switch {
	case r.late:
		return hung
	case r.code < 0 || r.code == 2 && isCrash(output), isCrash(output):
		return crashed
	}
	return held
}
