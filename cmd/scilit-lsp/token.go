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
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/server"
)

type tokenCmd struct {
	File   string `placeholder:"FILE" help:"The token file; server.token_file of your settings where not given."`
	Revoke bool   `help:"Take the token out, so that nobody can ask with it any more."`
	Name   string `arg:"" help:"Whose token it is, in logs and in the file."`
}

// Help says what becomes of the token.
func (tokenCmd) Help() string {
	return `It makes a token, prints it once, and adds a line with its name and hash to the token file, which a server
that runs reads within a second. Behind the hash you may write limits: rate=20 (requests a second), burst=40,
concurrent=8 (questions at a time), papers=100 (of one answer), body=1024 (KB of a question).`
}

// Run adds or takes out a token.
func (c tokenCmd) Run(std streams) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	if !server.NameOfToken.MatchString(c.Name) {
		return fmt.Errorf("%w: %q is no name of a token: give up to 64 letters, digits, and . _ @ -", errUsage, c.Name)
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
		return fmt.Errorf("%s: there is no token of %s", path, c.Name)
	case c.Revoke:
		return writeTokens(path, without)
	case had:
		return fmt.Errorf("%s: there is a token of %s already: take it out by --revoke first, or give another name", path, c.Name)
	}
	token := server.NewToken()
	if err := writeTokens(path, append(without, server.Line(c.Name, token)+"\n"...)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, token)
	return err
}

func (c tokenCmd) path() (string, error) {
	if c.File != "" {
		return config.ExpandHome(c.File), nil
	}
	if path := config.Load(config.Sources{}).Settings.Server.TokenFile; path != "" {
		return path, nil
	}
	return "", fmt.Errorf("%w: name the token file by --file, or in your own scilit.toml: [server] token_file", errUsage)
}

// withoutToken are the lines of a file without that of a name; the others stay as they are.
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

// writeTokens replaces the file at once, for its owner alone.
func writeTokens(path string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := atomic.WriteFile(path, bytes.NewReader(raw)); err != nil {
		return err
	}
	return os.Chmod(path, 0o600)
}
