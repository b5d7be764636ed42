package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/server"
)

type tokenCmd struct {
	File   string `placeholder:"FILE" help:"Path of the token file; by default the setting server.token_file."`
	Revoke bool   `help:"Revoke this user's token instead of creating one."`
	Name   string `arg:"" help:"Name of the user, as it will appear in logs and in the token file."`
}

func (tokenCmd) Help() string {
	return `Creates a token, prints it once, and adds a line with the user's name and the token's hash to the token
file. A running server applies the change within a second. After the hash you may write limits: rate=20 (requests
per second), burst=40, concurrent=8 (requests at the same time), papers=100 (per reply), body=1024 (KB per
request).`
}

func (c tokenCmd) Run(std cli.Streams) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	if !server.NameOfToken.MatchString(c.Name) {
		return fmt.Errorf("%w: %q is not a valid name; use at most 64 characters (letters, digits and . _ @ -), and "+
			"start with a letter or digit", cli.ErrUsage, c.Name)
	}
	raw, err := os.ReadFile(path)
	if err != nil && (c.Revoke || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if _, err := server.ParseTokens(path, raw); err != nil {
		return err
	}
	without, had := withoutToken(raw, c.Name)
	switch {
	case c.Revoke && !had:
		return fmt.Errorf("%s has no token for %s; check the name", path, c.Name)
	case c.Revoke:
		return writeTokens(path, without)
	case had:
		return fmt.Errorf("%s: %s already has a token; revoke it first with --revoke, or use another name", path, c.Name)
	}
	token := server.NewToken()
	if err := writeTokens(path, append(without, server.Line(c.Name, token)+"\n"...)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, token)
	return err
}

func (c tokenCmd) path() (string, error) {
	if c.File != "" {
		return config.ExpandHome(c.File), nil
	}
	if path := config.Load(config.Sources{}).Settings.Server.TokenFile; path != "" {
		return path, nil
	}
	return "", fmt.Errorf("%w: no token file is configured; give its path with --file, or set token_file to its path "+
		"in the section [server] of your own scilit.toml", cli.ErrUsage)
}

// withoutToken removes the line of the named token from the file's content and keeps all other
// lines. had reports whether the token existed.
func withoutToken(raw []byte, name string) (kept []byte, had bool) {
	for line := range bytes.Lines(raw) {
		if words := strings.Fields(string(line)); len(words) > 0 && words[0] == name {
			had = true
			continue
		}
		kept = append(kept, line...)
	}
	if len(kept) > 0 && kept[len(kept)-1] != '\n' {
		kept = append(kept, '\n')
	}
	return kept, had
}

// writeTokens replaces the content of the token file atomically. Only the file's owner can read it.
func writeTokens(path string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := atomic.WriteFile(path, bytes.NewReader(raw)); err != nil {
		return err
	}
	return os.Chmod(path, 0o600)
}
