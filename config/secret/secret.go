// Package secret reads keys of services from where the user's own settings say: an
// environment variable, or a program that prints one. No error holds what was read.
package secret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	// patience is how long a program may take: a user may have to unlock a store.
	patience = 30 * time.Second
	// maxKey is longer than any key, in bytes.
	maxKey = 4096
)

// Of is the key in an environment variable, or the one that a program prints where that is
// empty. The program is run as it is given, without a shell.
func Of(ctx context.Context, env string, command []string) (string, error) {
	if key := os.Getenv(env); env != "" && key != "" {
		return clean(key)
	}
	if len(command) == 0 {
		return "", fmt.Errorf("the environment variable %s is empty: set it, and start the editor from there", env)
	}
	key, err := printed(ctx, command)
	if err != nil {
		return "", err
	}
	return clean(key)
}

// clean is the first line; a key has no blanks, which a header could not have.
func clean(key string) (string, error) {
	key, _, _ = strings.Cut(strings.TrimSpace(key), "\n")
	key = strings.TrimSpace(key)
	switch {
	case key == "":
		return "", errors.New("there is no key")
	case len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", errors.New("what was read is no key: it is too long, or has blanks or letters that no key has")
	}
	return key, nil
}

// printed is what a program prints, in bounds. What it says on standard error may quote a
// store of passwords, and is left out.
func printed(ctx context.Context, command []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out := &bounded{}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.WaitDelay = out, time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", command[0], cmp.Or(out.err, ctx.Err(), err))
	}
	return string(out.kept), nil
}

// bounded keeps the output of a program, which is ended where it prints too much.
type bounded struct {
	kept []byte
	err  error
}

var errTooMuch = errors.New("it prints more than a key")

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if len(b.kept)+len(p) > 2*maxKey {
		b.err = errTooMuch
		return 0, errTooMuch
	}
	b.kept = append(b.kept, p...)
	return len(p), nil
}
