package literature

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// keyPatience is how long a program may take to print a key: a user may have to unlock
// a store of passwords.
const keyPatience = 30 * time.Second

// maxKey is longer than any key, in bytes.
const maxKey = 4096

// keysOf gets the keys of the sources that are turned on. No text about a key holds what
// was read.
func keysOf(s config.Online) (keys map[string]string, notices []app.Notice) {
	keys = make(map[string]string)
	take := func(name, key string, err error) {
		if err == nil {
			key, err = cleanKey(key)
		}
		if err != nil {
			notices = append(notices, app.Notice{Code: app.NoticeOnlineFailed, Subject: name, Text: fmt.Sprintf("%s is asked without a key: %v", name, err)})
			return
		}
		keys[name] = key
	}
	for _, name := range slices.Sorted(maps.Keys(s.KeyEnv)) {
		if slices.Contains(s.Sources, name) {
			take(name, os.Getenv(s.KeyEnv[name]), nil)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.KeyCommand)) {
		if slices.Contains(s.Sources, name) && keys[name] == "" {
			key, err := printed(s.KeyCommand[name])
			take(name, key, err)
		}
	}
	return keys, notices
}

var errNoKey = errors.New("there is none where the settings keyEnv and keyCommand say")

// cleanKey is the first line; a key has no blanks, which a header could not have.
func cleanKey(key string) (string, error) {
	key, _, _ = strings.Cut(strings.TrimSpace(key), "\n")
	key = strings.TrimSpace(key)
	switch {
	case key == "":
		return "", errNoKey
	case len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", errors.New("what was read is no key")
	}
	return key, nil
}

// printed is what a program of the user's settings prints.
func printed(command []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), keyPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, config.ExpandHome(command[0]), command[1:]...)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", command[0], firstOf(ctx.Err(), err))
	}
	return string(out), nil
}

func firstOf(errs ...error) error {
	return errs[slices.IndexFunc(errs, func(err error) bool { return err != nil })]
}
