// Package secret reads the keys of services from environment variables or the output of programs.
// Errors never contain a key.
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
	// patience is the time limit for a program. It is long because the user may have to unlock a
	// password store.
	patience = 30 * time.Second
	// maxKey is the maximum length of a key, in bytes.
	maxKey = 4096
)

// Of returns the key in an environment variable. If the variable is empty, it returns the output of
// a program, which it runs without a shell.
func Of(ctx context.Context, env string, command []string) (string, error) {
	if key := os.Getenv(env); env != "" && key != "" {
		return clean(key)
	}
	if len(command) == 0 {
		return "", fmt.Errorf("the environment variable %s is empty or not set: set it in the environment from which "+
			"you start the editor or scilit-lsp", env)
	}
	key, err := printed(ctx, command)
	if err != nil {
		return "", err
	}
	return clean(key)
}

// From returns a function that calls Of, or nil if neither a variable nor a program is given.
func From(env string, command []string) func(context.Context) (string, error) {
	if env == "" && len(command) == 0 {
		return nil
	}
	return func(ctx context.Context) (string, error) { return Of(ctx, env, command) }
}

// clean returns the first line of a key, without surrounding spaces. It rejects a key that contains
// characters that are not valid in a header.
func clean(key string) (string, error) {
	key, _, _ = strings.Cut(strings.TrimSpace(key), "\n")
	key = strings.TrimSpace(key)
	switch {
	case key == "":
		return "", errors.New("the key or token is empty: check the environment variable or program that provides it")
	case len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", errors.New("not a valid key or token: it is too long, or contains spaces or non-ASCII characters; " +
			"check the environment variable or program that provides it")
	}
	return key, nil
}

// printed returns the output of a program. It discards standard error, which may contain text from
// a password store.
func printed(ctx context.Context, command []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out := &limitedBuffer{}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.WaitDelay = out, time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", command[0], cmp.Or(out.err, ctx.Err(), err))
	}
	return string(out.kept), nil
}

// limitedBuffer collects the output of a program up to a limit.
type limitedBuffer struct {
	kept []byte
	err  error
}

var errTooMuch = errors.New("the program printed too much text: it must print only the key or token")

// Write implements io.Writer.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if len(b.kept)+len(p) > 2*maxKey {
		b.err = errTooMuch
		return 0, errTooMuch
	}
	b.kept = append(b.kept, p...)
	return len(p), nil
}
